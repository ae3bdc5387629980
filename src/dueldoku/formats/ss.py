"""The .ss file of Simple Sudoku: rows of characters in a frame, bars and ruled lines between the blocks.

*-----------*
|.3.|4..|...|
|9.2|8.6|3.1|
…
"""

from __future__ import annotations

import re

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.board.symbols import symbol_of
from dueldoku.errors import FormatError
from dueldoku.formats.matrix import read_matrix

_FRAME = r"\s*\*-+\*\s*"


def read_ss(text: str, shape: Geometry | None = None) -> Grid:
    """The puzzle of an .ss file; what stands below the frame (the program's name) is left out."""
    lines = text.split("\n")
    frames = [number for number, line in enumerate(lines) if re.fullmatch(_FRAME, line)]
    if frames and not any(line.strip() for line in lines[: frames[0]]):
        if len(frames) < 2:
            raise FormatError("expected the frame to be closed by a line such as *-----------*", line=len(lines))
        lines = lines[: frames[1]]
    return read_matrix("\n".join(lines), shape)


def write_ss(grid: Grid) -> str:
    """The puzzle as an .ss file."""
    m, n = grid.geometry.m, grid.geometry.n
    side = m * n
    frame = f"*{'-' * (side + m - 1)}*"
    symbols = "".join(map(symbol_of, grid))
    lines = [frame]
    for row in range(side):
        if row and row % m == 0:
            lines.append("|" + "+".join(["-" * n] * m) + "|")
        cells = symbols[row * side : (row + 1) * side]
        lines.append("|" + "|".join(cells[at : at + n] for at in range(0, side, n)) + "|")
    return "\n".join([*lines, frame]) + "\n"
