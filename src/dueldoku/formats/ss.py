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
    lines = grid.geometry.ruled_lines(list(map(symbol_of, grid)), gap="", bar="|", joint="+")
    frame = f"*{'-' * len(lines[0])}*"
    return "\n".join([frame, *(f"|{line}|" for line in lines), frame]) + "\n"
