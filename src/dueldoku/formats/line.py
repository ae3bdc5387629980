"""One board on a line (``line``), or one on each of many lines (``sdm``; ``sdm0`` for digits counted from 0).

The line is a grid's own text, or a position's (``position.py``) if fields such as ``turn=2`` stand behind it: 81
characters for a 9x9 board, letters for larger digits, a block shape in front where the size does not tell it. N*N
numbers with blanks or commas between them are read as well. Behind ``#`` is a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.board.symbols import EMPTIES, EMPTY
from dueldoku.duel.position import Position
from dueldoku.errors import FormatError, ShapeError, located
from dueldoku.formats.matrix import square_of

_NAMED = re.compile(r"\s*([0-9]+[xX][0-9]+)\s*:")  # a block shape in front
_NINE = Geometry.of(3, 3)
_STRANGE = 255  # for a character that is neither a digit nor a sign for an empty cell
_KNOWN = {ord(sign): 0 for sign in EMPTIES} | {ord(str(digit)): digit for digit in range(1, 10)}
_VALUES = bytes(_KNOWN.get(code, _STRANGE) for code in range(256))


_SIMPLE = {  # by the length of their line: squares whose digits are characters, and their largest digit
    side * side: (Geometry.of(root, root), b".0123456789"[: side + 2], b"%d" % side) for root, side in ((2, 4), (3, 9))
}


def simple_line(text: str) -> tuple[Geometry, bytes] | None:
    """Geometry and values of a 4x4 or 9x9 board of digits and dots alone, which no format takes for anything else."""
    if not (simple := _SIMPLE.get(len(text))) or not text.isascii():
        return None
    geometry, signs, largest = simple
    data = text.encode()
    if data.translate(None, signs) or (b"0" in data and largest not in data):  # digits may be counted from 0
        return None
    return geometry, data.translate(_VALUES)


def plain_line(text: str) -> tuple[Geometry, bytes] | None:
    """Geometry and values of a 9x9 board as it is mostly written: 81 digits and signs for empty cells, or None."""
    if len(text) != 81 or not text.isascii():
        return None
    values = text.encode().translate(_VALUES)
    return None if _STRANGE in values else (_NINE, values)


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
    for number, content in board_lines(text):
        kind = Position if "=" in content else Grid
        with located(number):
            boards.append(kind.parse(content, shape))
    return boards


def write_sdm(boards: Iterable[Grid | Position]) -> str:
    """One board a line."""
    return "".join(map(write_line, boards))


def read_sdm0(text: str, shape: Geometry | None = None) -> list[Grid | Position]:
    """The same with numbers that are counted from 0; a block shape may stand in front here, too."""
    boards: list[Grid | Position] = []
    for number, content in board_lines(text):
        with located(number):
            named, rest = named_shape(content, shape)
            boards.append(square_of(rest).grid(named, first_digit=0))
    return boards


def write_sdm0(boards: Iterable[Grid | Position]) -> str:
    """One board a line, numbers counted from 0."""
    lines = []
    for board in boards:
        grid = board if isinstance(board, Grid) else board.grid
        words = (str(value - 1) if value else EMPTY for value in grid)
        lines.append(shape_in_front(grid) + " ".join(words) + "\n")
    return "".join(lines)


def shape_in_front(grid: Grid) -> str:
    """The block shape as it stands in front of a line, such as ``2x3:``; empty where the size tells it."""
    named = _NAMED.match(str(grid))
    return named[0] if named else ""


def named_shape(line: str, shape: Geometry | None) -> tuple[Geometry | None, str]:
    """The shape in front of a line, else ``shape``; and the line with blanks there, so that columns stay right."""
    match = _NAMED.match(line)
    if not match:
        return shape, line
    named = Geometry.parse(match[1])
    if shape not in (None, named):
        raise ShapeError(f"expected a {shape} board, got one that says {named}")
    return named, " " * match.end() + line[match.end() :]


def board_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines with a board, without their comments, each with its number. Raises FormatError if there is none."""
    found = False
    for number, line in enumerate(text.split("\n"), 1):
        content = line.partition("#")[0].rstrip()
        if content.strip():
            found = True
            yield number, content
    if not found:
        raise FormatError("expected a board, got only blank lines and comments")
