"""Boards as Python values: lists, nested lists, arrays, Series and frames of any library.

Nothing is imported for it: an array is known by its ``tolist``, a Series or a frame by its ``to_numpy``. Empty is 0,
``None``, ``nan``, an empty text or one of the marks of text; -1 says that digits are counted from 0.

>>> str(grid_of_values([[1, 0, 0, 4], [0, 4, None, 2], ["2", "", ".", 3], (0, 0, 0, 1)]))
'1..4.4.22..3...1'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from math import isqrt
from os import PathLike
from typing import Any, TypeAlias

from dueldoku.board.geometry import LARGEST, Geometry
from dueldoku.board.grid import Grid
from dueldoku.board.symbols import EMPTY
from dueldoku.duel.position import Position
from dueldoku.errors import FormatError, GridError
from dueldoku.formats.detect import read_grid
from dueldoku.formats.matrix import Square
from dueldoku.formats.source import Word

Puzzle: TypeAlias = str | Grid | Position | Iterable[object]  # text in any format, or values

_UNPACK = ("tolist", "to_list", "to_pylist", "to_numpy")  # how others give out what they hold
_EXPECTED = "expected a puzzle as text, a Grid, N*N values or N rows of N values"


def grid_of_values(puzzle: object, shape: Geometry | None = None) -> Grid:
    """The board that is meant. Raises GridError, or FormatError if it is text."""
    if isinstance(puzzle, Grid):
        return puzzle
    if isinstance(puzzle, str):
        return read_grid(puzzle, shape)
    if isinstance(puzzle, Position):
        return puzzle.grid
    values = unpacked(puzzle)
    if not isinstance(values, str) and len(values) == 1 and isinstance(values[0], str):
        values = values[0]
    if isinstance(values, str):
        return read_grid(values, shape)
    cells = _cells(values)
    side = isqrt(len(cells))
    if all(type(cell) is int for cell in cells) and not _may_count_from_0(cells, side):
        return Grid.infer(cells, shape)
    square = Square([Word(_word(cell), at // side + 1, at % side + 1) for at, cell in enumerate(cells)], None)
    try:
        from_0 = square.counts_from_0
    except FormatError as error:
        problem = error.problem.partition(":")[0]
        raise GridError(f"{problem}: write -1 for empty cells if digits are counted from 0, else 0") from None
    try:
        return square.grid(shape, first_digit=0 if from_0 else 1)
    except FormatError as error:
        spot = "" if error.line is None else f" in row {error.line}, column {error.column}"
        raise GridError(f"{error.problem}{spot}") from None


def unpacked(value: object) -> Any:
    """What somebody's container holds, as lists, or one text. Raises GridError if it is nothing that holds values."""
    if isinstance(value, bytes | bytearray):
        return _decoded(bytes(value))
    for name in _UNPACK:
        give = None if isinstance(value, type) else getattr(value, name, None)
        if callable(give):
            held = give()
            return unpacked(held) if not isinstance(held, list | str) else held
    if isinstance(value, PathLike):
        raise GridError(f"{_EXPECTED}, got a path: read the file first, as with Path.read_text")
    if isinstance(value, str):
        return value
    if not isinstance(value, Iterable) or isinstance(value, Mapping | Set):
        raise GridError(f"{_EXPECTED}, got {_shown(value)}")
    return list(value)


def _cells(values: list[Any]) -> list[Any]:
    """The values row by row. Raises GridError if they are not N*N, in one list or in rows."""
    rows = [row if _is_leaf(row) else unpacked(row) for row in values]
    if len(rows) == 1 and not _is_leaf(rows[0]):
        rows = rows[0]  # a row of N*N
    side = len(rows)
    if all(isinstance(row, str) and len(row) == side for row in rows) and side > 1:
        return [char for row in rows for char in row]
    if all(map(_is_leaf, rows)):
        if isqrt(side) ** 2 != side or not side:
            raise GridError(f"{_EXPECTED}, got {side} values")
        return rows
    for number, row in enumerate(rows, 1):
        if _is_leaf(row) or len(row) != side or not all(map(_is_leaf, row)):
            raise GridError(f"expected {side} values in each of {side} rows, got {_held(row)} in row {number}")
    return [cell for row in rows for cell in row]


def _may_count_from_0(cells: list[int], side: int) -> bool:
    """Whether numbers may be counted from 0: one is -1, or 0 to N - 1 fill the board."""
    return min(cells) < 0 or (side <= LARGEST and cells.count(0) == side and max(cells) == side - 1)


def _is_leaf(value: object) -> bool:
    return isinstance(value, str | int | float) or value is None or not _holds(value)


def _holds(value: object) -> bool:
    return isinstance(value, list | tuple | range) or any(hasattr(value, name) for name in ("__len__", "tolist"))


def _word(value: object) -> str:
    """A value as text would have it."""
    if isinstance(value, str):
        return value.strip() or EMPTY
    if isinstance(value, bytes):
        return _decoded(value)
    if value is None or type(value).__name__ in ("NAType", "NaTType"):  # pandas' own words for nothing
        return EMPTY
    if isinstance(value, float):
        return EMPTY if value != value else str(int(value)) if value.is_integer() else repr(value)
    return _shown(value) if isinstance(value, bool) else str(value)


def _decoded(value: bytes) -> str:
    try:
        return value.decode()
    except UnicodeDecodeError:
        raise GridError(f"{_EXPECTED}, got bytes that are no text") from None


def _held(row: object) -> str:
    if _is_leaf(row):
        return _shown(row)
    assert isinstance(row, list)
    return f"{len(row)} values" if all(map(_is_leaf, row)) else "lists in lists: solve_many takes many boards"


def _shown(value: object) -> str:
    text = repr(value) if isinstance(value, str | int | float | bool) or value is None else ""
    return text if text and len(text) <= 40 else f"a {type(value).__name__}"
