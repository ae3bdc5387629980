"""Pencil marks on a line: N characters for each cell, every digit in its place and ``.`` for those struck out.

A 9x9 board has 729 characters: ``1........`` is a cell with the digit 1, ``.2..5....`` one that may be 2 or 5,
``123456789`` one of which nothing is known. As many boards as there are lines; a block shape may stand in front.
"""

from __future__ import annotations

from collections.abc import Iterable

from dueldoku.board.geometry import LARGEST, SMALLEST, Geometry
from dueldoku.board.grid import Grid
from dueldoku.board.symbols import EMPTIES, EMPTY, symbol_of, value_of
from dueldoku.errors import FormatError, located
from dueldoku.formats.line import board_lines, named_shape, shape_in_front

LENGTH = 729  # of a 9x9 board


def is_pencil_marks(line: str) -> bool:
    """Whether the line is one of a 9x9 board: 729 characters, digits only where they belong, and not all empty."""
    return (
        len(line) == LENGTH
        and all(char in EMPTIES or char == str(at % 9 + 1) for at, char in enumerate(line))
        and not set(line) <= set(EMPTIES)
    )


def read_pencilmarks(text: str, shape: Geometry | None = None) -> list[Grid]:
    """The board of every line."""
    grids = []
    for number, content in board_lines(text):
        with located(number):
            named, rest = named_shape(content, shape)
            grids.append(_read(rest, named))
    return grids


def write_pencilmarks(grids: Iterable[Grid]) -> str:
    """A line for each board: the marks that it has, else every digit for an empty cell."""
    lines = []
    for grid in grids:
        groups = (_group(mask, grid.geometry.side) for mask in masks_of(grid))
        lines.append(f"{shape_in_front(grid)}{''.join(groups)}\n")
    return "".join(lines)


def masks_of(grid: Grid) -> list[int]:
    """The digits that each cell may take, as masks: its marks, else its value or all digits."""
    marks = grid.marks or [grid.geometry.digits_mask] * len(grid)
    return [1 << value if value else mark for value, mark in zip(grid, marks, strict=True)]


def _group(mask: int, side: int) -> str:
    return "".join(symbol_of(digit) if mask >> digit & 1 else EMPTY for digit in range(1, side + 1))


def _read(line: str, shape: Geometry | None) -> Grid:
    text = line.strip()
    start = len(line) - len(line.lstrip()) + 1
    side = round(len(text) ** (1 / 3))
    if side**3 != len(text) or not SMALLEST <= side <= LARGEST:
        raise FormatError(f"expected N*N*N characters (as {LENGTH}), got {len(text)}")
    masks = []
    for cell in range(side * side):
        mask = 0
        for digit in range(1, side + 1):
            at = cell * side + digit - 1
            value = value_of(text[at], side)
            if value not in (0, digit):
                raise FormatError(f"expected {symbol_of(digit)!r} or '{EMPTY}', got {text[at]!r}", column=start + at)
            mask |= 1 << digit if value else 0
        masks.append(mask)
    return Grid.pencilled(masks, shape)
