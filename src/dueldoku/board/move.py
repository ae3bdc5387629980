"""A move: a digit for a cell. It knows no board, so any row, column and digit can be proposed and judged."""

from __future__ import annotations

from typing import NamedTuple

from dueldoku.board.symbols import cell_name, parse_cell_name
from dueldoku.errors import MoveSyntaxError


class Move(NamedTuple):
    """Write ``digit`` at ``row``, ``col`` (both from 0). Prints as people say it, counted from 1.

    >>> str(Move(2, 4, 7)), Move.parse("r3c5=7")
    ('r3c5=7', Move(row=2, col=4, digit=7))
    """

    row: int
    col: int
    digit: int

    def __str__(self) -> str:
        return f"{cell_name(self.row, self.col)}={self.digit}"

    @classmethod
    def parse(cls, text: str) -> Move:
        """Inverse of ``str``. Raises MoveSyntaxError; does not know the board."""
        cell, _, digit = text.strip().partition("=")
        try:
            return cls(*parse_cell_name(cell), int(digit))
        except ValueError:
            raise MoveSyntaxError(f"expected a move such as r3c5=7, got {text!r}") from None
