"""The page in Markdown: an entry for each experiment, in the order of the reports.

Entries are made from what is stored (``report``), or read from a page that was written before; so runs that have
archives of their own come together on one page.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from dueldoku.errors import FormatError
from dueldoku.lab.finding import ClaimState
from dueldoku.render.table import Table

REPORT = "report "  # and its number: where an experiment is from
_HEAD = ("experiment", "from", *map(str, ClaimState), *(f"ours: {state}" for state in ClaimState), "scale")
_COUNTS = slice(2, 2 + 2 * len(ClaimState))  # of the columns
_SECTION, _OVERVIEW = "\n## ", "Overview"


class Entry(NamedTuple):
    """What the page says of an experiment: its row in the overview, and its section without the marks of a heading."""

    row: tuple[str, ...]
    text: str

    @property
    def name(self) -> str:
        """The experiment's."""
        return self.row[0]


def overview(rows: Sequence[tuple[str, ...]]) -> Table:
    """Every experiment in a line, and how many claims there are together: of the reports, and of all."""
    reports = [row for row in rows if row[1].startswith(REPORT)]
    note = "how many claims of each experiment hold of what the report describes, and how many of ours"
    return Table(_OVERVIEW, _HEAD, (*rows, _total("the reports", reports), _total("all", rows)), note=note)


def _total(name: str, rows: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    counts = [[int(cell) if cell.isdecimal() else 0 for cell in row[_COUNTS]] for row in rows]
    none = [0] * len(_HEAD[_COUNTS])
    return (name, "", *(str(sum(column)) for column in zip(none, *counts, strict=True)), "")


def write_page(title: str, introduction: Sequence[str], entries: Sequence[Entry]) -> str:
    """The page."""
    table = overview([entry.row for entry in entries]).markdown()
    parts = [f"# {title}", *introduction, f"## {_OVERVIEW}", table, *(f"## {entry.text}" for entry in entries)]
    return "\n\n".join(parts) + "\n"


def read_page(file: Path) -> list[Entry]:
    """The entries of a page. Raises FormatError if it is none."""
    try:
        parts = file.read_text(encoding="utf-8").split(_SECTION)
    except (OSError, UnicodeDecodeError):
        raise FormatError("expected the lab's page to join with, but it cannot be read", source=str(file)) from None
    sections = {part.partition(" ")[0]: part.strip() for part in parts[1:]}
    table = next((part for part in parts[1:] if part.startswith(f"{_OVERVIEW}\n")), "")
    rows = [tuple(line.strip("| ").split(" | ")) for line in table.splitlines() if line.startswith("| ")]
    entries = [Entry(row, sections[row[0]]) for row in rows if len(row) == len(_HEAD) and row[0] in sections]
    if not entries:
        raise FormatError("expected the lab's page, with an overview and its sections", source=str(file))
    return entries
