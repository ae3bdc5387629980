"""The canonical form: the same for all disguises of a board, another for other boards."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dueldoku import Geometry, Grid
from dueldoku.errors import DueldokuError
from dueldoku.puzzles.canon import canonical, fingerprint, is_equivalent
from dueldoku.puzzles.fill import full_board

SHAPES = [Geometry.of(m, n) for m, n in [(1, 2), (1, 5), (2, 2), (2, 3), (3, 2), (3, 3), (2, 4)]]


def disguised(grid: Grid, random: Random) -> Grid:
    """The same board after a random symmetry."""
    m, n, side = grid.geometry.m, grid.geometry.n, grid.geometry.side
    rows = [band * m + row for band in random.sample(range(n), n) for row in random.sample(range(m), m)]
    cols = [stack * n + col for stack in random.sample(range(m), m) for col in random.sample(range(n), n)]
    names = [0, *random.sample(range(1, side + 1), side)]
    turned = m == n and random.random() < 0.5
    cells = [col * side + row if turned else row * side + col for row in rows for col in cols]
    return Grid(grid.geometry, tuple(names[grid[cell]] for cell in cells))


@st.composite
def boards(draw: st.DrawFn) -> tuple[Grid, Random]:
    geometry, random = draw(st.sampled_from(SHAPES)), Random(draw(st.integers(0, 2**32)))
    share = draw(st.sampled_from([0.0, 0.05, 0.1, 0.3, 0.6, 0.9, 1.0]))
    full = full_board(geometry, random)
    return Grid(geometry, tuple(value if random.random() < share else 0 for value in full)), random


@given(boards())
def test_every_disguise_has_the_same_form(drawn: tuple[Grid, Random]) -> None:
    grid, random = drawn
    other = disguised(grid, random)
    assert canonical(other) == canonical(grid) == canonical(canonical(grid))
    assert fingerprint(other) == fingerprint(grid)
    assert is_equivalent(grid, other)


@pytest.mark.slow
@settings(max_examples=5)
@given(st.integers(0, 2**32), st.sampled_from([(3, 4), (4, 3)]))
def test_large_blocks(seed: int, shape: tuple[int, int]) -> None:
    random = Random(seed)
    full = full_board(Geometry.of(*shape), random)
    grid = Grid(full.geometry, tuple(value if random.random() < 0.4 else 0 for value in full))
    assert is_equivalent(grid, disguised(grid, random))


@given(boards())
def test_a_board_with_another_clue_has_another_form(drawn: tuple[Grid, Random]) -> None:
    grid, random = drawn
    clues = [cell for cell, value in enumerate(grid) if value]
    if clues:
        assert not is_equivalent(grid, disguised(grid.with_value(random.choice(clues), 0), random))


def test_there_are_two_full_boards_of_4x4() -> None:
    random = Random(1)
    assert len({canonical(full_board(Geometry.of(2, 2), random)) for _ in range(300)}) == 2


def test_there_are_49_full_boards_of_6x6_some_of_them_rare() -> None:
    random = Random(1)
    assert 45 <= len({canonical(full_board(Geometry.of(2, 3), random)) for _ in range(3_000)}) <= 49


def test_moving_a_clue_to_another_digit_makes_another_puzzle() -> None:
    first, second = Grid.parse("12.. .... .... ...1"), Grid.parse("12.. .... .... ...3")
    assert not is_equivalent(first, second)
    assert not is_equivalent(first, Grid.empty(Geometry.of(3, 3)))


def test_large_boards_are_refused() -> None:
    with pytest.raises(DueldokuError, match="canonical form, got 5x5"):
        canonical(Grid.empty(Geometry.of(5, 5)))
