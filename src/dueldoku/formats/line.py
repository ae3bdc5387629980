"""One board on a line (``line``), or one on each of many lines (``sdm``).

The line is a grid's own text, or a position's (``position.py``) if fields such as ``turn=2`` stand behind it: 81
characters for a 9x9 board, letters for larger digits, a block shape in front where the size does not tell it. N*N
numbers with blanks or commas between them are read as well. Behind ``#`` is a comment.
"""

from __future__ import annotations

from collections.abc import Iterable

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.board.symbols import EMPTIES
from dueldoku.duel.position import Position
from dueldoku.errors import FormatError, located

_NINE = Geometry.of(3, 3)
_PLAIN = (EMPTIES + "123456789").encode()
_VALUES = bytes.maketrans(_PLAIN, bytes(len(EMPTIES)) + bytes(range(1, 10)))


def plain_line(text: str) -> tuple[Geometry, bytes] | None:
    """Geometry and values of a 9x9 board as it is mostly written: 81 digits and signs for empty cells, or None."""
    data = text.encode()
    if len(data) != 81 or data.translate(None, _PLAIN):
        return None
    return _NINE, data.translate(_VALUES)


def read_line(text: str, shape: Geometry | None = None) -> Grid | Position:
    """The one board of ``text``."""
    boards = read_sdm(text, shape)
    if len(boards) > 1:
        raise FormatError(f"expected one board, got {len(boards)}: name the format sdm for a collection")
    return boards[0]


def write_line(board: Grid | Position) -> str:
    """The board on one line."""
    return f"{board}\n"


def read_sdm(text: str, shape: Geometry | None = None) -> list[Grid | Position]:
    """The board of every line that is not blank or a comment."""
    boards: list[Grid | Position] = []
    for number, line in enumerate(text.split("\n"), 1):
        content = line.partition("#")[0]
        if content.strip():
            kind = Position if "=" in content else Grid
            with located(number):
                boards.append(kind.parse(content.rstrip(), shape))
    if not boards:
        raise FormatError("expected a board, got only blank lines and comments")
    return boards


def write_sdm(boards: Iterable[Grid | Position]) -> str:
    """One board a line."""
    return "".join(map(write_line, boards))
