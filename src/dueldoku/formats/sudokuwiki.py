"""Links to the solver of SudokuWiki: ``…/sudoku.htm?bd=`` and a 9x9 board in one of three spellings.

    81 characters       digits, ``.`` or ``0`` for empty
    162 characters      two of base 32 for each cell: a mask of its digits, doubled, plus 1 for a clue
    S9B + 162           two of base 36 for each cell: 1 to 9 a clue, 10 to 18 a digit that was found,
                        above that 18 + the mask of its candidates (bit 0 for digit 1)

Digits that were found count as digits, and candidates as pencil marks: the link is a position on the way to a solution.
The letters without an address are read as well.
"""

from __future__ import annotations

import re
from string import ascii_lowercase, digits
from urllib.parse import parse_qs

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.errors import FormatError, ShapeError

_SITE = "https://www.sudokuwiki.org/sudoku.htm?bd="
_NINE = Geometry.of(3, 3)
_ALPHABET = digits + ascii_lowercase
_VERSION = "S9B"
_FOUND = 9  # added to a digit that was found; twice that is added to a mask of candidates


def is_sudokuwiki(text: str) -> bool:
    """Whether the text is such a link, or the letters of one that is packed."""
    if re.search(r"sudokuwiki\.(org|com)/", text, re.IGNORECASE):
        return True
    return bool(re.fullmatch(r"(S9B)?[0-9a-z]{162}", text)) and not text.isdecimal()


def read_sudokuwiki(text: str, shape: Geometry | None = None) -> Grid:
    """The board of the link."""
    if shape not in (None, _NINE):
        raise ShapeError(f"expected 3x3 blocks, as SudokuWiki's links have no others, got {shape}")
    letters = text.strip()
    if "/" in letters or "?" in letters:
        found = parse_qs(letters.partition("?")[2].partition("#")[0]).get("bd")
        if not found:
            raise FormatError("expected a link with ?bd= and a board")
        letters = found[0]
    if letters.upper().startswith(_VERSION):
        return Grid.pencilled([_cell_b(number) for number in _numbers(letters[len(_VERSION) :], 36)], _NINE)
    if len(letters) == 162:
        return Grid.pencilled([number >> 1 << 1 or _NINE.digits_mask for number in _numbers(letters, 32)], _NINE)
    if len(letters) != 81:
        raise FormatError(f"expected 81 characters, 162, or S9B and 162 behind ?bd=, got {len(letters)}")
    return Grid.parse(letters, _NINE)


def write_sudokuwiki(grid: Grid) -> str:
    """The link: 81 digits, or packed with its pencil marks if it has some."""
    if grid.geometry is not _NINE:
        raise ShapeError(f"expected a 9x9 board, as SudokuWiki's links have no others, got {grid.geometry} blocks")
    if not grid.marks:
        return f"{_SITE}{str(grid).replace('.', '0')}\n"
    numbers = [value or 2 * _FOUND + (mark >> 1) for value, mark in zip(grid, grid.marks, strict=True)]
    return f"{_SITE}{_VERSION}{''.join(_ALPHABET[n // 36] + _ALPHABET[n % 36] for n in numbers)}\n"


def _numbers(letters: str, base: int) -> list[int]:
    if len(letters) != 162:
        raise FormatError(f"expected two letters for each of 81 cells, got {len(letters)}")
    lower = letters.lower()
    if wrong := re.search(f"[^{_ALPHABET[:base]}]", lower):
        raise FormatError(f"expected letters of base {base}, got {letters[wrong.start()]!r} in the link")
    pairs = [int(lower[at : at + 2], base) for at in range(0, 162, 2)]
    for cell, number in enumerate(pairs):
        if number > (2 * _FOUND + 511 if base == 36 else 1023):
            raise FormatError(f"expected digits 1-9, got more in the link at {_NINE.name(cell)}")
    return pairs


def _cell_b(number: int) -> int:
    """The mask of a cell in the third spelling; 0 is a cell of which nothing is known."""
    if number > 2 * _FOUND:
        return number - 2 * _FOUND << 1
    return 1 << (number - _FOUND if number > _FOUND else number) if number else _NINE.digits_mask
