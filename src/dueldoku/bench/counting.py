"""How fast solutions are counted, and how fast a file is solved, as ratios to the way that anybody would take first.

Counting is compared with going through ``solutions`` one by one; a file of many lines with the same lines read one by
one, each by the whole program with its start. Both do the same work in turn; each round gives one ratio. Time is CPU
time.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import median
from typing import NamedTuple

from dueldoku import start
from dueldoku.bench.solvers import load_set
from dueldoku.solvers.api import count, solutions

BOARDS = {  # boards with more solutions than anybody counts, and one that is counted to its end
    "9x9, three clues": "1...2...3" + "." * 72,
    "9x9, 18 clues": "123456789456789123" + "." * 63,
    "6x6, empty": "2x3:" + "." * 36,
    "8x8, empty": "2x4:" + "." * 64,
}
_COUNTED, _LISTED = 2_000_000, 100_000  # solutions of a board
Ways = tuple[tuple[Callable[[], object], int], tuple[Callable[[], object], int]]  # each with how much it does
_LINES = 1_000_000  # of a file


class Gain(NamedTuple):
    """What was done: how much of it a second, and how many times as fast that is (median, least, most)."""

    what: str
    per_second: float
    beside: str
    ratio: float
    least: float
    most: float


def measure_counting(rounds: int = 5) -> Iterator[Gain]:
    """Count on each board, and solve a file."""
    for name, board in BOARDS.items():
        ways: Ways = (partial(count, board, _COUNTED), _COUNTED), (partial(_list, board), _LISTED)
        yield _gain(f"solutions counted: {name}", "listed one by one", ways, rounds)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "many.txt")
        puzzles = load_set("3x3-minimal") + load_set("3x3-easy")
        file.write_text("".join(f"{puzzle}\n" for puzzle in (puzzles * (_LINES // len(puzzles) + 1))[:_LINES]))
        ways = (partial(_solve, str(file)), _LINES), (partial(_solve, str(file), "--from", "sdm"), _LINES)
        yield _gain(f"lines of a file solved: {_LINES:,}", "line by line", ways, rounds)


def _list(board: str) -> int:
    return sum(1 for _ in islice(solutions(board), _LISTED))


def _solve(*arguments: str) -> None:
    """Run the program."""
    command = start.python("-m", "dueldoku", "solve", *arguments)
    subprocess.run(command, env=start.environment(), capture_output=True, check=True)


def _gain(what: str, beside: str, ways: Ways, rounds: int) -> Gain:
    for run, _ in ways:
        run()  # whatever has to load, loads here
    pairs = [[amount / _seconds(run) for run, amount in ways] for _ in range(rounds)]
    ratios = sorted(ours / other for ours, other in pairs)
    return Gain(what, median(ours for ours, _ in pairs), beside, median(ratios), ratios[0], ratios[-1])


def _seconds(run: Callable[[], object]) -> float:
    begin = _clock()
    run()
    return max(_clock() - begin, 1e-9)


def _clock() -> float:
    """CPU time, ours and that of programs which we have waited for."""
    return time.process_time() + sum(os.times()[2:4])
