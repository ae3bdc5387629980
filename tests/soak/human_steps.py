"""Every step that people would take, checked against the solution, on all cores that it may use.

python tests/soak/human_steps.py [PUZZLES [SEED]]      puzzles made for it
python tests/soak/human_steps.py FILE                  one puzzle a line

Nine in ten of those made for it are minimal 9x9 puzzles, the others have other shapes. Every second one trusts that
there is one solution. The solution comes from the compiled solver, which knows nothing of techniques. At the end it
tells how often each technique was the simplest step.
"""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.puzzles.dig import puzzles_of
from dueldoku.puzzles.recipe import Recipe
from dueldoku.solvers.api import solve
from dueldoku.solvers.human import TECHNIQUES, CandidateBoard, deduce

PUZZLES = 100_000
SHAPES = ("2x3", "3x2", "2x4", "4x2", "2x5", "1x6", "3x4")
BATCH = 50
SLOW = 10.0  # seconds of the processor that no puzzle may take


def check(grid: Grid, trust_uniqueness: bool) -> tuple[Counter[str], bool, float]:
    """Solve as people do; what was used, whether it was solved, and the seconds. Raises AssertionError if wrong."""
    solution = solve(grid).solution
    assert solution, f"{grid} has no solution"
    techniques = [technique for technique in TECHNIQUES if trust_uniqueness or not technique.trusts]
    board, used, begin = CandidateBoard(grid), Counter[str](), time.process_time()
    for step in deduce(board, techniques=techniques):
        assert step.changed, f"{grid}: {step} changes nothing"
        for cell, digit in step.eliminations:
            assert solution[cell] != digit, f"{grid}: {step}"
        if step.placement:
            assert solution[step.placement.cell] == step.placement.digit, f"{grid}: {step}"
        used[step.technique] += 1
    return used, board.is_full, time.process_time() - begin


def check_batch(batch: list[str] | tuple[str, int]) -> tuple[Counter[str], int, int, list[str]]:
    """Check some puzzles, given as lines or to be made of a shape and a seed.

    Returns what was used, how many there were, how many were solved, and what was wrong or slow.
    """
    used, done, solved, faults = Counter[str](), 0, 0, list[str]()
    for grid in map(Grid.parse, batch) if isinstance(batch, list) else made(*batch):
        done += 1
        try:
            more, is_solved, seconds = check(grid, trust_uniqueness=done % 2 == 0)
        except AssertionError as fault:
            faults.append(str(fault))
            continue
        used += more
        solved += is_solved
        if seconds > SLOW:
            faults.append(f"{grid} took {seconds:.1f} s")
    return used, done, solved, faults


def made(shape: str, seed: int) -> Iterator[Grid]:
    """A batch of minimal puzzles of a shape."""
    return islice(puzzles_of(Recipe(Geometry.parse(shape), minimal=True, seed=seed), BATCH), BATCH)


def batches(puzzles: int, seed: int) -> Iterator[tuple[str, int]]:
    """A shape and a seed for each batch."""
    for number in range(-(-puzzles // BATCH)):
        yield (SHAPES[number // 10 % len(SHAPES)] if number % 10 == 9 else "3x3"), seed * 1_000_000 + number


def batches_of(file: str) -> Iterator[list[str]]:
    """The lines of a file, some at a time."""
    lines = Path(file).read_text(encoding="utf-8").split()
    for start in range(0, len(lines), BATCH):
        yield lines[start : start + BATCH]


def main(puzzles: str = str(PUZZLES), seed: str = "1") -> int:
    """Check so many, or those of a file; returns 1 if a step was wrong or a puzzle took too long, else 0."""
    used, done, solved, wrong = Counter[str](), 0, 0, 0
    work = batches(int(puzzles), int(seed)) if puzzles.isdecimal() else batches_of(puzzles)
    with ProcessPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for more, number, fine, faults in pool.map(check_batch, work):
            used, done, solved, wrong = used + more, done + number, solved + fine, wrong + len(faults)
            for fault in faults:
                print(f"WRONG: {fault}", flush=True)
            if done % (20 * BATCH) == 0:
                print(f"{done} puzzles, {used.total()} steps, {solved} solved, {wrong} faults", flush=True)
    for technique in TECHNIQUES:
        print(f"{used[technique.name]:10} {technique.name}")
    print(f"{done} puzzles, {used.total()} steps, {solved} solved, {wrong} faults")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
