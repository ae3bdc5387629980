"""Many puzzles at once: arrays in, arrays out, on all cores.

>>> solved = solve_many(["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"] * 3)
>>> solved.counts.tolist(), solved.solutions[0, :9].tolist()
([1, 1, 1], [5, 3, 4, 6, 7, 8, 9, 1, 2])
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from math import isqrt
from threading import Event
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dueldoku.board.geometry import Geometry, likely_shapes
from dueldoku.board.grid import Grid
from dueldoku.errors import DueldokuError, GridError, ShapeError, located
from dueldoku.formats.line import plain_line
from dueldoku.formats.values import grid_of_values, unpacked
from dueldoku.solvers.backend import backend_of
from dueldoku.solvers.compiled import Backend, Boards, Counts
from dueldoku.solvers.meter import BudgetEnded, Meter
from dueldoku.solvers.result import Budget

_SHARE, _SHARES = 20_000, 16  # puzzles, at most, that a thread takes at a time; how many such shares if there are fewer
_MOST = (1 << 31) - 1  # solutions that are counted
_LOOK = 0.1  # seconds between two looks whether to stop, where that is for us to say


class SolvedMany(NamedTuple):
    """For each puzzle its first solution (a row of values, 0 if there is none) and their number up to the limit.

    The number is -1 where the budget ended first; then the solution, if there is one, need not be the only one.
    """

    solutions: Boards
    counts: Counts


def solve_many(
    puzzles: Iterable[object],
    limit: int = 2,
    *,
    shape: Geometry | None = None,
    threads: int = 0,
    progress: Callable[[int], None] | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
) -> SolvedMany:
    """Solve puzzles of one size: lines of text, or arrays of values (0 for empty): (n, N*N) or (n, N, N).

    They may be in a list, an array, a Series or a frame; each may be whatever ``solve`` takes.
    ``threads`` are as many as there are cores unless said otherwise. ``progress`` is called with the number of puzzles
    that are done since it was called last. ``seconds`` and ``nodes`` are what each puzzle may take; without them none
    is given up. Raises FormatError that names the first puzzle that is none. Ctrl-C ends it at once, on all cores.
    """
    if not 1 <= limit <= _MOST:
        raise ValueError(f"expected to look for at least one solution and at most {_MOST}, got {limit}")
    if (seconds is not None and not seconds > 0) or (nodes is not None and nodes < 1):
        raise ValueError(f"expected a budget above 0 for each puzzle, got {seconds} seconds, {nodes} nodes")
    many = _many(puzzles, shape)
    number = len(many)
    if isinstance(many, np.ndarray):
        backend = backend_of(_shape_of_rows(many, shape))
        boards = many.__getitem__
    else:
        backend = backend_of(_shape_of_lines(many, shape))
        boards = partial(_boards_of_lines, many, backend)
    return _solve_all(backend, boards, number, Budget(seconds, nodes, limit), threads, progress)


def plain_rows(data: bytes) -> Boards:
    """The rows of 82 bytes at the beginning of ``data`` that are a 9x9 puzzle, plainly written, and a line end."""
    from dueldoku.kernels.solving.nine import plain_rows

    rows = np.frombuffer(data, np.uint8, len(data) // 82 * 82).reshape(-1, 82)
    return rows[: plain_rows(rows)]


def solve_rows(rows: Boards, limit: int = 2, threads: int = 0) -> SolvedMany:
    """Solve such rows, as ``solve_many`` does."""
    return _solve_all(backend_of(Geometry.of(3, 3)), rows.__getitem__, len(rows), Budget(solutions=limit), threads)


def _solve_all(
    backend: Backend,
    boards: Callable[[slice], Boards],
    number: int,
    budget: Budget,
    threads: int,
    progress: Callable[[int], None] | None = None,
) -> SolvedMany:
    """Solve so many boards, which are there when they are asked for, on all cores."""
    solved = _room_for(number, backend.geometry)
    stop = Event()

    def work(start: int, end: int) -> None:
        for first in range(start, min(end, number), backend.block):
            part = slice(first, min(first + backend.block, end, number))
            values = np.ascontiguousarray(boards(part), np.uint8)
            _solve_block(backend, values, solved.solutions[part], solved.counts[part], budget, stop)
            if stop.is_set():
                return
            if progress:
                progress(part.stop - first)

    workers = threads or os.cpu_count() or 1
    share = min(_SHARE, max(backend.share, number // (_SHARES * workers)))
    if workers == 1 or number <= share:
        work(0, number)
        return solved
    pool = ThreadPoolExecutor(workers)
    try:
        starts = range(0, number, share)
        for _ in pool.map(work, starts, range(share, number + share, share)):
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
    backend.batch(boards, *solved, limit=1, most_nodes=backend.patience)
    return solved


def _room_for(number: int, geometry: Geometry) -> SolvedMany:
    return SolvedMany(np.zeros((number, geometry.size), np.uint8), np.zeros(number, np.int32))


# -- what people have ------------------------------------------------------------------------------------------------


def _many(puzzles: object, shape: Geometry | None) -> list[str] | Boards:
    """The puzzles as lines of text or, if they are values, as an array with a row for each."""
    if isinstance(puzzles, str | Grid):
        raise GridError("expected many puzzles, got one: solve takes it, and so does a list with it")
    if callable(give := getattr(puzzles, "to_numpy", None)) and not hasattr(puzzles, "tolist"):
        puzzles = give()  # a frame, or a Series of polars
    if isinstance(puzzles, np.ndarray):
        if puzzles.dtype.kind in "iuf" and puzzles.ndim > 1:
            return _rows(puzzles)
        if puzzles.dtype.kind == "S":
            puzzles = puzzles.astype(str)
    many: list[object] = unpacked(puzzles)
    if set(map(type, many)) <= {str}:
        return many  # type: ignore[return-value]
    grids = [_grid(puzzle, number, shape) for number, puzzle in enumerate(many, 1)]
    for number, grid in enumerate(grids, 1):
        if grid.marks:
            raise GridError(f"expected puzzles without pencil marks, got some in puzzle {number}: solve takes them")
        if grid.geometry is not grids[0].geometry:
            first, other = grids[0].geometry, grid.geometry
            raise GridError(f"expected puzzles of one size, got {first} blocks first and {other} in puzzle {number}")
    return np.array([grid.values for grid in grids], np.uint8)


def _grid(puzzle: object, number: int, shape: Geometry | None) -> Grid:
    try:
        return grid_of_values(puzzle, shape)
    except DueldokuError as error:
        raise GridError(f"puzzle {number}: {error}") from None


def _rows(values: NDArray[Any]) -> Boards:
    """An array of numbers with a row for each puzzle. Raises GridError if they are no whole numbers."""
    if values.ndim == 3 and values.shape[1] == values.shape[2]:
        values = values.reshape(len(values), -1)
    if values.dtype.kind == "f":
        values = np.nan_to_num(values)  # nan is an empty cell, as pandas has it
        if not np.array_equal(values, whole := values.astype(np.int64)):
            raise GridError("expected whole numbers for digits, got fractions")
        values = whole
    counted_from_0 = values.size and values.min() == -1 and values.max() < isqrt(values.shape[-1])
    return values + 1 if counted_from_0 else values


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
        raise GridError(f"expected an array (n, N*N) or (n, N, N), a row for each puzzle, got {values.shape}")
    if shape is None:
        side = isqrt(values.shape[1])
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
