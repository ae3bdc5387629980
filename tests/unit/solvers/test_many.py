"""Many puzzles at once: each under its own budget, and none of them between us and Ctrl-C."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from itertools import islice
from threading import Event

import numpy as np
import pytest
from program import LINE
from strategies import sparse_board

from dueldoku import Geometry, Grid, Verdict, generate, solve, solve_many
from dueldoku.errors import FormatError
from dueldoku.solvers import many
from dueldoku.solvers.many import _StoppableMeter
from dueldoku.solvers.meter import BudgetEnded, Meter
from dueldoku.solvers.result import Budget
from dueldoku.solvers.wide import Wide, solutions

EMPTY = "." * 81


def test_a_budget_is_for_each_puzzle() -> None:
    lines = [LINE, EMPTY, LINE]
    assert solve_many(lines, limit=1_000).counts.tolist() == [1, 1_000, 1]
    assert solve_many(lines, limit=10**6, nodes=2_000).counts.tolist() == [1, -1, 1]
    began = time.monotonic()
    assert solve_many(lines, limit=10**9, seconds=0.2).counts.tolist() == [1, -1, 1]
    assert time.monotonic() - began < 10


@pytest.mark.parametrize(("m", "n"), [(2, 2), (2, 3), (4, 4)])
def test_a_budget_is_kept_on_every_geometry(m: int, n: int) -> None:
    geometry = Geometry.of(m, n)
    boards = np.zeros((3, geometry.size), np.uint8)
    assert solve_many(boards, limit=10_000, nodes=20, shape=geometry).counts.tolist() == [-1] * 3
    assert solve_many(boards, limit=2, shape=geometry).counts.tolist() == [2] * 3


@pytest.mark.parametrize("limit", [1, 2, 5])
@pytest.mark.parametrize(("m", "n"), [(2, 3), (2, 4), (3, 4), (4, 4), (5, 5)])
def test_a_block_is_solved_as_its_boards_are_one_by_one(m: int, n: int, limit: int) -> None:
    """Some of the puzzles have several solutions, some none; the last ones are too hard for a block."""
    geometry, rng = Geometry.of(m, n), random.Random(m * n)
    boards = []
    for seed in range(8):
        values = list(generate(geometry, seed=seed))
        for cell in rng.sample(range(geometry.size), seed):
            values[cell] = 0
        if seed == 5:
            values[values.index(0)] = rng.randint(1, geometry.side)
        boards.append(Grid(geometry, tuple(values)))
    boards += [sparse_board(geometry, share, seed=1) for share in (0.45, 0.5)]
    solved = solve_many(map(str, boards), limit, shape=geometry, threads=2)
    for board, first, number in zip(boards, solved.solutions, solved.counts, strict=True):
        one_by_one = list(islice(solutions(board, Meter()), limit))
        assert number == len(one_by_one)
        assert not number or not board.fault_of(Grid(geometry, tuple(first.tolist())))
        assert number or not first.any()


def test_many_are_solved_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python's threads would wait for each other between boards."""
    monkeypatch.setattr(Wide, "number", None)  # one by one
    lines = [str(generate("4x4", seed=seed)) for seed in range(40)]
    assert solve_many(lines, threads=2).counts.tolist() == [1] * 40


@pytest.mark.parametrize("odd", [" {}", "3x4: {}", "3x4:{}x", "{}5"])
def test_lines_in_a_block_may_be_odd(odd: str) -> None:
    lines = [str(generate("3x4", seed=seed)) for seed in range(3)]
    assert solve_many(lines).counts.tolist() == [1] * 3
    lines[1] = odd.format(lines[1].partition(":")[2])
    try:
        expected = [solve(Grid.parse(line)).verdict is Verdict.UNIQUE for line in lines]
    except FormatError:
        with pytest.raises(FormatError, match="line 2"):
            solve_many(lines)
    else:
        assert solve_many(lines).counts.tolist() == expected


def test_budgets_that_are_none() -> None:
    for wrong in ({"seconds": 0.0}, {"nodes": 0}, {"limit": 0}, {"limit": 10**23}):
        with pytest.raises(ValueError, match="expected"):
            solve_many([LINE], **wrong)  # type: ignore[arg-type]


def test_whoever_waits_for_long_looks_often_whether_to_stop() -> None:
    stop = Event()
    meter = _StoppableMeter(Budget(), stop)
    assert 0 < meter.seconds_left(60.0) <= 0.2
    stop.set()
    assert meter.seconds_left(60.0) == 0
    with pytest.raises(BudgetEnded):
        meter.check()


def test_no_other_board_of_a_block_is_begun_after_a_stop() -> None:
    """A 16x16 board can take long, and a block has sixteen of them."""
    stop, begun = Event(), []

    class Endless:
        quick = 1

        def batch(self, *_: object) -> None:
            """Nothing is solved quickly."""

        def number(self, board: bytes, limit: int, meter: Meter) -> tuple[bytes | None, int]:
            begun.append(board)
            stop.set()  # Ctrl-C, in this very moment
            meter.check()
            return None, 0

    boards, counts = np.zeros((16, 256), np.uint8), np.zeros(16, np.int32)
    many._solve_block(Endless(), boards, boards.copy(), counts, Budget(), stop)  # type: ignore[arg-type]
    assert len(begun) == 1
    assert counts.tolist() == [-1] * 16


def test_no_other_block_is_begun_after_a_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = []
    monkeypatch.setattr(many, "_solve_block", lambda *given: begun.append(given[-1].set()))
    solve_many(np.zeros((64, 256), np.uint8), threads=1)
    assert len(begun) == 1


ENDLESS = """
import os, sys, threading, time
import numpy as np
from dueldoku import Geometry, solve_many
geometry = Geometry.of({m}, {n})
boards = np.zeros((40, geometry.size), np.uint8)
solve_many(boards[:1], shape=geometry)  # loaded
threading.Timer(1.0, lambda: (print(time.monotonic(), flush=True), os.kill(os.getpid(), 2))).start()
try:
    solve_many(boards, limit=2**31 - 1, shape=geometry, threads={threads})
except KeyboardInterrupt:
    print(time.monotonic(), flush=True)
"""


@pytest.mark.slow
@pytest.mark.linux
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("m", "n"), [(3, 3), (4, 4), (5, 5), (8, 8)])
def test_ctrl_c_is_heard_within_half_a_second(m: int, n: int, threads: int) -> None:
    code = ENDLESS.format(m=m, n=n, threads=threads)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    sent, heard = map(float, done.stdout.split())
    assert heard - sent < 0.5, (signal.SIGINT, os.cpu_count())
