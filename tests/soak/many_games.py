"""Thousands of games with agents in their cages, in one process: memory, descriptors and time per game stay flat.

python tests/soak/many_games.py [GAMES]

SQLite keeps up to 2 MB of the archive's pages in memory, Python keeps for a while what refers to itself, and the C
library keeps what was freed. All three come to an end, and until then hide what grows slowly: they are emptied before
we look.
"""

from __future__ import annotations

import ctypes
import gc
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from dueldoku.arena.archive import Archive
from dueldoku.arena.plan import make_plan
from dueldoku.arena.play import play_task
from dueldoku.arena.pool import Here
from dueldoku.arena.run import do_all
from dueldoku.game.oracle import Oracle

GAMES = 10_000
PARTS = 10
MOST = 1.0  # megabytes more at the end than after the second part


class Sample(NamedTuple):
    """After a part of the games: what we hold, and what a game took."""

    megabytes: float
    descriptors: int
    children: int
    seconds: float


def soak(games: int, folder: Path, say: Callable[[str], None] = print) -> list[Sample]:
    """Play so many, and look after each tenth. Raises AssertionError if something grows."""
    plan = make_plan(
        ["greedy_player", "random_player"], "easy-2x2", times=0.2, games=max(PARTS, games // PARTS * PARTS)
    )
    part, samples, took = len(plan) // PARTS, [], []
    with Archive(folder / "games.db", write=True) as archive:
        archive.begin("soak", plan.settings())
        began = time.monotonic()
        for number, result in enumerate(do_all(plan.tasks(), Here(), play_task), 1):
            assert archive.add("soak", result)
            took.append(time.monotonic() - began)
            if number % part == 0:
                samples.append(Sample(_megabytes(archive), len(os.listdir("/proc/self/fd")), _children(), median(took)))
                say(f"{number} games: {samples[-1]}")
                took.clear()
            began = time.monotonic()
    judge(samples)
    return samples


def judge(samples: list[Sample]) -> None:
    """Raise AssertionError if something grows."""
    first, last = samples[1], samples[-1]  # the first part loads and compiles
    assert last.descriptors <= first.descriptors, samples
    assert last.children <= first.children, samples
    assert last.megabytes <= first.megabytes + MOST, samples
    assert min(it.seconds for it in samples[-3:]) <= 1.5 * max(it.seconds for it in samples[1:4]), samples


def _megabytes(archive: Archive) -> float:
    archive._connection.execute("PRAGMA shrink_memory")
    gc.collect()
    if hasattr(libc := ctypes.CDLL(None), "malloc_trim"):
        libc.malloc_trim(0)
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def _children() -> int:
    return len(Path(f"/proc/self/task/{os.getpid()}/children").read_text().split())


if __name__ == "__main__":
    Oracle.searches = 1_000_000  # so that the compiled solver is loaded in the first part, and not when it pays
    with TemporaryDirectory() as temporary:
        soak(int(sys.argv[1]) if sys.argv[1:] else GAMES, Path(temporary))
