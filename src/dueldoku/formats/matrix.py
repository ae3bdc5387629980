"""Boards as people paste them: a row a line, values set apart by blanks, commas, tabs, bars or nothing.

All of these are read: ``5 3 . . 7 …``, ``5,3,,,7,…``, ``53..7….``, ``53. | .7. | ...`` with ruled lines between the
blocks, ``[[5, 3, 0, …], …]`` and ``[["5", "3", ".", …], …]``. Bars and ruled lines tell the block shape.

``matrix0`` is the same with digits counted from 0, as the 25x25 puzzles of some courses are written; there 0 is a
digit, and empty is ``.``, ``_``, ``*``, ``-``, ``-1`` or nothing between two commas.
"""

from __future__ import annotations

import re
from math import isqrt
from typing import NamedTuple

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.board.symbols import EMPTY, value_of
from dueldoku.errors import FormatError, located
from dueldoku.formats.source import Word, place_of

_RULED = frozenset("-+=|* \t═─╬┼║│╠╣╔╗╚╝╦╩╤╧╪├┤┌┐└┘┬┴")
_BARS = str.maketrans("│║", "||")
_DELIMITERS = ",;\t"


class Square(NamedTuple):
    """The words of one board, row by row, and the block shape that is drawn into it, if any."""

    words: list[Word]
    shape: Geometry | None

    def grid(self, shape: Geometry | None = None, *, first_digit: int = 1) -> Grid:
        """The board. Raises FormatError that says which word is no value."""
        side = isqrt(len(self.words))
        values = [_value(word, side, first_digit) for word in self.words]
        with located():
            return Grid.infer(values, shape or self.shape)

    @property
    def counts_from_0(self) -> bool:
        """Whether the digits are counted from 0. Raises FormatError if that cannot be told.

        It is so if an empty cell is -1. Else a 0 is a digit if N - 1 is there and N is not, and another mark stands for
        empty cells or none is empty; it is no digit if it stands twice in a row or a column.
        """
        side, words = isqrt(len(self.words)), [word.text for word in self.words]
        values = [value_of(word, side, first_digit=0) if word else 0 for word in words]
        zeros = [divmod(cell, side) for cell, value in enumerate(values) if value == 1]
        if None in values or "-1" in words:
            return None not in values
        if not zeros or any(len(set(lines)) < len(zeros) for lines in zip(*zeros, strict=True)):
            return False
        if 0 not in values:
            return len(zeros) == side
        if side not in values:
            raise FormatError(
                "expected digits that tell whether they are counted from 0 or from 1, got 0 and "
                f"{words[values.index(0)]!r}, but neither {side - 1} nor {side}: name the format, --from matrix0 or "
                "--from matrix (for many boards sdm0 or sdm)"
            )
        return True


class _Row(NamedTuple):
    """A row of words, and after how many values each inner bar stands (in words, as they were pasted)."""

    words: list[Word]
    bars: tuple[int, ...]


def read_matrix(text: str, shape: Geometry | None = None, *, first_digit: int = 1) -> Grid:
    """The one board of ``text``, row by row."""
    return square_of(text).grid(shape, first_digit=first_digit)


def square_of(text: str) -> Square:
    """The words of the one board of ``text``."""
    rows, ruled_after = _rows(text)
    if len(rows) == 1:  # all the values on one line
        words = rows[0].words
        side = isqrt(len(words))
        if side * side != len(words):
            raise FormatError(f"expected N*N values, got {len(words)} in one row", line=words[0].line)
        return Square(words, None)
    side = len(rows)
    square: list[Word] = []
    characters = False
    for row in rows:
        words = row.words
        if len(words) == side + 1 and not words[-1].text:  # a comma at the end of the line
            words = words[:-1]
        if len(words) != side and sum(len(word.text) for word in words) == side:
            characters = True
            words = [Word(char, word.line, word.column + at) for word in words for at, char in enumerate(word.text)]
        if len(words) != side:
            raise FormatError(f"expected {side} values, as there are {side} rows, got {len(words)}", line=words[0].line)
        square += words
    return Square(square, _ruled_shape(rows, ruled_after, side, characters))


