"""The table of candidates: what each cell may still be, set out like the board."""

from __future__ import annotations

from collections.abc import Sequence

from dueldoku.board.geometry import Geometry
from dueldoku.board.symbols import symbol_of


def candidate_table(geometry: Geometry, masks: Sequence[int]) -> str:
    """A line per row, the digits of each cell side by side, bars between the blocks. Bit ``d`` of a mask is digit d."""
    m, n, side = geometry.m, geometry.n, geometry.side
    cells = ["".join(symbol_of(digit) for digit in range(1, side + 1) if mask >> digit & 1) or "-" for mask in masks]
    widths = [max(len(cells[row * side + col]) for row in range(side)) for col in range(side)]
    lines = []
    for row in range(side):
        padded = [cells[row * side + col].ljust(widths[col]) for col in range(side)]
        blocks = [" ".join(padded[at : at + n]) for at in range(0, side, n)]
        if row and row % m == 0:
            lines.append("-+-".join("-" * len(block) for block in blocks))
        lines.append(" | ".join(blocks).rstrip())
    return "\n".join(lines) + "\n"
