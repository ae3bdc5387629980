"""The boards that text names: a file, ``-`` for standard input, the board itself, or one that comes with Dueldoku.

``empty-MxN`` is the empty board with blocks of M rows by N columns, for any shape there is. The others are files in
``bundled/``, made by ``puzzles/bundle.py``; ``board-2x2`` and ``board-2x3`` have owners, for the rows rule set.
"""

from __future__ import annotations

import re
from pathlib import Path

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.duel.position import Position
from dueldoku.errors import DueldokuError, FormatError, ShapeError, UnknownName
from dueldoku.formats.course import read_course
from dueldoku.formats.course_rows import read_course_rows
from dueldoku.formats.detect import read
from dueldoku.formats.source import read_source

_CLASSIC = ("easy-2x2", "random-2x3", "easy-3x3", "hard-3x3", "random-3x3", "random-3x4", "random-4x4")
_ROWS = ("board-2x2", "board-2x3")
_EMPTY = ("empty-2x2", "empty-2x3", "empty-3x3", "empty-3x4", "empty-4x4", "empty-5x5")
BOARDS = _EMPTY + _CLASSIC + _ROWS
_NAME = re.compile(r"[a-z]+-[0-9]+x[0-9]+")
_FILE = re.compile(r".*[/\\].*|.*\.[A-Za-z]\w*")


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


def load_text(board: str) -> tuple[str, str]:
    """The text that ``board`` names and where it comes from; that is empty if the argument is the text itself."""
    if board == "-" or (board and Path(board).is_file()):
        return read_source(board), "standard input" if board == "-" else board
    return board, ""


def load_positions(
    board: str, format: str = "", shape: str = "", *, text: tuple[str, str] | None = None
) -> list[Position]:
    """The positions that ``board`` names; ``text`` if it was loaded before. Raises FormatError or UnknownName."""
    if not board.strip():
        raise FormatError("expected a file, a board's name or a board, got nothing")
    geometry = Geometry.parse(shape) if shape else None
    content, source = text or load_text(board)
    if source:
        return read(content, format, geometry, source)
    if _NAME.fullmatch(board):
        return [bundled_board(board)]
    try:
        return read(board, format, geometry)
    except DueldokuError as error:
        if Path(board).is_dir():
            raise FormatError(f"expected a file, got the folder {board!r}") from None
        if _FILE.fullmatch(board) or len(board) < 16:
            raise FormatError(
                f"expected a file, '-', a board such as {BOARDS[2]}, or the board itself, got {board!r}: no such file"
            ) from None
        raise error


def one_position(board: str, format: str = "", shape: str = "") -> Position:
    """The one position that ``board`` names."""
    positions = load_positions(board, format, shape)
    if len(positions) != 1:
        raise FormatError(f"expected one board, got {len(positions)} in {board!r}")
    return positions[0]