def write_matrix(grid: Grid, *, first_digit: int = 1) -> str:
    """A row a line, numbers aligned, bars and ruled lines between the blocks so that the shape is read back."""
    return "\n".join(grid.geometry.ruled_lines(numbers(grid, first_digit))) + "\n"


def numbers(grid: Grid, first_digit: int) -> list[str]:
    """The values as numbers, aligned."""
    width = len(str(grid.geometry.side - 1 + first_digit))
    return [(str(value - 1 + first_digit) if value else EMPTY).rjust(width) for value in grid]


def _value(word: Word, side: int, first_digit: int) -> int:
    value = value_of(word.text, side, first_digit=first_digit) if word.text else 0
    if value is None:
        raise word.error(f"a number from {first_digit} to {side - 1 + first_digit} or '{EMPTY}'")
    return value


def _rows(text: str) -> tuple[list[_Row], list[int]]:
    """The rows of words, and after which of them (counted) a ruled line stands."""
    rows: list[_Row] = []
    ruled_after: list[int] = []
    if "[" in text:
        rows = [_row(inner[1], *place_of(text, inner.start(1))) for inner in _inner(text)]
    else:
        for number, line in enumerate(text.split("\n"), 1):
            if is_ruled(line):
                ruled_after.append(len(rows))
            elif line.strip() and not line.lstrip().startswith("#"):
                rows.append(_row(line.translate(_BARS), number, 1))
    if not any(row.words for row in rows):
        raise FormatError("expected rows of values, got none")
    return rows, [count for count in ruled_after if 0 < count < len(rows)]


def is_ruled(line: str) -> bool:
    """Whether the line is drawn between rows, such as ``---+---+---``."""
    return any(mark * 2 in line for mark in "-=═─") and not set(line) - _RULED


def _inner(text: str) -> list[re.Match[str]]:
    """The innermost pairs of brackets: the rows of a list of lists."""
    groups = list(re.finditer(r"\[([^\[\]]*)\]", text))
    outside = re.sub(r"\[[^\[\]]*\]", "", text)
    if stray := re.search(r"[^\[\],\s]", outside):
        raise FormatError(f"expected a list of lists, got {stray[0]!r} between the rows")
    return groups


def _row(text: str, line: int, column: int) -> _Row:
    delimiter = next((mark for mark in _DELIMITERS if mark in text), None)
    words: list[Word] = []
    bars: list[int] = []
    if delimiter:
        at = column
        for field in text.split(delimiter):
            word = field.strip().strip("\"'")
            words.append(Word(word, line, at + len(field) - len(field.lstrip())))
            at += len(field) + 1
        return _Row(words, ())
    for match in re.finditer(r"\||[^\s|]+", text):
        if match[0] == "|":
            bars.append(len(words))
        else:
            words.append(Word(match[0].strip("\"'"), line, column + match.start()))
    if not words:
        raise FormatError("expected values, got an empty row", line=line)
    return _Row(words, tuple(bar for bar in bars if 0 < bar < len(words)))


def _ruled_shape(rows: list[_Row], ruled_after: list[int], side: int, characters: bool) -> Geometry | None:
    """The block shape that bars and ruled lines draw, or None if they draw none."""
    widths = set()
    for row in rows:
        if row.bars:
            before = row.words[: row.bars[0]]
            widths.add(sum(len(word.text) for word in before) if characters else len(before))
    if len(widths) > 1:
        raise FormatError(f"expected bars after as many values in each row, got them after {sorted(widths)}")
    return drawn_shape(side, widths, set(ruled_after[:1]))


def drawn_shape(side: int, widths: set[int], heights: set[int]) -> Geometry | None:
    """The shape of blocks that are so wide or so high, if the board can be cut into them."""
    if widths and side % (n := min(widths)) == 0:
        return Geometry.of(side // n, n)
    if heights and side % (m := min(heights)) == 0:
        return Geometry.of(m, side // m)
    return None
