"""Many puzzles at once: arrays in, arrays out, on all cores.

>>> solved = solve_many(["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"] * 3)
>>> solved.counts.tolist(), solved.solutions[0, :9].tolist()
([1, 1, 1], [5, 3, 4, 6, 7, 8, 9, 1, 2])
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dueldoku.board.geometry import Geometry, likely_shapes
from dueldoku.board.grid import Grid
from dueldoku.errors import FormatError, GridError, ShapeError
from dueldoku.kernels import nine

_NINE = Geometry.of(3, 3)
_CHUNK = 10_000  # 9x9 puzzles that a thread solves between two reports
_CHARACTERS = b"0123456789.*_-"
Bytes = NDArray[np.uint8]


class Solved(NamedTuple):
    """For each puzzle its first solution (a row of values, 0 if there is none) and their number up to the limit."""

    solutions: Bytes
    counts: NDArray[np.int32]


def solve_many(
    puzzles: Sequence[str] | Bytes,
    limit: int = 2,
    *,
    shape: Geometry | None = None,
    threads: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Solved:
    """Solve puzzles of one size: lines of text, or an array with a row of values (0 for empty) for each.

    ``threads`` are as many as there are cores unless said otherwise. ``progress`` is called with the number of puzzles
    that are done since it was called last. Raises FormatError that names the first puzzle that is none.
    """
    if limit < 1:
        raise ValueError(f"expected to look for at least one solution, got {limit}")
    if isinstance(puzzles, np.ndarray):
        boards, geometry = _checked(puzzles, shape)
    else:
        boards, geometry = _parsed(puzzles, shape)
    solutions = np.zeros(boards.shape, np.uint8)
    counts = np.zeros(len(boards), np.int32)
    solve, chunk = (_solve_nine, _CHUNK) if geometry is _NINE else (_solve_wide(geometry), 16)

    def work(start: int) -> None:
        part = slice(start, start + chunk)
        solve(boards[part], solutions[part], counts[part], limit)
        if progress:
            progress(len(counts[part]))

    starts = range(0, len(boards), chunk)
    workers = min(threads or os.cpu_count() or 1, len(starts))
    if workers <= 1:
        for start in starts:
            work(start)
    else:
        with ThreadPoolExecutor(workers) as pool:
            for _ in pool.map(work, starts):
                pass
    return Solved(solutions, counts)


def is_plain_line(line: str) -> bool:
    """Whether the line is a 9x9 puzzle as ``solve_many`` reads it without looking closer."""
    return len(line) == 81 and not line.strip(_CHARACTERS.decode())


def _solve_nine(boards: Bytes, solutions: Bytes, counts: NDArray[np.int32], limit: int) -> None:
    found = np.full(boards.shape, 48, np.uint8)
    nine.solve_batch(boards, found, counts, limit, np.empty(2 * nine.MEMORY, np.uint32))
    np.subtract(found, 48, out=solutions)


def _solve_wide(geometry: Geometry) -> Callable[[Bytes, Bytes, NDArray[np.int32], int], None]:
    from dueldoku.solve.wide import search

    def solve(boards: Bytes, solutions: Bytes, counts: NDArray[np.int32], limit: int) -> None:
        for row, board in enumerate(boards):
            found = search(geometry, board, limit)
            counts[row] = len(found)
            if len(found):
                solutions[row] = found[0]

    return solve


def _parsed(lines: Sequence[str], shape: Geometry | None) -> tuple[Bytes, Geometry]:
    """The boards of lines of text: as ASCII for 9x9, else as values."""
    if not lines:
        return np.zeros((0, 81), np.uint8), shape or _NINE
    if shape in (None, _NINE) and set(map(len, lines)) == {81}:
        data = "".join(lines).encode("ascii", "replace")
        if not data.translate(None, _CHARACTERS):
            return np.frombuffer(data, np.uint8).reshape(-1, 81), _NINE
    grids = []
    for number, line in enumerate(lines, 1):
        try:
            grids.append(Grid.parse(line, shape))
        except (FormatError, ShapeError) as error:
            column = error.column if isinstance(error, FormatError) else None
            problem = error.problem if isinstance(error, FormatError) else str(error)
            raise FormatError(problem, line=number, column=column) from None
        shape = grids[0].geometry
    values = np.array([grid.values for grid in grids], np.uint8)
    assert shape is not None
    return (_as_text(values) if shape is _NINE else values), shape


def _checked(values: Bytes, shape: Geometry | None) -> tuple[Bytes, Geometry]:
    """The boards of an array of values."""
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
    boards = np.ascontiguousarray(values, np.uint8)
    return (_as_text(boards) if shape is _NINE else boards), shape


def _as_text(values: Bytes) -> Bytes:
    return values + np.uint8(48)
