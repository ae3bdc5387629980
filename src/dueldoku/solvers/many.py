"""Many puzzles at once: arrays in, arrays out, on all cores.

>>> solved = solve_many(["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"] * 3)
>>> solved.counts.tolist(), solved.solutions[0, :9].tolist()
([1, 1, 1], [5, 3, 4, 6, 7, 8, 9, 1, 2])
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event
from typing import NamedTuple

import numpy as np

from dueldoku.board.geometry import Geometry, likely_shapes
from dueldoku.board.grid import Grid
from dueldoku.errors import GridError, ShapeError, located
from dueldoku.formats.line import plain_line
from dueldoku.solvers.backend import backend_of
from dueldoku.solvers.compiled import Backend, Boards, Counts
from dueldoku.solvers.meter import BudgetEnded, Meter
from dueldoku.solvers.result import Budget

_SHARE, _SHARES = 20_000, 16  # puzzles, at most, that a thread takes at a time; how many such shares if there are fewer
_MOST = (1 << 31) - 1  # solutions that are counted
_LOOK = 0.1  # seconds between two looks whether to stop, where that is for us to say
_HARD = 1_000  # nodes of a board after which its first solution is given up


class SolvedMany(NamedTuple):
    """For each puzzle its first solution (a row of values, 0 if there is none) and their number up to the limit.

    The number is -1 where the budget ended first; then the solution, if there is one, need not be the only one.
    """

    solutions: Boards
    counts: Counts


def solve_many(
    puzzles: Sequence[str] | Boards,
    limit: int = 2,
    *,
    shape: Geometry | None = None,
    threads: int = 0,
    progress: Callable[[int], None] | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
) -> SolvedMany:
    """Solve puzzles of one size: lines of text, or an array with a row of values (0 for empty) for each.

    ``threads`` are as many as there are cores unless said otherwise. ``progress`` is called with the number of puzzles
    that are done since it was called last. ``seconds`` and ``nodes`` are what each puzzle may take; without them none
    is given up. Raises FormatError that names the first puzzle that is none. Ctrl-C ends it at once, on all cores.
    """
    if not 1 <= limit <= _MOST:
        raise ValueError(f"expected to look for at least one solution and at most {_MOST}, got {limit}")
    if (seconds is not None and not seconds > 0) or (nodes is not None and nodes < 1):
        raise ValueError(f"expected a budget above 0 for each puzzle, got {seconds} seconds, {nodes} nodes")
    if isinstance(puzzles, np.ndarray):
        backend = backend_of(_shape_of_rows(puzzles, shape))
        boards = puzzles.__getitem__
    else:
        backend = backend_of(_shape_of_lines(puzzles, shape))
        boards = partial(_boards_of_lines, puzzles, backend)
    solved = _room_for(len(puzzles), backend.geometry)
    budget, stop = Budget(seconds, nodes, limit), Event()

    def work(start: int, end: int) -> None:
        for first in range(start, min(end, len(puzzles)), backend.block):
            part = slice(first, min(first + backend.block, end, len(puzzles)))
            values = np.ascontiguousarray(boards(part), np.uint8)
            _solve_block(backend, values, solved.solutions[part], solved.counts[part], budget, stop)
            if stop.is_set():
                return
            if progress:
                progress(part.stop - first)

    workers = threads or os.cpu_count() or 1
    share = min(_SHARE, max(backend.block // 4, len(puzzles) // (_SHARES * workers)))
    if workers == 1 or len(puzzles) <= share:
        work(0, len(puzzles))
        return solved
    pool = ThreadPoolExecutor(workers)
    try:
        starts = range(0, len(puzzles), share)
        for _ in pool.map(work, starts, range(share, len(puzzles) + share, share)):
            pass
    finally:
        stop.set()  # whatever ends us ends them at their next look
        pool.shutdown(wait=False, cancel_futures=True)
    return solved


class _StoppableMeter(Meter):
    """A meter whose budget ends when somebody says stop."""

    def __init__(self, budget: Budget, stop: Event) -> None:
        super().__init__(budget)
        self._stop = stop

    def seconds_left(self, most: float) -> float:
        """How much time is left, at most ``most``, which is never long."""
        return 0.0 if self._stop.is_set() else super().seconds_left(min(most, _LOOK))


def _solve_block(backend: Backend, boards: Boards, found: Boards, counts: Counts, budget: Budget, stop: Event) -> None:
    """Most boards of a block are solved at once; those that take longer each under its own budget."""
    counts[:] = -1
    quick = min(backend.quick, budget.nodes or backend.quick)
    if quick:
        backend.batch(boards, found, counts, budget.solutions, quick)
    if quick == budget.nodes:
        return
    for row in np.flatnonzero(counts == -1):
        try:
            meter, board = _StoppableMeter(budget, stop), boards[row, : found.shape[1]].tobytes()
            first, number = backend.number(board, budget.solutions, meter)
        except BudgetEnded:
            if stop.is_set():
                return
            continue
        found[row] = 0 if first is None else first
        counts[row] = number


def first_solutions(geometry: Geometry, boards: Boards) -> SolvedMany:
    """A solution of each board, a row of values that are not checked: the count is 1, 0, or -1 if it is too hard."""
    solved = _room_for(len(boards), geometry)
    backend = backend_of(geometry)
    backend.batch(boards, *solved, limit=1, most_nodes=0 if backend.quick else _HARD)  # a quick one is through with all
    return solved


def _room_for(number: int, geometry: Geometry) -> SolvedMany:
    return SolvedMany(np.zeros((number, geometry.size), np.uint8), np.zeros(number, np.int32))


# -- lines of text ---------------------------------------------------------------------------------------------------


def _shape_of_lines(lines: Sequence[str], shape: Geometry | None) -> Geometry:
    if shape or not lines:
        return shape or Geometry.of(3, 3)
    plain = plain_line(lines[0])  # a parsed one takes as long as a hundred solved ones
    return plain[0] if plain else _parse(lines[0], 1, None).geometry


def _boards_of_lines(lines: Sequence[str], backend: Backend, part: slice) -> Boards:
    """Runs in the threads, and is quick for what is written plainly."""
    plain = backend.read_lines(lines[part])
    if plain is not None:
        return plain
    grids = [_parse(line, part.start + number, backend.geometry) for number, line in enumerate(lines[part], 1)]
    return np.array([grid.values for grid in grids], np.uint8)


def _parse(line: str, number: int, shape: Geometry | None) -> Grid:
    with located(number):
        return Grid.parse(line, shape)


# -- arrays ----------------------------------------------------------------------------------------------------------


def _shape_of_rows(values: Boards, shape: Geometry | None) -> Geometry:
    """The shape of the boards in an array of values, which are checked."""
    if values.ndim != 2:
        raise GridError(f"expected an array with a row for each puzzle, got {values.ndim} dimensions")
    if shape is None:
        side = int(values.shape[1] ** 0.5)
        if side * side != values.shape[1] or len(likely_shapes(side)) != 1:
            raise ShapeError(f"expected rows of N*N values, or the shape, got rows of {values.shape[1]}")
        shape = likely_shapes(side)[0]
    if values.shape[1] != shape.size:
        raise GridError(f"expected rows of {shape.size} values for {shape} blocks, got {values.shape[1]}")
    wrong = np.argwhere((values < 0) | (values > shape.side))
    if len(wrong):
        row, cell = wrong[0]
        raise GridError(f"expected values from 0 to {shape.side}, got {values[row, cell]} in row {row}, place {cell}")
    return shape
