"""The bundled boards and sets: the promised numbers, and the generator makes them again byte for byte."""

from __future__ import annotations

from itertools import islice

import pytest

from dueldoku import Game, bundled_board
from dueldoku.errors import UnknownName
from dueldoku.formats.detect import read
from dueldoku.game import boards as bundled
from dueldoku.puzzles import bundle
from dueldoku.solvers.human import Grade, rate
from dueldoku.solvers.teaching.backtrack import solutions

TABLE = {  # empty cells, solutions
    "easy-2x2": (4, 1),
    "easy-3x3": (60, 223),
    "hard-3x3": (64, 1),
    "random-2x3": (18, 4),
    "random-3x3": (41, 5),
    "random-3x4": (72, 3),
    "random-4x4": (128, 1),
    "board-2x2": (7, 1),
    "board-2x3": (20, 1),
}


@pytest.mark.parametrize("name", TABLE)
def test_the_numbers_are_those_of_the_table(name: str) -> None:
    empty, wanted = TABLE[name]
    grid = bundled_board(name).grid
    assert str(grid.geometry) == name.partition("-")[2]
    assert not grid.clash
    assert len(grid.holes) == empty
    assert len(list(islice(solutions(grid), wanted + 1))) == wanted


def test_the_hard_board_needs_more_than_singles() -> None:
    assert rate(bundled_board("hard-3x3").grid).grade > Grade.EASY


@pytest.mark.parametrize("name", ["board-2x2", "board-2x3"])
def test_boards_for_the_rows_rules_have_owners(name: str) -> None:
    position = bundled_board(name)
    assert position.rules == "rows"
    assert set(position.owners) == {0, 1, 2}
    assert Game(position, rules="rows").legal_moves()


@pytest.mark.parametrize("name", bundled.BOARDS)
def test_every_bundled_board_loads(name: str) -> None:
    assert str(bundled_board(name).grid.geometry) == name.partition("-")[2]


@pytest.mark.slow
@pytest.mark.parametrize("name", bundle.BOARDS)
def test_boards_are_made_again_byte_for_byte(name: str) -> None:
    assert bundle.text_of(name) == bundle.path_of(name).read_text(encoding="ascii")


def test_a_set_is_made_again_byte_for_byte() -> None:
    assert bundle.text_of("3x3-minimal") == bundle.path_of("3x3-minimal").read_text(encoding="ascii")


@pytest.mark.parametrize("name", bundle.SETS)
def test_sets_are_puzzles(name: str) -> None:
    positions = read(bundle.path_of(name).read_text(encoding="ascii"), "sdm")
    assert len(positions) >= 10
    assert {str(position.grid.geometry) for position in positions} == {name[:3]}
    assert len({position.grid for position in positions}) == len(positions)


def test_unknown_names_are_refused() -> None:
    with pytest.raises(UnknownName, match="expected a board or a set out of easy-2x2"):
        bundle.text_of("easy-9x9")
    with pytest.raises(UnknownName, match="expected a board out of"):
        bundled_board("easy-9x9")
