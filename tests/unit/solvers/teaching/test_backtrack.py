from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given, settings
from strategies import grids, puzzles

from dueldoku import Geometry, Grid
from dueldoku.solvers.teaching.backtrack import solutions


def brute_force(grid: Grid) -> set[Grid]:
    """All solutions by trying every digit in every hole, in order."""
    if grid.clash:
        return set()
    if not grid.holes:
        return {grid}
    digits = range(1, grid.geometry.side + 1)
    return set().union(*(brute_force(grid.with_value(grid.holes[0], digit)) for digit in digits))


@pytest.mark.slow
@given(grids(largest=4))
@settings(max_examples=150)
def test_all_solutions_of_any_small_board(grid: Grid) -> None:
    found = list(solutions(grid))
    assert len(found) == len(set(found))
    assert set(found) == brute_force(grid)


@given(puzzles(largest=12))
def test_solutions_keep_the_clues_and_the_rules(grid: Grid) -> None:
    first = next(solutions(grid))
    assert not first.clash
    assert not first.holes
    assert all(first[cell] == value for cell, value in enumerate(grid) if value)


@pytest.mark.parametrize(("shape", "count"), [((1, 2), 2), ((1, 3), 12), ((2, 2), 288), ((1, 4), 576)])
def test_known_numbers_of_full_boards(shape: tuple[int, int], count: int) -> None:
    assert sum(1 for _ in solutions(Grid.empty(Geometry.of(*shape)))) == count


def test_large_boards_do_not_meet_the_recursion_limit() -> None:
    solved = next(solutions(Grid.empty(Geometry.of(5, 5))))
    assert not solved.clash
    assert not solved.holes


def test_solutions_come_one_by_one() -> None:
    assert len(list(islice(solutions(Grid.empty(Geometry.of(3, 3))), 3))) == 3
