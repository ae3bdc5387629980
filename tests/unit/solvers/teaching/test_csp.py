"""The parts of ``csp`` are those of the reports."""

from __future__ import annotations

from functools import partial
from itertools import product

from hypothesis import given
from hypothesis import strategies as st
from strategies import puzzles

from dueldoku import Geometry, Grid
from dueldoku.board.geometry import bits
from dueldoku.solvers.meter import Meter, TraceStep
from dueldoku.solvers.teaching import csp
from dueldoku.solvers.teaching.search import Diary, candidates


def report_003_is_valid(board: Grid, row: int, col: int, digit: int) -> bool:
    side = board.geometry.side
    return not board.with_value(row * side + col, digit).clash


def report_003_least_constraining(board: Grid, row: int, col: int) -> list[int]:
    """The report's function, word by word, for boards of any size."""
    side = board.geometry.side
    found = []
    for digit in range(1, side + 1):
        if report_003_is_valid(board, row, col, digit):
            count = sum(not board[r * side + col] and report_003_is_valid(board, r, col, digit) for r in range(side))
            count += sum(not board[row * side + c] and report_003_is_valid(board, row, c, digit) for c in range(side))
            found.append((digit, count))
    found.sort(key=lambda pair: pair[1])
    return [digit for digit, _ in found]


def states(grid: Grid) -> list[csp.Assignment]:
    return [kind(grid.geometry, list(grid)) for kind in (csp.Assignment, csp.Domains)]


@given(puzzles(largest=6), st.data())
def test_least_constraining_is_that_of_report_003(grid: Grid, data: st.DataObject) -> None:
    if grid.holes:
        cell = data.draw(st.sampled_from(grid.holes))
        order = report_003_least_constraining(grid, *divmod(cell, grid.geometry.side))
        assert all(csp.DIGIT_ORDERS["least-003"](state, cell) == order for state in states(grid))


def test_least_constraining_is_that_of_report_004() -> None:
    # r1c1 may take 2, 3 or 4; r1c2 may take only 2 and 3, the others more: 4 leaves the worst-off peer most.
    grid = Grid.parse(".... .... .4.. 1...")
    for state in states(grid):
        assert bits(state.domain(0)) == [2, 3, 4]
        assert csp.DIGIT_ORDERS["least-004"](state, 0) == [4, 2, 3]


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
