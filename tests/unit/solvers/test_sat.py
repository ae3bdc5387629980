"""CaDiCaL as the last stage of ``wide``: it agrees with the others, and it never stays behind."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from itertools import islice
from pathlib import Path

import pytest
from strategies import sparse_board

from dueldoku import Budget, Geometry, Grid, Verdict, solve
from dueldoku.solvers import sat, wide
from dueldoku.solvers.meter import Meter
from dueldoku.solvers.teaching.backtrack import solutions

HARD = sparse_board(Geometry.of(6, 6), 0.5, seed=0)  # nobody solves this one


@pytest.fixture(autouse=True)
def started(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen[bytes]]:
    """All work goes to the SAT solver: the processes that were started."""
    monkeypatch.setattr(wide, "_STUCK", 0)
    monkeypatch.setattr(wide, "_DEEP", 0)
    monkeypatch.setattr(wide, "_HARD", 0)
    processes = []

    class Noted(subprocess.Popen[bytes]):
        def __init__(self, *args: object, **keywords: object) -> None:
            super().__init__(*args, **keywords)  # type: ignore[call-overload]
            processes.append(self)

    monkeypatch.setattr(subprocess, "Popen", Noted)
    return processes


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
def test_it_agrees_with_the_plain_solver(grid: Grid, started: list[subprocess.Popen[bytes]]) -> None:
    found = list(islice(wide.solutions(grid, Meter()), 300))
    assert len(found) == len(set(found))
    assert set(found) == set(islice(solutions(grid), 300))
    assert all(process.poll() is not None for process in started)


def test_the_choice_is_the_callers(started: list[subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch) -> None:
    board = sparse_board(Geometry.of(4, 4), 0.6, seed=1)
    assert solve(board, "wide:sat=no").verdict is Verdict.MULTIPLE
    assert solve(board, budget=Budget(nodes=1000)).verdict is Verdict.MULTIPLE  # nodes have to be counted
    monkeypatch.setattr(sat, "find_spec", lambda name: None)
    assert solve(board).verdict is Verdict.MULTIPLE
    assert not started


@pytest.mark.slow
def test_it_is_killed_when_the_time_is_over_and_when_nobody_wants_more(started: list[subprocess.Popen[bytes]]) -> None:
    assert solve(HARD, budget=Budget(seconds=1)).verdict is Verdict.UNKNOWN
    search = wide.solutions(Grid.empty(Geometry.of(3, 4)), Meter())
    next(search)
    search.close()
    assert [process.poll() for process in started] == [-signal.SIGKILL] * 2


def is_alive(process: str) -> bool:
    status = Path("/proc", process, "stat")
    return status.exists() and status.read_text().rpartition(")")[2].split()[0] != "Z"


@pytest.mark.slow
@pytest.mark.linux
def test_it_does_not_outlive_us() -> None:
    code = (
        "import sys, subprocess\n"
        "from dueldoku import Grid, Geometry, solve, warm_up\n"
        "warm_up()\n"
        "from dueldoku.solvers import wide\n"
        "wide._STUCK = wide._DEEP = wide._HARD = 0\n"
        "class Noted(subprocess.Popen):\n"
        "    def __init__(self, *args, **keywords):\n"
        "        super().__init__(*args, **keywords)\n"
        "        print(self.pid, flush=True)\n"
        "subprocess.Popen = Noted\n"
        f"solve(Grid.parse({str(HARD)!r}))\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout
        child = parent.stdout.readline().strip()
        time.sleep(1)  # CaDiCaL is at work by now
        assert is_alive(child)
        parent.kill()
        end = time.monotonic() + 10
        while is_alive(child) and time.monotonic() < end:
            time.sleep(0.05)
    assert not is_alive(child)
