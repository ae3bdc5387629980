"""The boards that text names: a file, ``-``, a bundled board, a recipe, or the board itself.

``empty-MxN`` is the empty board with blocks of M rows by N columns, for any shape there is. The others are files in
``bundled/``, made by ``puzzles/bundle.py``; ``board-2x2`` and ``board-2x3`` have owners, for the rows rule set.
"""

from __future__ import annotations

import re
from os.path import isdir, isfile
from typing import NamedTuple

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.duel.position import Position
from dueldoku.errors import DueldokuError, FormatError, ShapeError, UnknownName, located
from dueldoku.formats.detect import AnyBoard, detect, format_named, grid_of, position_of, read, read_boards
from dueldoku.formats.source import read_source
from dueldoku.formats.table import Table, read_table, table_of_text
from dueldoku.puzzles import PREFIX

_FILES = (
    *("easy-2x2", "random-2x3", "easy-3x3", "hard-3x3", "random-3x3", "random-3x4", "random-4x4"),
    *("board-2x2", "board-2x3"),
)
BOARDS = ("empty-2x2", "empty-2x3", "empty-3x3", "empty-3x4", "empty-4x4", "empty-5x5", *_FILES)
_COLLECTIONS = ("sdm", "sdm0", "hodoku", "pencilmarks")
_NAME = re.compile(r"[a-z]+-[0-9]+x[0-9]+")
_FILE = re.compile(r".*[/\\].*|.*\.[A-Za-z]\w*")


def bundled_board(name: str) -> Position:
    """The board of this name. Raises UnknownName, which lists them."""
    if name in _FILES:
        from importlib.resources import files  # slow to load, so only when a board is asked for

        return read((files("dueldoku.game") / "bundled" / f"{name}.txt").read_text(encoding="ascii"))[0]
    kind, _, shape = name.partition("-")
    try:
        if kind == "empty":
            return Position(Grid.empty(Geometry.parse(shape)))
    except ShapeError as error:
        raise UnknownName(f"no board {name!r}: {error}") from None
    raise UnknownName(f"expected a board out of {', '.join(BOARDS)}, got {name!r}")


class BoardSource(NamedTuple):
    """What text names: its content, the file that it comes from if it does, and its format."""

    text: str
    file: str  # empty if the argument is the text itself
    format: str  # empty for whatever has none, or has to be detected yet
    table: Table | None = None  # the whole of it, if the boards are a column of a table

    @property
    def is_collection(self) -> bool:
        """Whether it is a file with a board a line."""
        return self.format in _COLLECTIONS and bool(self.file)

    @property
    def is_recipe(self) -> bool:
        """Whether its boards have to be made."""
        return not self.file and self.text.startswith(PREFIX)

    def grids(self, shape: str = "", most: int | None = None) -> list[Grid]:
        """Its boards as grids, the first so many; a recipe makes so many. Raises FormatError or UnknownName."""
        return [grid_of(board) for board in self._boards(shape, most or 1)[:most]]

    def positions(self, shape: str = "") -> list[Position]:
        """Its boards as positions, likewise."""
        return [position_of(board) for board in self._boards(shape)]

    def _boards(self, shape: str, made: int = 1) -> list[AnyBoard]:
        geometry = Geometry.parse(shape) if shape else None
        if self.file:
            return read_boards(self.text, self.format, geometry, self.file)
        if not self.text.strip():
            raise FormatError("expected a file, a board's name or a board, got nothing")
        if _NAME.fullmatch(self.text):
            return [bundled_board(self.text)]
        if self.is_recipe:
            from dueldoku.puzzles.api import make  # a puzzle to solve does not need it
            from dueldoku.puzzles.recipe import Recipe

            return list(make(Recipe.parse(self.text), made))
        try:
            return read_boards(self.text, self.format, geometry)
        except DueldokuError as error:
            raise self._explained(error) from None

    def _explained(self, error: DueldokuError) -> DueldokuError:
        """The error, or that there is no such file if the text looks like the name of one."""
        if isdir(self.text):
            return FormatError(f"expected a file, got the folder {self.text!r}")
        if (_FILE.fullmatch(self.text) and "://" not in self.text) or len(self.text) < 16:
            return FormatError(
                f"expected a file, '-', a board such as {BOARDS[2]}, or the board itself, got {self.text!r}: "
                "no such file"
            )
        return error


def open_source(board: str, format: str = "", column: str = "") -> BoardSource:
    """What ``board`` names. The format of a file is detected here, unless it is given.

    Of a table, the boards of a ``column`` are a collection.
    """
    if isfile(board) and board.lower().endswith(".parquet"):
        table = read_table(board, column)
        return BoardSource(table.text, board, "sdm", table)
    if board == "-" or isfile(board):  # which says no to text that is too long for a name, as Path.is_file does not
        text, file = read_source(board), "standard input" if board == "-" else board
        name = format_named(format).name if format else detect(text, file).name
        if name == "table":
            with located(source=file):
                table = table_of_text(text, column)
            return BoardSource(table.text, file, "sdm", table)
        if column:
            raise FormatError(f"expected a table for the column {column!r}, got the format {name}", source=file)
        return BoardSource(text, file, name)
    if column:
        raise FormatError(f"expected a file with a table for the column {column!r}, got {board[:40]!r}")
    return BoardSource(board, "", format)


def one_position(board: str, format: str = "", shape: str = "") -> Position:
    """The one position that ``board`` names."""
    positions = open_source(board, format).positions(shape)
    if len(positions) != 1:
        raise FormatError(f"expected one board, got {len(positions)} in {board!r}")
    return positions[0]
