"""The stages of ``wide``: each forced to take over at any time, and none gives a solution twice."""

from __future__ import annotations

import time
from contextlib import suppress
from itertools import islice

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from strategies import grids, puzzles, sparse_board

from dueldoku import Budget, Geometry, Grid, Verdict, count, solve
from dueldoku.kernels.solving.learn import Learner
from dueldoku.solvers import wide
from dueldoku.solvers.backend import backend_of, first_solution
from dueldoku.solvers.compiled import Backend
from dueldoku.solvers.meter import BudgetEnded, Meter
from dueldoku.solvers.sat import Cadical
from dueldoku.solvers.teaching.backtrack import solutions

HARD = sparse_board(Geometry.of(6, 6), 0.5, seed=0)  # nobody solves this one


@pytest.fixture
def limits(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Every stage gives up at once, but there is no SAT solver."""
    monkeypatch.setattr(wide, "_STUCK", 0)
    monkeypatch.setattr(wide, "_DEEP", 0)
    monkeypatch.setattr(wide, "_HARD", 0)
    monkeypatch.setattr(wide, "_CONFLICTS", 1)
    monkeypatch.setattr(wide, "is_installed", lambda: False)
    return monkeypatch


def agrees(grid: Grid, limit: int = 40) -> None:
    found = list(islice(wide.solutions(grid, Meter()), limit))
    expected = list(islice(solutions(grid), limit))
    assert len(found) == len(set(found)) == len(expected)
    if len(expected) < limit:
        assert set(found) == set(expected)


@given(grid=grids(largest=6) | puzzles(largest=9), stuck=st.integers(0, 12))
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_learning_takes_over_at_any_time(limits: pytest.MonkeyPatch, grid: Grid, stuck: int) -> None:
    limits.setattr(wide, "_STUCK", stuck)
    agrees(grid)


@pytest.mark.parametrize("stuck", [0, 1, 2, 3])
def test_known_numbers(limits: pytest.MonkeyPatch, stuck: int) -> None:
    limits.setattr(wide, "_STUCK", stuck)
    assert count(Grid.empty(Geometry.of(2, 2)), 1000) == 288
    two_rows = Grid(Geometry.of(2, 3), (*range(1, 7), 4, 5, 6, 1, 2, 3) + (0,) * 24)
    assert count(two_rows, 10_000) == len(list(solutions(two_rows)))


def test_both_doors_lead_to_the_same_search(limits: pytest.MonkeyPatch) -> None:
    board = sparse_board(Geometry.of(4, 4), 0.6, seed=1)
    backend = backend_of(board.geometry)
    found, _ = backend.first(bytes(board.values), 20)
    assert found == [bytes(solution.values) for solution in islice(wide.solutions(board, Meter()), 20)]
    assert first_solution(board.geometry, bytes(board.values)) == found[0]
    assert backend.first(bytes(board.values), 0)[0] == []


def test_budgets_end_without_a_verdict() -> None:
    assert solve(HARD, budget=Budget(nodes=700)).verdict is Verdict.UNKNOWN
    assert solve(HARD, budget=Budget(nodes=700)).work == solve(HARD, budget=Budget(nodes=700)).work
    assert 600 <= solve(HARD, budget=Budget(nodes=700)).work.nodes <= 710
    assert solve(HARD, "wide:sat=no", Budget(seconds=0.3)).verdict is Verdict.UNKNOWN
    with pytest.raises(BudgetEnded):
        list(backend_of(HARD.geometry).solutions(bytes(HARD.values), Meter(Budget(nodes=700)), 1))


def test_a_sat_solver_that_cannot_start_is_done_without(limits: pytest.MonkeyPatch) -> None:
    def none(learner: Learner) -> Cadical:
        raise NotImplementedError("too old")

    limits.setattr(wide, "is_installed", lambda: True)
    limits.setattr(wide, "Cadical", none)
    agrees(Grid.empty(Geometry.of(2, 2)), 300)


@pytest.mark.parametrize("size", ["2x2", "2x3", "3x4", "4x4", "5x5", "6x6", "7x7", "8x8"])
def test_a_budget_of_time_is_kept_to_50_ms_on_boards_of_every_size(size: str) -> None:
    """In CPU time of this thread, which nothing else uses up."""
    geometry = Geometry.parse(size)
    backend = backend_of(geometry)
    for board in [Grid.empty(geometry), *(sparse_board(geometry, holes, seed=3) for holes in (0.5, 0.6, 0.8))]:
        with suppress(BudgetEnded):
            list(backend.solutions(bytes(board.values), Meter(Budget(nodes=1)), 1))  # the tables of this size are there
        for budget in (0.05, 0.3):
            assert _seconds(backend, board, budget) < budget + 0.05, f"{board.geometry}, {budget} s"


def _seconds(backend: Backend, board: Grid, budget: float) -> float:
    meter, begin = Meter(Budget(seconds=budget), clock=time.thread_time), time.thread_time()
    with suppress(BudgetEnded):
        for _ in backend.counted(bytes(board.values), meter, 10**6):
            meter.check()
    return time.thread_time() - begin
