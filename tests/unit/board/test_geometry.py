from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from strategies import ALL_SHAPES, shapes

from dueldoku.board.geometry import LARGEST, SMALLEST, Geometry, likely_shapes
from dueldoku.errors import ShapeError


@given(shapes(largest=12))
def test_units_and_peers_follow_from_rows_columns_and_blocks(geometry: Geometry) -> None:
    side = geometry.side

    def coordinates(cell: int) -> tuple[int, int, tuple[int, int]]:
        row, col = cell // side, cell % side
        return row, col, (row // geometry.m, col // geometry.n)

    assert len(geometry.units) == 3 * side
    assert all(len(unit) == side for unit in geometry.units)
    for cell in range(geometry.size):
        related = [
            other
            for other in range(geometry.size)
            if other != cell and any(a == b for a, b in zip(coordinates(cell), coordinates(other), strict=True))
        ]
        assert list(geometry.peers[cell]) == related
        assert geometry.peer_masks[cell] == sum(1 << other for other in related)
        for kind, unit in enumerate(geometry.units_of[cell]):
            assert unit // side == kind
            assert {coordinates(other)[kind] for other in geometry.units[unit]} == {coordinates(cell)[kind]}


@given(shapes(largest=12))
def test_neighbours_touch_and_never_wrap_around_the_edge(geometry: Geometry) -> None:
    side = geometry.side
    for cell in range(geometry.size):
        expected = [
            other
            for other in range(geometry.size)
            if other != cell and abs(other // side - cell // side) <= 1 and abs(other % side - cell % side) <= 1
        ]
        assert list(geometry.neighbours[cell]) == expected


def test_every_shape_from_2_to_64_exists_and_is_shared() -> None:
    assert {(1, SMALLEST), (2, 3), (3, 2), (LARGEST, 1)} <= set(ALL_SHAPES)
    for m, n in ALL_SHAPES:
        assert Geometry.of(m, n) is Geometry.of(m, n)
        assert Geometry.parse(str(Geometry.of(m, n))) is Geometry.of(m, n)


@pytest.mark.parametrize("shape", [(1, 1), (0, 4), (-2, -2), (LARGEST // 5 + 1, 5), (LARGEST + 1, 1), (9, 9)])
def test_other_shapes_are_refused(shape: tuple[int, int]) -> None:
    with pytest.raises(ShapeError, match=f"from {SMALLEST} to {LARGEST}"):
        Geometry.of(*shape)


@pytest.mark.parametrize("text", ["", "3", "3x", "x3", "3*3", "3x3x3", "-3x3", "a x b", "3.0x3", "١x٣"])
def test_text_that_is_no_shape(text: str) -> None:
    with pytest.raises(ShapeError, match="expected a block shape such as 3x3"):
        Geometry.parse(text)


@pytest.mark.parametrize("square", [(-1, 0), (0, -1), (0, 9), (9, 0), (1, 10**9)])
def test_a_square_outside_the_board_is_never_another_cell(square: tuple[int, int]) -> None:
    with pytest.raises(ShapeError, match="from 0 to 8"):
        Geometry.of(3, 3).cell(*square)


def test_copies_and_pickles_are_the_same_object() -> None:
    nine = Geometry.of(3, 3)
    assert copy.deepcopy(nine) is nine
    assert pickle.loads(pickle.dumps(nine)) is nine


def test_likely_shapes() -> None:
    names = {side: [str(shape) for shape in likely_shapes(side)] for side in (4, 6, 7, 9, 12, 16, 25)}
    assert names == {
        4: ["2x2"],
        6: ["2x3", "3x2"],
        7: ["1x7", "7x1"],
        9: ["3x3"],
        12: ["3x4", "4x3"],
        16: ["4x4"],
        25: ["5x5"],
    }
