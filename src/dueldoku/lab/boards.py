"""The boards that the reports played on, by name: our namesakes, or the files of a course's checkout."""

from __future__ import annotations

from pathlib import Path

from dueldoku.board.geometry import Geometry
from dueldoku.duel.position import Position
from dueldoku.errors import FormatError, PlanError
from dueldoku.game.boards import open_source

BOARDS = (  # by side, and then by how many cells are empty
    *("easy-2x2", "empty-2x2", "random-2x3", "empty-2x3", "random-3x3", "easy-3x3", "hard-3x3", "empty-3x3"),
    *("random-3x4", "empty-3x4", "random-4x4", "empty-4x4"),
)


def boards_in(folder: str) -> dict[str, Position]:
    """The boards of these names in a folder, or in its folder ``boards``. Raises PlanError if there is none."""
    if not Path(folder).is_dir():
        raise PlanError(f"expected a folder with boards such as {BOARDS[4]}.txt, got {folder!r}: no such folder")
    files = [(name, Path(folder, place, f"{name}.txt")) for place in ("boards", "") for name in BOARDS]
    found = {name: _read(file, name) for name, file in files if file.is_file()}
    if not found:
        raise PlanError(f"expected a folder with boards such as {BOARDS[4]}.txt, got {folder!r} without any of them")
    return found


def _read(file: Path, name: str) -> Position:
    """The one board of a file. Raises FormatError if there are more, or if it is of another size than its name says."""
    positions = open_source(str(file)).positions()
    shape = Geometry.parse(name.partition("-")[2])
    if len(positions) != 1 or positions[0].grid.geometry != shape:
        raise FormatError(f"expected one board with blocks of {shape.m}x{shape.n}", source=str(file))
    return positions[0]
