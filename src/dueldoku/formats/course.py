"""The course framework's first board format (2021 to 2023): ``m n``, then N*N words, ``.`` for empty."""

from __future__ import annotations

import re
from collections.abc import Iterable

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.board.symbols import EMPTY
from dueldoku.errors import FormatError, ShapeError, located
from dueldoku.formats.source import Word


def read_course(text: str, shape: Geometry | None = None) -> Grid:
    """The board of a classic board file."""
    words = words_of(text.split("\n"))
    if len(words) < 2 or not all(_is_number(word.text) for word in words[:2]):
        line = words[0].line if words else 1
        raise FormatError("expected the block's rows and columns first, such as '3 3'", line=line)
    geometry = geometry_of(int(words[0].text), int(words[1].text), shape, words[0].line)
    number = len(words) - 2
    if number != geometry.size:
        raise FormatError(f"expected {geometry.size} values for a {geometry} board, got {number}", line=words[-1].line)
    for word in words[2:]:
        if word.text != EMPTY and not (_is_number(word.text) and int(word.text) <= geometry.side):
            raise word.error(f"a number from 1 to {geometry.side} or '{EMPTY}'")
    return Grid(geometry, tuple(0 if word.text == EMPTY else int(word.text) for word in words[2:]))


def write_course(grid: Grid) -> str:
    """The board as a classic board file."""
    geometry = grid.geometry
    rows = board_rows([str(value) if value else EMPTY for value in grid], geometry.side, 4)
    return f"{geometry.m} {geometry.n}\n{rows}"


def words_of(lines: Iterable[str], first: int = 1) -> list[Word]:
    """The words of these lines, which are counted from ``first``."""
    return [
        Word(match[0], number, match.start() + 1)
        for number, line in enumerate(lines, first)
        for match in re.finditer(r"\S+", line)
    ]


def geometry_of(m: int, n: int, shape: Geometry | None, line: int) -> Geometry:
    """The geometry that this line of a file names. Raises FormatError, also if it is not the ``shape`` asked for."""
    with located(line):
        geometry = Geometry.of(m, n)
        if shape not in (None, geometry):
            raise ShapeError(f"expected a {shape} board, got one that says {geometry}")
        return geometry


def board_rows(words: list[str], side: int, width: int) -> str:
    """A row a line, every word right-aligned in ``width`` characters."""
    return "".join(
        "".join(word.rjust(width) for word in words[at : at + side]) + "\n" for at in range(0, len(words), side)
    )


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdecimal() and len(word) <= 4
