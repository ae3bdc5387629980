"""What solving, counting and generating cost on boards from 4x4 to 64x64: CPU time, and the memory that they take.

Each is measured on boards that are made for it: a puzzle as ``dueldoku generate`` makes it; its solution and the proof
that there is no other; and the solutions, up to a thousand, that it has without its first clues, as many
as a block has rows.
"""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import NamedTuple

import numpy as np

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.puzzles.api import generate
from dueldoku.render import plots
from dueldoku.solvers.api import count, solve
from dueldoku.stats.interval import Interval

SIZES = ("2x2", "2x3", "2x4", "3x3", "3x4", "4x4", "5x5", "6x6", "7x7", "8x8")
_COUNTED = 1_000  # solutions


class Growth(NamedTuple):
    """What something costs on boards of a size: CPU seconds at the median and at most, and bytes at the peak."""

    what: str
    size: str
    side: int
    seconds: float
    most: float
    bytes: int


def measure_growth(rounds: int = 5, sizes: Sequence[str] = SIZES) -> Iterator[Growth]:
    """Measure everything on so many boards of each size."""
    for size in sizes:
        geometry = Geometry.parse(size)
        puzzles = [generate(geometry, seed=seed) for seed in range(rounds)]
        tasks: dict[str, list[Callable[[], object]]] = {
            "solve": [partial(solve, puzzle) for puzzle in puzzles],
            "count": [partial(count, _open(puzzle), _COUNTED) for puzzle in puzzles],
            "generate": [partial(generate, geometry, seed=seed) for seed in range(rounds)],
        }
        for what, calls in tasks.items():
            calls[0]()  # loaded and compiled now, not while it is measured
            spent = [_seconds(call) for call in calls]
            yield Growth(what, size, geometry.side, median(spent), max(spent), _peak(calls[0]))


def _open(puzzle: Grid) -> Grid:
    """The puzzle without its first clues, as many as a block has rows."""
    values = np.array(puzzle.values, np.uint8)
    values[np.flatnonzero(values)[: puzzle.geometry.m]] = 0
    return Grid.trusted(puzzle.geometry, tuple(values.tolist()))


def _seconds(call: Callable[[], object]) -> float:
    begin = time.process_time()
    call()
    return time.process_time() - begin


def _peak(call: Callable[[], object]) -> int:
    """How much memory a call takes at most, in objects and arrays. Measuring it is slow."""
    tracemalloc.start()
    try:
        call()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def draw_growth(figures: Sequence[Growth], file: str) -> None:
    """Draw time and memory over the side of the board, into a file of any kind that matplotlib knows."""
    with plots.look():
        figure, (left, right) = plots.panels(2)
        for axis, title in ((left, "CPU seconds"), (right, "memory in MB")):
            axis.set(xscale="log", yscale="log", title=title, xlabel="side of the board")
            sides = sorted({growth.side for growth in figures})
            axis.set_xticks(sides, [str(side) for side in sides])
            axis.minorticks_off()
        names = list(dict.fromkeys(growth.what for growth in figures))
        mine = {name: [growth for growth in figures if growth.what == name] for name in names}
        times = {name: [_point(g.side, g.seconds, g.most) for g in rows] for name, rows in mine.items()}
        plots.lines(left, times)
        plots.lines(right, {name: [_point(g.side, g.bytes / 1e6) for g in rows] for name, rows in mine.items()})
        plots.legend(left)
        figure.savefig(Path(file))


def _point(side: int, value: float, most: float | None = None) -> plots.Point:
    return plots.Point(side, Interval(value, value, most or value))
