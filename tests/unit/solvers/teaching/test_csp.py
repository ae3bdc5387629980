"""The parts of ``csp`` are those of the reports."""

from __future__ import annotations

from functools import partial
from itertools import product

import pytest
import slow_csp
from hypothesis import given
from strategies import puzzles

from dueldoku import Geometry, Grid
from dueldoku.board.geometry import bits
from dueldoku.puzzles.api import make
from dueldoku.puzzles.recipe import Recipe
from dueldoku.solvers.meter import Meter, TraceStep
from dueldoku.solvers.teaching import csp
from dueldoku.solvers.teaching.search import Diary, candidates

REPORT_003 = {"variables": "mrv+degree-003", "values": "least-003", "forward": "no", "single": "no", "pairs": "no"}


def states(grid: Grid) -> list[csp.Assignment]:
    return [kind(grid.geometry, list(grid)) for kind in (csp.Assignment, csp.Domains)]


def boards(count: int, empty: int) -> list[Grid]:
    """Full boards of which random cells are emptied, as report 003 makes them."""
    return list(make(Recipe(empty=empty, seed=empty), count))


def first_solution(grid: Grid, **options: str) -> Grid | None:
    return next(csp.solutions(grid, Meter(), **REPORT_003, **options), None)


@pytest.mark.slow
def test_cells_and_digits_come_in_the_order_of_report_003() -> None:
    for grid in (grid for empty in (30, 48, 60, 70) for grid in boards(25, empty)):
        board = slow_csp.rows_of(grid.values)
        row, col = slow_csp.most_constraining(board, slow_csp.most_constrained(board))
        cell, digits = 9 * row + col, slow_csp.least_constraining(board, row, col)
        for state in states(grid):
            assert min(grid.holes, key=partial(csp.CELL_ORDERS["mrv+degree-003"], state)) == cell
            assert csp.DIGIT_ORDERS["least-003"](state, cell) == digits


@pytest.mark.slow
def test_when_report_003_takes_a_board_for_solved() -> None:
    wrong = 0
    for grid in boards(150, 48):
        found = slow_csp.solve(slow_csp.State(slow_csp.rows_of(grid.values)))
        assert found
        expected = Grid(grid.geometry, tuple(value for row in found.board() for value in row))
        assert first_solution(grid, done="at-most-one") == expected
        wrong += bool(expected.holes or expected.clash)
        right = first_solution(grid)
        assert right
        assert not right.holes
        assert not right.clash
    assert wrong


def test_least_constraining_is_that_of_report_004() -> None:
    # r1c1 may take 2, 3 or 4; r1c2 may take only 2 and 3, the others more: 4 leaves the worst-off peer most.
    grid = Grid.parse(".... .... .4.. 1...")
    for state in states(grid):
        assert bits(state.domain(0)) == [2, 3, 4]
        assert csp.DIGIT_ORDERS["least-004"](state, 0) == [4, 2, 3]


def units(grid: Grid, cell: int) -> list[int]:
    """The cells of the row, the column and the block, one after the other."""
    return [other for unit in grid.geometry.units_of[cell] for other in grid.geometry.units[unit]]


@given(puzzles(largest=9))
def test_cell_orders(grid: Grid) -> None:
    if not grid.holes:
        return
    fits = {cell: candidates(grid.geometry, grid.values, cell).bit_count() for cell in grid.holes}
    degree = {cell: sum(not grid[peer] for peer in grid.geometry.peers[cell]) for cell in grid.holes}
    fewest = [cell for cell in grid.holes if fits[cell] == min(fits.values())]
    expected_cells = {
        "first": grid.holes[0],
        "mrv": fewest[0],
        "degree": max(grid.holes, key=degree.__getitem__),
        "mrv+degree": max(fewest, key=degree.__getitem__),
        "mrv+degree-003": max(fewest, key=lambda cell: sum(not grid[at] for at in units(grid, cell))),
    }
    for state, (order, cell) in product(states(grid), expected_cells.items()):
        assert min(grid.holes, key=partial(csp.CELL_ORDERS[order], state)) == cell


def test_a_digit_with_one_place_left_goes_there() -> None:
    table = csp.Domains(Geometry.of(2, 2), list(Grid.parse("1... ..2. .... ....")))
    assert csp.single_values(table, Diary(table.geometry, Meter()))
    assert table.values[1] == 2  # the example of the module


def test_a_pair_keeps_its_digits_from_the_rest_of_the_unit() -> None:
    steps: list[TraceStep] = []
    table = csp.Domains(Geometry.of(5, 5), [0] * 625)
    table.masks[1] = table.masks[8] = 0b1100  # report 004: D11 = D18 = {2, 3}
    assert csp.naked_pairs(table, Diary(table.geometry, Meter(trace=steps.append)))
    assert all(not table.masks[cell] & 0b1100 for cell in range(25) if cell not in (1, 8))
    assert all(table.masks[cell] == table.geometry.digits_mask for cell in range(25, 625))
    assert [step.text for step in steps] == ["r1c2 and r1c9 share 2 and 3, so the rest of row 1 has neither"]
    assert not csp.naked_pairs(table, Diary(table.geometry, Meter()))
