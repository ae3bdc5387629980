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
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dueldoku.board.geometry import Geometry, likely_shapes
from dueldoku.board.grid import Grid
from dueldoku.errors import FormatError, GridError, ShapeError
from dueldoku.kernels.solving import nine

_NINE = Geometry.of(3, 3)
_BLOCK, _WIDE_BLOCK = 2_000, 16  # puzzles read at a time; more would need memory that the system hands out anew
_SHARE, _SHARES = 20_000, 16  # puzzles, at most, that a thread takes at a time; how many such shares if there are fewer
_HARD = 1_000  # nodes of a board that is not 9x9 after which its first solution is given up
_CHARACTERS = "0123456789.*_-"
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
        geometry = _shape_of_rows(puzzles, shape)
        boards = partial(_boards_of_rows, puzzles, geometry)
    else:
        geometry = _shape_of_lines(puzzles, shape)
        boards = partial(_boards_of_lines, puzzles, geometry)
    solutions = np.zeros((len(puzzles), geometry.size), np.uint8)
    counts = np.zeros(len(puzzles), np.int32)
    solve, block = (_solve_nine, _BLOCK) if geometry is _NINE else (partial(_solve_wide, geometry), _WIDE_BLOCK)

    def work(start: int, end: int) -> None:
        for first in range(start, min(end, len(puzzles)), block):
            part = slice(first, min(first + block, end, len(puzzles)))
            solve(boards(part), solutions[part], counts[part], limit)
            if progress:
                progress(part.stop - first)

    workers = threads or os.cpu_count() or 1
    share = min(_SHARE, max(block // 4, len(puzzles) // (_SHARES * workers)))
    if workers == 1 or len(puzzles) <= share:
        work(0, len(puzzles))
    else:
        with ThreadPoolExecutor(workers) as pool:
            starts = range(0, len(puzzles), share)
            for _ in pool.map(work, starts, range(share, len(puzzles) + share, share)):
                pass
    return Solved(solutions, counts)


def first_solutions(geometry: Geometry, boards: Bytes) -> Solved:
    """A solution of each board, a row of values that are not checked: the count is 1, 0, or -1 if it is too hard."""
    solved = Solved(np.zeros_like(boards), np.zeros(len(boards), np.int32))
    if geometry is _NINE:
        _solve_nine(_as_text(boards), *solved, limit=1)
    else:
        from dueldoku.kernels.solving import wide

        shape, state = wide.shape_of(geometry.m, geometry.n), wide.new_state(geometry.side)
        wide.solve_batch(shape, state, boards, *solved, _HARD)
    return solved


def is_plain_line(line: str) -> bool:
    """Whether the line is a 9x9 puzzle as ``solve_many`` reads it without looking closer."""
    return len(line) == 81 and not line.strip(_CHARACTERS)


# -- lines of text ---------------------------------------------------------------------------------------------------


def _shape_of_lines(lines: Sequence[str], shape: Geometry | None) -> Geometry:
    if shape or not lines:
        return shape or _NINE
    return _NINE if is_plain_line(lines[0]) else _parse(lines[0], 1, None).geometry


def _boards_of_lines(lines: Sequence[str], geometry: Geometry, part: slice) -> Bytes:
    """As ASCII for 9x9, else as values. Runs in the threads, and is quick for what is written plainly."""
    if geometry is _NINE:
        text = "\n".join([*lines[part], ""]).encode("ascii", "replace")
        if len(text) == 82 * (part.stop - part.start):
            rows = np.frombuffer(text, np.uint8).reshape(-1, 82)
            if nine.are_plain(rows):
                return rows
    grids = [_parse(line, part.start + number, geometry) for number, line in enumerate(lines[part], 1)]
    values = np.array([grid.values for grid in grids], np.uint8)
    return _as_text(values) if geometry is _NINE else values


def _parse(line: str, number: int, shape: Geometry | None) -> Grid:
    try:
        return Grid.parse(line, shape)
    except FormatError as error:
        raise FormatError(error.problem, line=number, column=error.column) from None
    except ShapeError as error:
        raise FormatError(str(error), line=number) from None


# -- arrays ----------------------------------------------------------------------------------------------------------


def _shape_of_rows(values: Bytes, shape: Geometry | None) -> Geometry:
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


def _boards_of_rows(values: Bytes, geometry: Geometry, part: slice) -> Bytes:
    boards = np.ascontiguousarray(values[part], np.uint8)
    return _as_text(boards) if geometry is _NINE else boards


def _as_text(values: Bytes) -> Bytes:
    text = values + np.uint8(48)
    text.flags.writeable = False  # like the text of lines: a kernel is compiled for each kind of array
    return text


# -- solving ---------------------------------------------------------------------------------------------------------


def _solve_nine(boards: Bytes, solutions: Bytes, counts: NDArray[np.int32], limit: int) -> None:
    nine.solve_batch(boards, solutions, counts, limit, np.empty(2 * nine.MEMORY, np.uint32))


def _solve_wide(geometry: Geometry, boards: Bytes, solutions: Bytes, counts: NDArray[np.int32], limit: int) -> None:
    from dueldoku.solvers.wide import search  # its kernel is not needed for 9x9

    for row, board in enumerate(boards):
        found = search(geometry, board, limit)
        counts[row] = len(found)
        if len(found):
            solutions[row] = found[0]
