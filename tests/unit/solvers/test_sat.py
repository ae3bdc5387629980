"""CaDiCaL as the last stage of ``wide``: it agrees with the others, keeps to the time, and lets Ctrl-C through."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from itertools import islice, product

import numpy as np
import pytest
from strategies import sparse_board

from dueldoku import Budget, Geometry, Grid, Verdict, solve
from dueldoku.kernels.solving import learn
from dueldoku.kernels.solving import wide as kernel
from dueldoku.solvers import sat, wide
from dueldoku.solvers.backend import backend_of
from dueldoku.solvers.meter import BudgetEnded, Meter
from dueldoku.solvers.teaching.backtrack import solutions

HARD = sparse_board(Geometry.of(6, 6), 0.5, seed=0)  # nobody solves this one


@pytest.fixture(autouse=True)
def slices(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """All work goes to the SAT solver: how it said that each slice ended."""
    monkeypatch.setattr(wide, "_STUCK", 0)
    monkeypatch.setattr(wide, "_DEEP", 0)
    monkeypatch.setattr(wide, "_HARD", 0)
    outcomes = []

    class Noted(sat.Cadical):
        def proceed(self, most_conflicts: int) -> int:
            outcomes.append(super().proceed(most_conflicts))
            return outcomes[-1]

    monkeypatch.setattr(wide, "Cadical", Noted)
    return outcomes


@pytest.mark.parametrize(
    "grid",
    [
        Grid.empty(Geometry.of(2, 2)),
        sparse_board(Geometry.of(2, 3), 0.7, seed=1),
        sparse_board(Geometry.of(3, 4), 0.5, seed=1),
        Grid.parse("12......3......."),
        Grid.parse("12...4..3......."),
    ],
    ids=str,
)
@pytest.mark.parametrize("conflicts", [1, 1_250_000])
def test_it_agrees_with_the_plain_solver(
    grid: Grid, conflicts: int, slices: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wide, "_LONG_CONFLICTS", conflicts)
    found = list(islice(wide.solutions(grid, Meter()), 300))
    assert len(found) == len(set(found))
    assert set(found) == set(islice(solutions(grid), 300))
    assert learn.SOLVED in slices or not found


@pytest.mark.parametrize("conflicts", [0, 50, 1_900])
def test_what_was_learnt_is_handed_over_and_holds(conflicts: int) -> None:
    """No learnt clause rules a solution out: the SAT solver still finds those that the learner does."""
    board = sparse_board(Geometry.of(5, 5), 0.55, seed=5)
    shape, state = kernel.shape_of(5, 5), kernel.new_state(25)
    kernel.start(shape, state, np.array(board.values, np.uint8))
    kernel.proceed(shape, state, np.empty((1, 625), np.uint8), 1, 1)
    learner = learn.Learner(shape, kernel.first_masks(shape, state))
    given = len(learner.lasting())
    assert learner.proceed(conflicts) == learn.PAUSED
    assert (len(learner.lasting()) > given) == (conflicts > 0)
    with sat.Cadical(learner) as cadical:
        assert cadical.proceed(10**6) == learn.SOLVED
        right = cadical.right
    assert len(right) == len(learner.options[np.unique(learner.options // 25, return_index=True)[1]])
    learner.aim(right)
    assert learner.proceed(10**6) == learn.SOLVED
    assert learner.right.tolist() == right.tolist()


def test_no_two_of_a_group() -> None:
    shape, state = kernel.shape_of(2, 2), kernel.new_state(4)
    kernel.start(shape, state, np.zeros(16, np.uint8))
    learner = learn.Learner(shape, state.masks)
    clauses = sat.formula(learner)
    pairs = {tuple(sorted(clause)) for clause in clauses if len(clause) == 2}
    wanted = {
        tuple(sorted((-1 - one, -1 - other)))
        for group in learner.groups()
        for one, other in product(group, repeat=2)
        if one != other
    }
    assert pairs == wanted
    assert len(clauses) == len(wanted) + len(learner.groups())


def test_the_choice_is_the_callers(slices: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    board = sparse_board(Geometry.of(4, 4), 0.6, seed=1)
    backend_of(board.geometry)  # loading it solves something
    slices.clear()
    assert solve(board, "wide:sat=no").verdict is Verdict.MULTIPLE
    assert solve(board, budget=Budget(nodes=1000)).verdict is Verdict.MULTIPLE  # nodes have to be counted
    monkeypatch.setattr(sat, "find_spec", lambda name: None)
    assert solve(board).verdict is Verdict.MULTIPLE
    assert not slices


def test_the_learner_goes_on_alone_when_the_time_is_nearly_over(slices: list[int]) -> None:
    clock = iter(np.arange(0, 100, 0.01))
    with pytest.raises(BudgetEnded):
        list(wide.Wide(HARD.geometry).solutions(bytes(HARD.values), Meter(Budget(1.5), clock=lambda: next(clock))))
    assert slices == [learn.PAUSED] * len(slices)
    assert 10 < len(slices) < 60  # of a hundred looks at the clock, two thirds of them before the last half second
    slices.clear()
    assert solve(HARD, budget=Budget(seconds=0.1)).verdict is Verdict.UNKNOWN
    assert not slices


@pytest.mark.slow
@pytest.mark.linux
def test_ctrl_c_ends_it_like_everything_else() -> None:
    code = (
        "from dueldoku import Grid, solve, warm_up\n"
        "from dueldoku.solvers import wide\n"
        "class Noted(wide.Cadical):\n"
        "    def proceed(self, most):\n"
        "        print('at work', flush=True)\n"
        "        return super().proceed(most)\n"
        "warm_up()\n"
        "wide.Cadical, wide._STUCK, wide._DEEP, wide._HARD = Noted, 0, 0, 0\n"
        "try:\n"
        f"    solve(Grid.parse({str(HARD)!r}))\n"
        "except KeyboardInterrupt:\n"
        "    print('stopped')\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stdout.readline() == "at work\n"
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=60)[0].endswith("stopped\n")
    assert process.returncode == 0
