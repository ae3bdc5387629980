"""Every step that people would take, checked against the solution, on puzzles made for it, on all cores.

python tests/soak/human_steps.py [PUZZLES] [SEED]

Nine in ten are minimal 9x9 puzzles, the others of other shapes. Every second one trusts that there is one solution. The
solution comes from the compiled solver, which knows nothing of techniques. At the end it tells how often each technique
was the simplest step.
"""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.puzzles.dig import puzzles_of
from dueldoku.puzzles.recipe import Recipe
from dueldoku.solvers.api import solve
from dueldoku.solvers.human import TECHNIQUES, CandidateBoard, deduce

PUZZLES = 100_000
SHAPES = ("2x2", "2x3", "3x2", "2x4", "4x2", "2x5", "1x6", "3x4")
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


def check_batch(shape: str, seed: int) -> tuple[Counter[str], int, list[str]]:
    """Make some puzzles of a shape and check them; what was used, how many were solved, what was wrong or slow."""
    used, solved, faults = Counter[str](), 0, list[str]()
    recipe = Recipe(Geometry.parse(shape), minimal=True, seed=seed)
    for number, grid in enumerate(islice(puzzles_of(recipe, BATCH), BATCH)):
        try:
            more, is_solved, seconds = check(grid, trust_uniqueness=bool(number % 2))
        except AssertionError as fault:
            faults.append(str(fault))
            continue
        used += more
        solved += is_solved
        if seconds > SLOW:
            faults.append(f"{grid} took {seconds:.1f} s")
    return used, solved, faults


def batches(puzzles: int, seed: int) -> Iterator[tuple[str, int]]:
    """A shape and a seed for each batch."""
    for number in range(-(-puzzles // BATCH)):
        yield (SHAPES[number // 10 % len(SHAPES)] if number % 10 == 9 else "3x3"), seed * 1_000_000 + number


def main(puzzles: int = PUZZLES, seed: int = 1) -> int:
    """Check so many; returns 1 if a step was wrong or a puzzle took too long, else 0."""
    used, solved, done, wrong = Counter[str](), 0, 0, 0
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for more, fine, faults in pool.map(check_batch, *zip(*batches(puzzles, seed), strict=True)):
            used, solved, done, wrong = used + more, solved + fine, done + BATCH, wrong + len(faults)
            for fault in faults:
                print(f"WRONG: {fault}", flush=True)
            if done % (20 * BATCH) == 0:
                print(f"{done} puzzles, {used.total()} steps, {solved} solved, {wrong} faults", flush=True)
    for technique in TECHNIQUES:
        print(f"{used[technique.name]:10} {technique.name}")
    print(f"{done} puzzles, {used.total()} steps, {solved} solved, {wrong} faults")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
