"""One board on a line (``line``), or one on each of many lines (``sdm``).

The line is a position's own text (``position.py``): 81 characters for a 9x9 board, letters for larger digits, a block
shape in front where the size does not tell it. N*N numbers with blanks or commas between them are read as well.
Behind ``#`` is a comment.
"""

from __future__ import annotations

from collections.abc import Iterable

from dueldoku.board.geometry import Geometry
from dueldoku.duel.position import Position
from dueldoku.errors import FormatError, GridError, ShapeError


def read_line(text: str, shape: Geometry | None = None) -> Position:
    """The one board of ``text``."""
    positions = read_sdm(text, shape)
    if len(positions) > 1:
        raise FormatError(f"expected one board, got {len(positions)}: name the format sdm for a collection")
    return positions[0]


def write_line(position: Position) -> str:
    """The board on one line."""
    return f"{position}\n"


def read_sdm(text: str, shape: Geometry | None = None) -> list[Position]:
    """The board of every line that is not blank or a comment."""
    positions = []
    for number, line in enumerate(text.split("\n"), 1):
        content = line.partition("#")[0]
        if content.strip():
            try:
                positions.append(Position.parse(content.rstrip(), shape))
            except FormatError as error:
                raise FormatError(error.problem, line=number, column=error.column) from None
            except (GridError, ShapeError) as error:
                raise FormatError(str(error), line=number) from None
    if not positions:
        raise FormatError("expected a board, got only blank lines and comments")
    return positions


def write_sdm(positions: Iterable[Position]) -> str:
    """One board a line."""
    return "".join(map(write_line, positions))
