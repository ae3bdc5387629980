"""A table of numbers with rules on all sides of them; those around the blocks are double.

+===+===++===+===+      An empty cell may be blank. Where no rule within the table is double, the size of the board
| 1 | 2 || . | 4 |      or its digits have to tell the block shape.
+---+---++---+---+
| . | 4 || . | 2 |      ``ruled0`` is the same with digits counted from 0, as report 004 prints its solutions.
+===+===++===+===+
…
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.errors import FormatError
from dueldoku.formats.matrix import Square, drawn_shape, is_ruled, numbers
from dueldoku.formats.source import Word

_FIELDS = re.compile(r"[^|]+|\|\|")  # what stands between bars, and double bars


def is_table(lines: Sequence[str]) -> bool:
    """Whether rules and rows take turns, and the rows have as many fields as there are rows."""
    rows = lines[1::2]
    fields = re.split(r"\|+", rows[0].strip().strip("|")) if rows else []
    return len(fields) == len(rows) > 1 and all(map(is_ruled, lines[::2])) and not any(map(is_ruled, rows))


def read_ruled(text: str, shape: Geometry | None = None, *, first_digit: int = 1) -> Grid:
    """The one board of ``text``."""
    return square_of_table(text).grid(shape, first_digit=first_digit)


def square_of_table(text: str) -> Square:
    """The words of the one board of ``text``."""
    rows: list[list[Word]] = []
    bars, rules = set(), set()  # after how many columns and rows there is a double one
    for number, line in enumerate(text.split("\n"), 1):
        if is_ruled(line):
            rules |= {len(rows)} if "=" in line else set()
        elif line.strip():
            row: list[Word] = []
            for match in _FIELDS.finditer(line, line.find("|"), line.rfind("|")):
                if match[0] == "||":
                    bars.add(len(row))
                else:
                    indent = len(match[0]) - len(match[0].lstrip())
                    row.append(Word(match[0].strip(), number, match.start() + indent + 1))
            if not row:
                raise FormatError(f"expected values between bars, got {line.strip()!r}", line=number)
            rows.append(row)
    side = len(rows)
    for row in rows:
        if len(row) != side:
            raise FormatError(f"expected {side} values, as there are {side} rows, got {len(row)}", line=row[0].line)
    if not rows:
        raise FormatError("expected rows of values, got none")
    outer = {0, side}
    return Square([word for row in rows for word in row], drawn_shape(side, bars - outer, rules - outer))


def write_ruled(grid: Grid, *, first_digit: int = 1) -> str:
    """The table."""
    m, n, side = grid.geometry.m, grid.geometry.n, grid.geometry.side
    words = numbers(grid, first_digit)

    def line(cells: list[str], bar: str) -> str:
        blocks = [bar.join(cells[at : at + n]) for at in range(0, side, n)]
        return bar + (2 * bar).join(blocks) + bar + "\n"

    single, double = (line([mark * (len(words[0]) + 2)] * side, "+") for mark in "-=")
    rows = [line([f" {word} " for word in words[at : at + side]], "|") for at in range(0, side * side, side)]
    bands = [single.join(rows[at : at + m]) for at in range(0, side, m)]
    return double + double.join(bands) + double
