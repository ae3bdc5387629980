"""The table of candidates: what each cell may still be, set out like the board."""

from __future__ import annotations

from collections.abc import Sequence

from dueldoku.board.geometry import Geometry
from dueldoku.board.symbols import symbol_of


def candidate_table(geometry: Geometry, masks: Sequence[int]) -> str:
    """A line per row, the digits of each cell side by side, bars between the blocks. Bit ``d`` of a mask is digit d."""
    side = geometry.side
    cells = ["".join(symbol_of(digit) for digit in range(1, side + 1) if mask >> digit & 1) or "-" for mask in masks]
    widths = [max(len(cells[row * side + col]) for row in range(side)) for col in range(side)]
    padded = [word.ljust(widths[cell % side]) for cell, word in enumerate(cells)]
    return "".join(f"{line.rstrip()}\n" for line in geometry.ruled_lines(padded))
