"""Tables with a column of boards: CSV as it is shared on Kaggle (``puzzle,solution``), and parquet.

CSV needs nothing more. Parquet needs polars: ``pip install 'dueldoku[frames]'``.
"""

from __future__ import annotations

import csv
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from io import StringIO
from math import isqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dueldoku.errors import DueldokuError, FormatError
from dueldoku.formats.source import check_folder, read_source

if TYPE_CHECKING:
    from types import ModuleType

SUFFIXES = (".csv", ".parquet")
PUZZLE = "puzzle"  # the column of boards in tables of ours
_USUAL = (PUZZLE, "puzzles", "quizzes", "quiz", "sudoku", "board", "boards", "grid", "unsolved", "problem", "question")
_BOARD = re.compile(r"(?:[0-9]+x[0-9]+:)?([0-9A-Za-z.*_@$&-]{16,4096})")
_NAME = re.compile(r"[^\W\d][\w .()-]*")


@dataclass(frozen=True)
class Table:
    """Columns by name, all of one length, and the name of the one with the boards."""

    columns: dict[str, list[Any]]
    boards: str

    @property
    def lines(self) -> list[str]:
        """The boards as text, one for each row; empty where there is none."""
        return ["" if value is None else " ".join(str(value).split()) for value in self.columns[self.boards]]

    @property
    def text(self) -> str:
        """The boards as a collection whose lines have the numbers that they have in a CSV file."""
        return "\n".join(["", *self.lines]) + "\n"

    def with_columns(self, more: Mapping[str, list[Any]]) -> Table:
        """The same with more columns; one of the same name gives way."""
        return Table({**self.columns, **more}, self.boards)


def is_table_file(name: str) -> bool:
    """Whether the name is that of a table to write."""
    return name.lower().endswith(SUFFIXES)


def looks_like_table(text: str, *, is_csv: bool = False) -> bool:
    """Whether the text is CSV with names in its first row and a board in its second.

    A name alone has to be a usual one, unless the file ``is_csv`` by its suffix: it may be a bad line of a collection.
    """
    lines = [line for line in text.lstrip().split("\n", 3)[:2] if line.strip()]
    if len(lines) < 2:
        return False
    header, row = (next(_rows(line, _delimiter(lines[0]))) for line in lines)
    if len(row) != len(header) or not all(_NAME.fullmatch(name.strip()) and not _is_board(name) for name in header):
        return False
    if any(name.strip().lower() in _USUAL for name in header):
        return True
    return (is_csv or len(header) > 1) and any(map(_is_board, row))


def table_of_text(text: str, column: str = "") -> Table:
    """The table of CSV. Raises FormatError that names the line, or the columns."""
    text = text.lstrip("\n")
    header, *rows = [row for row in _rows(text, _delimiter(text.partition("\n")[0])) if row] or [[]]
    header = [name.strip() for name in header]
    if len(set(header)) < len(header):
        raise FormatError(f"expected a name once for each column, got {', '.join(header)}", line=1)
    for number, row in enumerate(rows, 2):
        if len(row) != len(header):
            raise FormatError(f"expected {len(header)} fields, as the first row has, got {len(row)}", line=number)
    columns = dict(zip(header, map(list, zip(*rows, strict=True)), strict=True)) if rows else {n: [] for n in header}
    return Table(columns, _column(columns, column))


def read_table(name: str, column: str = "") -> Table:
    """The table of a file. Raises FormatError; DueldokuError if polars is needed and not installed."""
    if not name.lower().endswith(".parquet"):
        return table_of_text(read_source(name), column)
    polars = _polars()
    try:
        frame = polars.read_parquet(name)
    except (polars.exceptions.PolarsError, OSError) as error:
        problem = " ".join(str(error).split())
        raise FormatError(f"expected a parquet file: {problem}", source=name) from None
    columns = frame.to_dict(as_series=False)
    return Table(columns, _column(columns, column))


def table_of_boards(boards: Iterable[object]) -> Table:
    """A table of ours, with one column."""
    return Table({PUZZLE: [str(board) for board in boards]}, PUZZLE)


def csv_of(table: Table) -> str:
    """The table as CSV."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(table.columns)
    writer.writerows(zip(*table.columns.values(), strict=True))
    return out.getvalue()


def check_writable(name: str) -> None:
    """Raises before the work is done if a table could not be written to this file."""
    if name.lower().endswith(".parquet"):
        _polars()
    check_folder(name)


def write_table(table: Table, name: str) -> None:
    """Write the table as CSV or parquet, as the name ends. What was there before stays until all is written."""
    part = Path(f"{name}.part")
    try:
        if name.lower().endswith(".parquet"):
            _polars().DataFrame(table.columns, strict=False).write_parquet(part)
        else:
            part.write_text(csv_of(table), encoding="utf-8")
        os.replace(part, name)
    finally:
        part.unlink(missing_ok=True)


def _column(columns: Mapping[str, list[Any]], wanted: str) -> str:
    """The column with the boards: the one that is asked for, one with a usual name, or the first that has some."""
    if wanted:
        if wanted not in columns:
            raise FormatError(f"expected a column out of {', '.join(columns)}, got {wanted!r}")
        return wanted
    if len(columns) == 1:
        return next(iter(columns))
    fitting = [name for name, values in columns.items() if _is_board(next((v for v in values if v), None))]
    for usual in _USUAL:
        if named := [name for name in fitting if name.lower() == usual]:
            return named[0]
    if not fitting:
        raise FormatError(f"expected a column of boards; name it with --column: {', '.join(columns)}")
    return fitting[0]


def _is_board(value: object) -> bool:
    """Whether a field is a board on a line, as far as its look tells."""
    match = _BOARD.fullmatch(value) if isinstance(value, str) else None
    return match is not None and isqrt(len(match[1])) ** 2 == len(match[1])


def _delimiter(header: str) -> str:
    return max(",;\t", key=header.count)


def _rows(text: str, delimiter: str) -> Any:
    csv.field_size_limit(1 << 20)
    try:
        yield from csv.reader(StringIO(text), delimiter=delimiter)
    except csv.Error as error:
        raise FormatError(f"expected a table as CSV: {error}") from None


def _polars() -> ModuleType:
    try:
        import polars
    except ImportError:
        raise DueldokuError("parquet needs polars: pip install 'dueldoku[frames]'; CSV needs nothing") from None
    return polars
