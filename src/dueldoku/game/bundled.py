"""The boards that come with Dueldoku, by name.

``empty-MxN`` is the empty board with blocks of M rows by N columns, for any shape there is.
"""

from __future__ import annotations

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.errors import ShapeError, UnknownName
from dueldoku.formats.position import Position

BOARDS = ("empty-2x2", "empty-2x3", "empty-3x3", "empty-3x4", "empty-4x4", "empty-5x5")


def bundled_board(name: str) -> Position:
    """The board of this name. Raises UnknownName, which lists them."""
    kind, _, shape = name.partition("-")
    try:
        if kind == "empty":
            return Position(Grid.empty(Geometry.parse(shape)))
    except ShapeError as error:
        raise UnknownName(f"no board {name!r}: {error}") from None
    raise UnknownName(f"expected a board out of {', '.join(BOARDS)}, got {name!r}")
