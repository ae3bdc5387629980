"""The course framework's second board format (2024 on): ``key = value``, with territories and the game so far.

    rows = 2
    columns = 2
    board =
       .   1+   .   2-
       …
    taboo-moves = [(3,3) -> 1]
    moves = [(0,1) -> 1, (3,3) -> 1]
    scores = [0, 0]
    current-player = 1

``rows`` and ``columns`` are those of a block. A line that starts with a blank goes on with the value above it.
``1+`` belongs to player 1, ``2-`` to player 2. A board of plain numbers is one for the classic rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.board.move import Move
from dueldoku.board.symbols import EMPTY
from dueldoku.duel.position import OWNER_MARKS, Position
from dueldoku.errors import FormatError, located
from dueldoku.formats.course import board_rows, geometry_of, words_of

KEYS = [
    "rows",
    "columns",
    "board",
    "initial-board",
    "moves",
    "taboo-moves",
    "scores",
    "current-player",
    "allowed-squares1",
    "allowed-squares2",
    "occupied-squares1",
    "occupied-squares2",
]


class _Property(NamedTuple):
    """The lines of a value, and the number of the first of them."""

    line: int
    lines: list[str]

    @property
    def text(self) -> str:
        """The value on one line."""
        return " ".join(self.lines).strip()


def read_course_rows(text: str, shape: Geometry | None = None) -> Position:
    """The position of a board file."""
    properties = _properties(text)
    for key in ("rows", "columns", "board"):
        if key not in properties:
            raise FormatError(f"expected the key {key!r}, got only {', '.join(properties) or 'none'}")
    m, n = (_number(properties[key], key) for key in ("rows", "columns"))
    geometry = geometry_of(m, n, shape, properties["rows"].line)
    values, owners, marked = _board(properties["board"], geometry)
    regions = [_region(properties.get(f"allowed-squares{player}"), geometry) for player in (1, 2)]
    classic = not marked and any(values)
    turn = _number(properties["current-player"], "current-player") if "current-player" in properties else 1
    scores = _scores(properties.get("scores"))
    taboo, past = (_moves(properties.get(key)) for key in ("taboo-moves", "moves"))
    with located(properties["board"].line):
        return Position(
            grid=Grid(geometry, tuple(values)),
            rules="classic" if classic else "rows",
            turn=turn,
            scores=scores,
            owners=tuple(owners),
            regions=None if classic or None in regions else (regions[0], regions[1]),  # type: ignore[arg-type]
            taboo=taboo,
            past=past,
            before=len(past),
        )


def write_course_rows(position: Position) -> str:
    """The position as a board file; a cell that has no owner but needs a mark goes to player 2, as in the course."""
    grid, geometry = position.grid, position.grid.geometry
    classic = position.rules == "classic"
    owners = position.owners or (0,) * geometry.size
    marks = ["" if classic else OWNER_MARKS[owner or 2] for owner in owners]
    words = [f"{value}{mark}" if value else EMPTY for value, mark in zip(grid, marks, strict=True)]
    fields = {
        "taboo-moves": _listed(position.taboo),
        "moves": _listed(position.past),
        "scores": f"[{position.scores[0]}, {position.scores[1]}]",
        "current-player": str(position.turn),
    }
    for player, region in enumerate(position.regions or (), 1):
        fields[f"allowed-squares{player}"] = _squares(region, geometry)
    if not classic:
        for player in (1, 2):
            occupied = [cell for cell, owner in enumerate(owners) if grid[cell] and (owner or 2) == player]
            fields[f"occupied-squares{player}"] = _squares(occupied, geometry)
    lines = [f"{key} = {value}".rstrip() for key, value in fields.items()]
    board = board_rows(words, geometry.side, 4 if classic else 6)
    return f"rows = {geometry.m}\ncolumns = {geometry.n}\nboard =\n{board}" + "\n".join(lines) + "\n"


def _properties(text: str) -> dict[str, _Property]:
    properties: dict[str, _Property] = {}
    current: _Property | None = None
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith(" "):
            if current is None:
                raise FormatError("expected 'key = value' before a line that starts with a blank", line=number)
            current.lines.append(line)
            continue
        key, _, value = line.partition("=")
        key = key.strip()
        if key not in KEYS:
            raise FormatError(f"expected one of the keys {', '.join(KEYS)}, got {key!r}", line=number, column=1)
        if key in properties:
            raise FormatError(f"expected the key {key!r} only once", line=number, column=1)
        current = properties[key] = _Property(number, [value])
    return properties


def _number(found: _Property, key: str) -> int:
    if not re.fullmatch(r"[0-9]{1,3}", found.text):
        raise FormatError(f"expected a number for {key!r}, got {found.text!r}", line=found.line)
    return int(found.text)


def _board(found: _Property, geometry: Geometry) -> tuple[list[int], list[int], bool]:
    """Values, owners, and whether any value carries an owner's mark."""
    words = words_of(found.lines, found.line)
    if len(words) != geometry.size:
        raise FormatError(f"expected {geometry.size} words for a {geometry} board, got {len(words)}", line=found.line)
    marked = any(word.text[-1] in "+-" for word in words)
    values, owners = [], []
    for word in words:
        match = re.fullmatch(r"([0-9]{1,3})([+-])" if marked else r"([0-9]{1,3})()", word.text)
        value = 0 if word.text == EMPTY else int(match[1]) if match else geometry.side + 1
        if value > geometry.side:
            mark = " with its owner's mark + or -" if marked else ""
            raise word.error(f"a number from 1 to {geometry.side}{mark} or '{EMPTY}'")
        values.append(value)
        owners.append(OWNER_MARKS.index(match[2]) if match and marked and value else 0)
    return values, owners, marked


def _integers(found: _Property, group: int, what: str) -> list[int]:
    """The whole numbers of a list such as ``[(0,1) -> 2, …]``, a multiple of ``group`` of them."""
    rest = re.sub(r"[0-9]{1,9}|->|[\[\](),\s]", "", found.text)
    numbers = [int(word) for word in re.findall(r"[0-9]{1,9}", found.text)]
    if rest or len(numbers) % group:
        raise FormatError(f"expected {what}, got {found.text!r}", line=found.line)
    return numbers


def _moves(found: _Property | None) -> tuple[Move, ...]:
    numbers = _integers(found, 3, "moves such as [(0,1) -> 2]") if found else []
    return tuple(Move(*numbers[at : at + 3]) for at in range(0, len(numbers), 3))


def _scores(found: _Property | None) -> tuple[int, int]:
    numbers = _integers(found, 2, "two scores such as [3, 1]") if found else [0, 0]
    if found and len(numbers) != 2:
        raise FormatError(f"expected two scores such as [3, 1], got {found.text!r}", line=found.line)
    return numbers[0], numbers[1]


def _region(found: _Property | None, geometry: Geometry) -> frozenset[int] | None:
    if found is None:
        return None
    numbers = _integers(found, 2, "squares such as (0,1), (0,2)")
    with located(found.line):
        return frozenset(geometry.cell(*numbers[at : at + 2]) for at in range(0, len(numbers), 2))


def _squares(cells: frozenset[int] | list[int], geometry: Geometry) -> str:
    return ", ".join(f"({row},{col})" for row, col in (divmod(cell, geometry.side) for cell in sorted(cells)))


def _listed(moves: Iterable[Move]) -> str:
    return "[" + ", ".join(f"({row},{col}) -> {digit}" for row, col, digit in moves) + "]"
