"""The boards that come with Dueldoku, by name.

``empty-MxN`` is the empty board with blocks of M rows by N columns, for any shape there is. The others are files in
``boards/``, made by ``generate/bundle.py``; ``board-2x2`` and ``board-2x3`` have owners, for the rows rule set.
"""

from __future__ import annotations

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.duel.position import Position
from dueldoku.errors import ShapeError, UnknownName
from dueldoku.formats.course import read_course
from dueldoku.formats.course_rows import read_course_rows

_CLASSIC = ("easy-2x2", "random-2x3", "easy-3x3", "hard-3x3", "random-3x3", "random-3x4", "random-4x4")
_ROWS = ("board-2x2", "board-2x3")
_EMPTY = ("empty-2x2", "empty-2x3", "empty-3x3", "empty-3x4", "empty-4x4", "empty-5x5")
BOARDS = _EMPTY + _CLASSIC + _ROWS


def bundled_board(name: str) -> Position:
    """The board of this name. Raises UnknownName, which lists them."""
    if name in _CLASSIC:
        return read_course(_text_of(name))
    if name in _ROWS:
        return read_course_rows(_text_of(name))
    kind, _, shape = name.partition("-")
    try:
        if kind == "empty":
            return Position(Grid.empty(Geometry.parse(shape)))
    except ShapeError as error:
        raise UnknownName(f"no board {name!r}: {error}") from None
    raise UnknownName(f"expected a board out of {', '.join(BOARDS)}, got {name!r}")


def _text_of(name: str) -> str:
    from importlib.resources import files  # slow to load, so only when a board is asked for

    return (files("dueldoku.game") / "bundled" / f"{name}.txt").read_text(encoding="ascii")
