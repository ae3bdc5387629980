"""Lines of HoDoKu's library: a position in which a technique applies.

    :0300:2:+53..7….:214 518:…

The fields between the colons: the technique, its digits, the board, candidates that were struck out, and what the
technique does. In the board ``+`` stands before digits that were placed and not given; a struck candidate is its
digit, row and column. Digits and struck candidates are read; all other fields are about the technique and left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from dueldoku.board.geometry import Geometry, bits
from dueldoku.board.grid import Grid
from dueldoku.board.symbols import EMPTIES
from dueldoku.errors import FormatError, ShapeError, located
from dueldoku.formats.line import board_lines
from dueldoku.formats.pencilmarks import masks_of

_NINE = Geometry.of(3, 3)
_LINE = re.compile(r"\s*:[^:]*:[^:]*:([^:]*)(?::([^:]*))?.*")


def is_library_line(line: str) -> bool:
    """Whether the line has fields between colons, the third a board."""
    match = _LINE.fullmatch(line)
    return match is not None and len(re.sub(r"[+\s]", "", match[1])) >= 16


def read_hodoku(text: str, shape: Geometry | None = None) -> list[Grid]:
    """The board of every line."""
    if shape not in (None, _NINE):
        raise ShapeError(f"expected 3x3 blocks, as HoDoKu has no others, got {shape}")
    grids = []
    for number, content in board_lines(text):
        with located(number):
            grids.append(_read(content))
    return grids


def write_hodoku(grids: Iterable[Grid]) -> str:
    """A line for each board, with no technique; candidates that its marks strike out are in the fourth field."""
    lines = []
    for grid in grids:
        if grid.geometry is not _NINE:
            raise ShapeError(f"expected a 9x9 board, as HoDoKu has no others, got {grid.geometry} blocks")
        struck = [
            f"{digit}{cell // 9 + 1}{cell % 9 + 1}"
            for cell, mask in enumerate(masks_of(grid))
            if grid.marks and not grid[cell]
            for digit in bits(_NINE.digits_mask & ~mask)
        ]
        lines.append(f":0000:x:{grid}:{' '.join(struck)}::\n")
    return "".join(lines)


def _read(line: str) -> Grid:
    match = _LINE.fullmatch(line)
    if not match:
        raise FormatError("expected :technique:digits:board:struck candidates:…, got fewer colons")
    cells = [(char, at) for at, char in enumerate(match[1], match.start(1) + 1) if char not in "+ "]
    if len(cells) != 81:
        raise FormatError(f"expected 81 cells in the third field, got {len(cells)}")
    values = []
    for char, column in cells:
        if char not in EMPTIES and char not in "123456789":
            raise FormatError(f"expected a digit 1-9 or '.', got {char!r}", column=column)
        values.append(0 if char in EMPTIES else int(char))
    masks = [1 << value if value else _NINE.digits_mask for value in values]
    for word in re.finditer(r"\S+", match[2] or ""):
        if not re.fullmatch(r"[1-9]{3}", word[0]):
            column = match.start(2) + word.start() + 1
            raise FormatError(f"expected a digit, row and column such as 214, got {word[0]!r}", column=column)
        digit, row, col = map(int, word[0])
        if not values[(row - 1) * 9 + col - 1]:
            masks[(row - 1) * 9 + col - 1] &= ~(1 << digit)
    return Grid.pencilled(masks, _NINE)
