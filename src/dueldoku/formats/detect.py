"""The table of formats, and the one function that tells which of them a text is in."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from math import isqrt
from typing import TypeAlias

from dueldoku.board.geometry import LARGEST, SMALLEST, Geometry
from dueldoku.board.grid import Grid
from dueldoku.duel.position import Position
from dueldoku.errors import FormatError, located
from dueldoku.formats.course import read_course, write_course
from dueldoku.formats.course_rows import KEYS, read_course_rows, write_course_rows
from dueldoku.formats.fpuzzles import read_fpuzzles, write_fpuzzles
from dueldoku.formats.fpuzzles_link import is_fpuzzles_link, read_fpuzzles_link, write_fpuzzles_link
from dueldoku.formats.hodoku import is_library_line, read_hodoku, write_hodoku
from dueldoku.formats.line import (
    board_lines,
    read_line,
    read_sdm,
    read_sdm0,
    simple_line,
    write_line,
    write_sdm,
    write_sdm0,
)
from dueldoku.formats.matrix import is_ruled, read_matrix, square_of, write_matrix
from dueldoku.formats.pencilmarks import is_pencil_marks, read_pencilmarks, write_pencilmarks
from dueldoku.formats.ruled import is_table, read_ruled, square_of_table, write_ruled
from dueldoku.formats.sdk import read_sdk, write_sdk
from dueldoku.formats.ss import read_ss, write_ss
from dueldoku.formats.sudokuwiki import is_sudokuwiki, read_sudokuwiki, write_sudokuwiki
from dueldoku.formats.table import csv_of, looks_like_table, table_of_boards, table_of_text

_MARKS = "[|│║;\t]"  # what rows of one board are ruled or set apart with
_SAMPLE = 1_000  # lines that tell whether a text is a collection
_read_matrix0, _write_matrix0 = partial(read_matrix, first_digit=0), partial(write_matrix, first_digit=0)
_FROM_0 = {
    "line": "matrix0",
    "sdm": "sdm0",
    "matrix": "matrix0",
    "ruled": "ruled0",
}  # where it may be that digits are counted from 0
_read_ruled0, _write_ruled0 = partial(read_ruled, first_digit=0), partial(write_ruled, first_digit=0)

AnyBoard: TypeAlias = Grid | Position  # a puzzle, or a position of the game


@dataclass(frozen=True)
class Format:
    """One way to write boards down."""

    name: str
    about: str
    suffixes: tuple[str, ...]
    read: Callable[[str, Geometry | None], Sequence[AnyBoard]]
    write: Callable[[Sequence[AnyBoard]], str]


def grid_of(board: AnyBoard) -> Grid:
    """The values alone."""
    return board if isinstance(board, Grid) else board.grid


def position_of(board: AnyBoard) -> Position:
    """The board as a position; a puzzle is the start of a game."""
    return board if isinstance(board, Position) else Position(board)


def _single(
    name: str,
    about: str,
    suffixes: tuple[str, ...],
    read_one: Callable[[str, Geometry | None], AnyBoard],
    write_one: Callable[[Grid], str],
    write_position: Callable[[Position], str] | None = None,
) -> Format:
    """A format that holds one board; ``write_position`` if it can hold more than a grid."""

    def read(text: str, shape: Geometry | None) -> list[AnyBoard]:
        return [read_one(text, shape)]

    def write(boards: Sequence[AnyBoard]) -> str:
        if len(boards) != 1:
            raise FormatError(f"expected one board, as {name} holds no more, got {len(boards)}: sdm holds many")
        return write_position(position_of(boards[0])) if write_position else write_one(grid_of(boards[0]))

    return Format(name, about, suffixes, read, write)


def _lines(
    name: str,
    about: str,
    read: Callable[[str, Geometry | None], Sequence[Grid]],
    write: Callable[[Iterable[Grid]], str],
) -> Format:
    """A format with a grid a line."""
    return Format(name, about, (), read, lambda boards: write(map(grid_of, boards)))


def _read_table(text: str, shape: Geometry | None) -> list[Grid | Position]:
    return read_sdm(table_of_text(text).text, shape)


def _write_table(boards: Sequence[AnyBoard]) -> str:
    return csv_of(table_of_boards(map(grid_of, boards)))


FORMATS = {
    format.name: format
    for format in (
        _single("line", "one board on a line, or a position of the game", (), read_line, write_line, write_line),
        Format("sdm", "a collection: one board a line", (".sdm",), read_sdm, write_sdm),
        Format("sdm0", "the same, numbers counted from 0", (), read_sdm0, write_sdm0),
        _single("sdk", "rows of characters below # lines about the puzzle", (".sdk",), read_sdk, write_sdk),
        _single("ss", "rows of characters in a frame (Simple Sudoku)", (".ss",), read_ss, write_ss),
        _single("fpuzzles", "the JSON of f-puzzles, plain givens", (".json",), read_fpuzzles, write_fpuzzles),
        _single("fpuzzles-link", "the same in a link", (), read_fpuzzles_link, write_fpuzzles_link),
        _single("sudokuwiki", "a link to SudokuWiki's solver", (), read_sudokuwiki, write_sudokuwiki),
        _lines("hodoku", "lines of HoDoKu's library: :technique:digits:board:…", read_hodoku, write_hodoku),
        _lines("pencilmarks", "729 characters: the candidates of each cell", read_pencilmarks, write_pencilmarks),
        Format("table", "CSV with a column of boards", (), _read_table, _write_table),
        _single("matrix", "rows of numbers, set apart any way people do", (".csv",), read_matrix, write_matrix),
        _single("matrix0", "the same, digits counted from 0", (), _read_matrix0, _write_matrix0),
        _single("ruled", "a table of numbers, rules on all sides of them", (), read_ruled, write_ruled),
        _single("ruled0", "the same, digits counted from 0", (), _read_ruled0, _write_ruled0),
        _single("course", "the course's board files of 2021 to 2023", (), read_course, write_course),
        _single("course-rows", "the course's board files of 2024 on", (), read_course_rows, str, write_course_rows),
    )
}


def detect(text: str, name: str = "") -> Format:
    """The format of ``text``, told by the file's suffix if it has one of ours, else by how the text looks.

    A square of as many lines as characters is one board, unless no digit in it is above the square root of its side:
    16 lines of 16 characters, none above 4, are sixteen 4x4 boards. Numbers are counted from 0 if 0 is one of them.
    """
    named = [format.name for format in FORMATS.values() if format.suffixes and name.lower().endswith(format.suffixes)]
    found = named[0] if named else _look(text)
    found = "table" if found == "matrix" and named and looks_like_table(text, is_csv=True) else found
    return FORMATS[_counted(text, found)]


def _counted(text: str, found: str) -> str:
    """The format for numbers that are counted from 0 if these are, else ``found``."""
    if found not in _FROM_0 or not ("0" in text or "-1" in text):
        return found
    try:
        squares = [square_of_table(text)] if found == "ruled" else [square_of(part) for part in _parts(text, found)]
    except FormatError:
        return found  # whoever reads it tells what is wrong
    return _FROM_0[found] if any(square.counts_from_0 for square in squares) else found


def _parts(text: str, found: str) -> list[str]:
    """The text of each board; of a collection, only those that are written as numbers, and not too many."""
    if found != "sdm":
        return [text]
    return [line for _, line in islice(board_lines(text), _SAMPLE) if re.search(r"[\s,]", line) and "=" not in line]


def format_named(name: str) -> Format:
    """The format of this name. Raises FormatError, which lists them."""
    if name not in FORMATS:
        raise FormatError(f"expected a format out of {', '.join(FORMATS)}, got {name!r}")
    return FORMATS[name]


def read(text: str, format: str = "", shape: Geometry | None = None, source: str = "") -> list[Position]:
    """The boards of ``text`` as positions. Without a ``format`` it is detected. Raises FormatError that says where."""
    return [position_of(board) for board in read_boards(text, format, shape, source)]


def read_boards(text: str, format: str = "", shape: Geometry | None = None, source: str = "") -> list[AnyBoard]:
    """The same boards, but those that are no more than a puzzle as grids."""
    with located(source=source):
        return list((format_named(format) if format else detect(text, source)).read(text, shape))


def read_grid(text: str, shape: Geometry | None = None) -> Grid:
    """The one board of ``text``, in any format."""
    if (simple := simple_line(text)) and shape in (None, simple[0]):
        return Grid.trusted(simple[0], tuple(simple[1]))
    boards = read_boards(text, shape=shape)
    if len(boards) != 1:
        raise FormatError(f"expected one board, got {len(boards)}")
    return grid_of(boards[0])


def write(boards: Iterable[AnyBoard], format: str) -> str:
    """The boards, grids or positions, as text in a format."""
    return format_named(format).write(list(boards))


def _look(text: str) -> str:
    stripped = text.strip()
    if stripped.startswith("{"):
        return "fpuzzles"
    if is_fpuzzles_link(stripped):
        return "fpuzzles-link"
    if is_sudokuwiki(stripped):
        return "sudokuwiki"
    lines = [line.strip() for line in stripped.split("\n") if line.strip()]
    if not lines:
        raise FormatError("expected a board, got an empty text")
    first = next((line for line in lines if line[0] != "#"), "")
    if re.match(rf"({'|'.join(KEYS)})\s*=", first):
        return "course-rows"
    if is_library_line(first):
        return "hodoku"
    if is_pencil_marks(first):
        return "pencilmarks"
    if re.fullmatch(r"\*-+\*", lines[0]):
        return "ss"
    if lines[0].lower() == "[puzzle]" or re.match(r"#([ABCDLSU]\S|\s*blocks\s)", lines[0]):
        return "sdk"
    if stripped.startswith("["):
        return "matrix"
    lines = [content for line in lines if (content := line.partition("#")[0].strip())] or lines
    if is_table(lines):
        return "ruled"
    if looks_like_table(stripped):
        return "table"
    if _is_collection(lines[:_SAMPLE]):
        return "sdm"
    words = [line.split() for line in lines]
    if (side := _block_size(words[0][:2])) and not re.search("[|│║]", lines[0]) and not any(map(is_ruled, lines)):
        count = sum(map(len, words)) - 2
        if count == side * side or (len(words[0]) == 2 and any(len(row) > 2 for row in words[1:])):
            return "course"
    if len(lines) == 1:
        return "line"
    if re.search(_MARKS, stripped) or any(map(is_ruled, lines)):
        return "matrix"
    if ":" in lines[0] or "=" in lines[0]:
        return "sdm"
    count = len(lines)
    lengths = set(map(_length, lines))
    if count in lengths or min(lengths) < 16:
        return "sdm" if lengths == {count} and _are_small(lines, count) else "matrix"
    return "sdm"


def _is_collection(lines: list[str]) -> bool:
    """Whether most lines are as long as a board, though not as many as that: a few others are bad lines."""
    lengths = Counter(_length(line) for line in lines if not re.search(_MARKS, line))
    length, number = max(lengths.items(), key=lambda item: item[1], default=(0, 0))
    return length >= 16 and isqrt(length) ** 2 == length and number > 1 and number != length and 2 * number > len(lines)


def _length(line: str) -> int:
    """How many values are on the line: words, or else characters."""
    return len(re.findall(r"[^\s,]+", line)) if re.search(r"[\s,]", line) else len(line)


def _block_size(words: list[str]) -> int:
    """m*n if the words are a block's rows and columns, else 0."""
    if len(words) != 2 or not all(re.fullmatch(r"[0-9]{1,2}", word) for word in words):
        return 0
    size = int(words[0]) * int(words[1])
    return size if SMALLEST <= size <= LARGEST else 0


def _are_small(lines: list[str], count: int) -> bool:
    """Whether ``count`` lines of ``count`` characters are boards of side sqrt(count) rather than one board."""
    side = isqrt(count)
    if side * side != count or count <= 9:
        return False
    symbols = set("".join(lines)) - set(".0_*-, ")
    return bool(symbols) and symbols <= set("123456789"[:side]) and not any(" " in line for line in lines)
