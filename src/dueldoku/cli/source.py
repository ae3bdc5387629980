"""The boards that a command line names: a file, ``-`` for standard input, a bundled board, or the board itself."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from dueldoku.board.geometry import Geometry
from dueldoku.duel.position import Position
from dueldoku.errors import DueldokuError, FormatError
from dueldoku.formats.detect import read
from dueldoku.formats.source import read_source
from dueldoku.game.boards import BOARDS, bundled_board

Board = Annotated[str, Parameter(allow_leading_hyphen=True)]  # "-" is standard input, and boards may start with it
_NAME = re.compile(r"[a-z]+-[0-9]+x[0-9]+")
_FILE = re.compile(r".*[/\\].*|.*\.[A-Za-z]\w*")


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
