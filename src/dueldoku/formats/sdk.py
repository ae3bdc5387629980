"""The .sdk file: optional ``#`` lines about the puzzle, then a row a line, ``.`` for empty.

A ``[Puzzle]`` heading may stand before the rows. ``[State]`` and what follows it is somebody's progress, not the
puzzle, and is left out. ``# blocks 3x4`` tells the block shape where the size does not.
"""

from __future__ import annotations

import re

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.board.symbols import symbol_of
from dueldoku.errors import FormatError
from dueldoku.formats.matrix import read_matrix

_SHAPE = r"#\s*blocks\s+([0-9]+x[0-9]+)\s*"


def read_sdk(text: str, shape: Geometry | None = None) -> Grid:
    """The puzzle of an .sdk file."""
    rows: list[str] = []  # blank where a line is not a row, so that line numbers stay right
    for number, line in enumerate(text.split("\n"), 1):
        heading = line.strip()
        if heading.lower() == "[state]":
            break
        if heading.startswith("[") and heading.lower() != "[puzzle]":
            raise FormatError(f"expected [Puzzle] or [State], got {heading!r}", line=number)
        if (named := re.fullmatch(_SHAPE, heading)) and shape is None:
            shape = Geometry.parse(named[1])
        rows.append("" if heading.startswith(("#", "[")) else line)
    return read_matrix("\n".join(rows), shape)


def write_sdk(grid: Grid) -> str:
    """The puzzle as an .sdk file."""
    side = grid.geometry.side
    symbols = "".join(map(symbol_of, grid))
    shape = [] if str(grid) == symbols else [f"# blocks {grid.geometry}"]
    rows = [symbols[at : at + side] for at in range(0, side * side, side)]
    return "\n".join([*shape, "[Puzzle]", *rows]) + "\n"
