"""Clause learning alone, from the first conclusions on, against a plain solver and a SAT solver."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import islice, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from pysat.solvers import Cadical195
from strategies import grids, puzzles, sparse_board

from dueldoku import Geometry, Grid
from dueldoku.kernels.solving import learn, wide
from dueldoku.solvers.teaching.backtrack import solutions

TraceStep = Callable[[learn.Learner], int]


def in_one_go(learner: learn.Learner) -> int:
    return learner.proceed(1 << 40)


def forgetting(learner: learn.Learner) -> int:
    """Conflict by conflict, and all that can be is forgotten in between."""
    while (outcome := learner.proceed(1)) == learn.PAUSED:
        learner.state.forget_at = 0
    return outcome


def learners(grid: Grid, spare: int = 1 << 18) -> Iterator[learn.Learner]:
    """The learner for a board; none if the first conclusions settle it."""
    geometry = grid.geometry
    shape, state = wide.shape_of(geometry.m, geometry.n), wide.new_state(geometry.side)
    if wide.start(shape, state, np.array(grid.values, np.uint8)):
        _, over = wide.proceed(shape, state, np.empty((1, geometry.size), np.uint8), 1, 1)
        if not over:
            yield learn.Learner(shape, wide.first_masks(shape, state), wide.refuted(state), spare)


def found_by(learner: learn.Learner, limit: int, step: TraceStep = in_one_go) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = []
    while len(found) < limit and step(learner) == learn.SOLVED:
        found.append(tuple(learner.right.tolist()))
    return found


def agrees_with_plain(grid: Grid, limit: int, step: TraceStep = in_one_go, spare: int = 1 << 18) -> None:
    for learner in learners(grid, spare):
        found = found_by(learner, limit, step)
        side, open_cells = grid.geometry.side, np.unique(learner.options // grid.geometry.side)
        expected = [
            tuple(side * cell + solution[cell] - 1 for cell in open_cells)
            for solution in islice(solutions(grid), limit)
        ]
        assert len(found) == len(set(found)) == len(expected)
        if len(expected) < limit:
            assert set(found) == set(expected)


@given(grids(largest=6))
@settings(max_examples=150)
def test_any_board(grid: Grid) -> None:
    agrees_with_plain(grid, 40)


@given(puzzles(largest=12))
@settings(max_examples=60)
def test_boards_with_solutions(grid: Grid) -> None:
    agrees_with_plain(grid, 10)


@given(puzzles(largest=9))
@settings(max_examples=40)
def test_without_memory(grid: Grid) -> None:
    agrees_with_plain(grid, 10, forgetting, spare=0)


@pytest.mark.parametrize("step", [in_one_go, forgetting])
def test_all_288_boards_each_once(step: TraceStep) -> None:
    (learner,) = learners(Grid.empty(Geometry.of(2, 2)), spare=0)
    room = learner.state.arena_room
    assert len(set(found_by(learner, 1000, step))) == 288
    assert learner.state.arena_room > room


def is_solvable(learner: learn.Learner, without: list[tuple[int, ...]]) -> bool:
    """Whether a SAT solver finds a solution that the learner has not found."""
    number = {option: variable + 1 for variable, option in enumerate(learner.options.tolist())}
    members = learner.tables["members"] + 1
    with Cadical195() as solver:
        for begin, end in pairwise(learner.tables["first"].tolist()):
            group = members[begin:end].tolist()
            solver.add_clause(group)
            for one in group:
                for other in group:
                    if one < other:
                        solver.add_clause([-one, -other])
        for solution in without:
            solver.add_clause([-number[option] for option in solution])
        return bool(solver.solve())


@pytest.mark.parametrize("step", [in_one_go, forgetting])
@pytest.mark.parametrize(("m", "n", "holes"), [(4, 4, 0.6), (3, 6, 0.6), (5, 5, 0.55)])
def test_large_boards_against_a_sat_solver(m: int, n: int, holes: float, step: TraceStep) -> None:
    for seed in range(3):
        for learner in learners(sparse_board(Geometry.of(m, n), holes, seed)):
            found = found_by(learner, 3, step)
            assert len(found) == len(set(found))
            assert is_solvable(learner, found[1:])
            assert len(found) == 3 or not is_solvable(learner, found)


def test_it_pauses_forgets_and_is_the_same_from_run_to_run() -> None:
    board = sparse_board(Geometry.of(6, 6), 0.5, seed=0)
    runs = []
    for _ in range(2):
        (learner,) = learners(board)
        steps = [learner.proceed(900) for _ in range(3)]
        runs.append((steps, learner.state.tobytes()[len(learner.tables) * 8 :]))  # all but the addresses
        assert steps == [learn.PAUSED] * 3
        assert learner.state.forgotten
    assert runs[0] == runs[1]


def test_it_can_be_led_to_a_solution() -> None:
    board = sparse_board(Geometry.of(5, 5), 0.55, seed=1)
    (learner,), (other,) = learners(board), learners(board)
    assert [other.proceed(1 << 40) for _ in range(3)] == [learn.SOLVED] * 3
    learner.proceed(20)
    learner.aim(other.right)
    before = learner.state.conflicts
    assert learner.proceed(1 << 40) == learn.SOLVED
    assert learner.right.tolist() == other.right.tolist()
    assert learner.state.conflicts == before


def test_it_runs_as_plain_python_too() -> None:
    code = (
        "from dueldoku import Geometry\n"
        "from dueldoku.solvers import wide\n"
        "wide._STUCK = wide._DEEP = 0\n"
        "print(len(wide.Wide(Geometry.of(2, 2)).first(bytes([1, 2] + 14 * [0]), 100)[0]))\n"
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False)
    assert (done.stdout, done.stderr) == ("24\n", "")
