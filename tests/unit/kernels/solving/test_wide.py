"""The search for boards of any shape, against a plain solver and a SAT solver, also without compiling."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from itertools import combinations, islice
from math import isqrt

import pytest
from hypothesis import given, settings
from pysat.solvers import Cadical195
from strategies import grids, puzzles

from dueldoku import Budget, Geometry, Grid, Verdict, solve
from dueldoku.board.geometry import LARGEST
from dueldoku.kernels.solving import wide as kernel
from dueldoku.solvers import wide
from dueldoku.solvers.meter import BudgetEnded, Meter
from dueldoku.solvers.teaching.backtrack import solutions


def found_by(grid: Grid, limit: int) -> list[tuple[int, ...]]:
    found, _ = wide.Wide(grid.geometry).first(bytes(grid.values), limit)
    return [tuple(solution) for solution in found]


def agrees_with_plain(grid: Grid, limit: int) -> None:
    found = found_by(grid, limit)
    expected = [solution.values for solution in islice(solutions(grid), limit)]
    assert len(found) == len(set(found)) == len(expected)
    if len(expected) < limit:
        assert set(found) == set(expected)


@given(grids(largest=6))
@settings(max_examples=300)
def test_any_board(grid: Grid) -> None:
    agrees_with_plain(grid, 40)


@given(puzzles(largest=12))
@settings(max_examples=100)
def test_boards_with_solutions(grid: Grid) -> None:
    agrees_with_plain(grid, 10)


def sat_count(grid: Grid, limit: int) -> int:
    """The number of solutions up to ``limit``, by blocking each that was found."""
    side = grid.geometry.side
    groups = [[side * cell + digit for digit in range(1, side + 1)] for cell in range(len(grid))]
    groups += [[side * cell + digit for cell in unit] for unit in grid.geometry.units for digit in range(1, side + 1)]
    with Cadical195() as solver:
        for group in groups:
            solver.add_clause(group)
            for pair in combinations(group, 2):
                solver.add_clause([-literal for literal in pair])
        for cell, value in enumerate(grid):
            if value:
                solver.add_clause([side * cell + value])
        count = 0
        while count < limit and solver.solve():
            count += 1
            solver.add_clause([-literal for literal in solver.get_model() if literal > 0])
        return count


@pytest.mark.parametrize("shape", [(3, 4), (4, 4), (2, 8)])
def test_large_boards_against_a_sat_solver(shape: tuple[int, int]) -> None:
    rng = random.Random(str(shape))
    geometry = Geometry.of(*shape)
    for share in (0.3, 0.45, 0.5, 0.55):
        values = list(Grid.pattern(geometry))
        for cell in rng.sample(range(geometry.size), round(share * geometry.size)):
            values[cell] = 0
        grid = Grid(geometry, tuple(values))
        assert len(found_by(grid, 3)) == sat_count(grid, 3)


def test_known_numbers() -> None:
    assert len(found_by(Grid.empty(Geometry.of(2, 2)), 1000)) == 288
    # 28,200,960 full 2x3 boards (a known number) have 6! first rows, all alike: 39,168 go with each.
    first_row = Grid(Geometry.of(2, 3), (1, 2, 3, 4, 5, 6) + (0,) * 30)
    assert 720 * len(found_by(first_row, 100_000)) == 28_200_960


@pytest.mark.parametrize(
    "shape", [(1, 2), (5, 5), (6, 6), (isqrt(LARGEST), isqrt(LARGEST)), (1, LARGEST), (LARGEST, 1)]
)
def test_empty_full_and_broken_boards_of_every_size(shape: tuple[int, int]) -> None:
    geometry = Geometry.of(*shape)
    pattern = Grid.pattern(geometry)
    assert found_by(pattern, 2) == [pattern.values]
    assert found_by(pattern.with_value(0, pattern[1]), 2) == []
    (solution,) = found_by(Grid.empty(geometry), 1)
    assert not Grid(geometry, solution).clash


def test_a_budget_ends_without_a_verdict() -> None:
    geometry = Geometry.of(4, 4)
    meter = Meter(Budget(nodes=3))
    with pytest.raises(BudgetEnded):
        list(wide.solutions(Grid.empty(geometry), meter))
    assert meter.nodes == 3
    assert solve(Grid.empty(geometry), budget=Budget(nodes=5)).verdict is Verdict.UNKNOWN
    assert solve(Grid.empty(geometry), budget=Budget(nodes=5000)).verdict is Verdict.MULTIPLE


def test_the_same_search_counts_the_same() -> None:
    grid = Grid.empty(Geometry.of(3, 4))
    first, second = solve(grid), solve(grid)
    assert first.work == second.work
    assert first.work.guesses > 0
    assert kernel.shape_of(3, 4) is kernel.shape_of(3, 4)


def test_it_runs_as_plain_python_too() -> None:
    code = (
        "from dueldoku import Geometry\n"
        "from dueldoku.solvers.wide import Wide\n"
        "four, three = Wide(Geometry.of(2, 2)), Wide(Geometry.of(1, 3))\n"
        "print(len(four.first(bytes([1] + 15 * [0]), 100)[0]), len(three.first(bytes(9), 100)[0]))\n"
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONWARNINGS": "ignore"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False)
    assert done.stdout == "72 12\n", done.stderr
