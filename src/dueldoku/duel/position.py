"""A position of the game as plain data, and as one line of text.

The line is the grid's own line, followed by what differs from the start of a classic game, in this order:

    2x3:…  rules=rows turn=2 scores=3-1 owners=+..- region1=r1c1,r1c2 region2=r6c1 taboo=r1c1=3 past=r1c1=3,r2c2=4

So a puzzle is a position, too. ``owners`` has a character per cell: ``+`` player 1, ``-`` player 2, ``.`` nobody.
``region1`` and ``region2`` are the start regions where the rule set's name does not tell them; ``past`` are the
moves made before, for agents that want to see them. ``before=3`` says that the first three of them came with the board.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.board.move import Move
from dueldoku.board.symbols import parse_cell_name
from dueldoku.errors import DueldokuError, FormatError, GridError, located

OWNER_MARKS = ".+-"
Regions = tuple[frozenset[int], frozenset[int]]


@dataclass(frozen=True)
class Position:
    """A board, whose turn it is, and all that the rules need to go on from here."""

    grid: Grid
    rules: str = "classic"
    turn: int = 1
    scores: tuple[int, int] = (0, 0)
    owners: tuple[int, ...] = ()  # a player number for each cell, 0 for nobody; () if nobody owns anything
    regions: Regions | None = None  # the players' start regions; None: as the rule set has them
    taboo: tuple[Move, ...] = ()
    past: tuple[Move, ...] = ()
    before: int = dataclasses.field(default=0, compare=False)  # how many of these came with the board

    def __post_init__(self) -> None:
        object.__setattr__(self, "before", min(self.before, len(self.past)))
        if self.turn not in (1, 2):
            raise GridError(f"expected player 1 or 2 to move, got {self.turn}")
        if not any(self.owners):
            object.__setattr__(self, "owners", ())
        if min(self.scores) < 0:
            raise GridError(f"expected scores from 0 on, got {self.scores[0]} and {self.scores[1]}")
        for region in self.regions or ():
            if region and not 0 <= min(region) <= max(region) < len(self.grid):
                raise GridError(f"expected regions of cells from 0 to {len(self.grid) - 1}, got {sorted(region)}")
        if self.owners and len(self.owners) != self.grid.geometry.size:
            raise GridError(f"expected {self.grid.geometry.size} owners, got {len(self.owners)}")
        for cell, owner in enumerate(self.owners):
            if owner not in (0, 1, 2) or (owner and not self.grid[cell]):
                name = self.grid.geometry.name(cell)
                raise GridError(f"expected an owner (1 or 2) only where a digit stands, got {owner} at {name}")

    def __str__(self) -> str:
        fields = [str(self.grid)]
        if self.rules != "classic":
            fields.append(f"rules={self.rules}")
        if self.turn != 1:
            fields.append(f"turn={self.turn}")
        if self.scores != (0, 0):
            fields.append(f"scores={self.scores[0]}-{self.scores[1]}")
        if any(self.owners):
            fields.append("owners=" + "".join(OWNER_MARKS[owner] for owner in self.owners))
        for player, region in enumerate(self.regions or (), 1):
            names = ",".join(self.grid.geometry.name(cell) for cell in sorted(region))
            fields.append(f"region{player}={names}")
        if self.taboo:
            fields.append("taboo=" + ",".join(map(str, self.taboo)))
        if self.past:
            fields.append("past=" + ",".join(map(str, self.past)))
        if self.before:
            fields.append(f"before={self.before}")
        return " ".join(fields)

    @classmethod
    def parse(cls, text: str, shape: Geometry | None = None) -> Position:
        """Inverse of ``str``. Raises FormatError with the column of the fault."""
        board, *fields = _split_fields(text)
        grid = Grid.parse(board[1], shape)
        given: dict[str, object] = {}
        for column, field in fields:
            key, _, value = field.partition("=")
            if key in given:
                raise FormatError(f"expected {key!r} only once", column=column)
            try:
                given[key] = _FIELDS[key](value, grid)
            except (DueldokuError, ValueError) as error:
                raise FormatError(f"in {key!r}: {error}", column=column) from None
        region1, region2 = given.pop("region1", None), given.pop("region2", None)
        if (region1 is None) != (region2 is None):
            raise FormatError("expected both 'region1' and 'region2' or neither")
        if region1 is not None:
            given["regions"] = region1, region2
        with located():
            return cls(grid, **given)  # type: ignore[arg-type]


def _split_fields(text: str) -> list[tuple[int, str]]:
    """The board and the ``key=value`` fields behind it, each with its column."""
    parts: list[tuple[int, str]] = []
    column, board = 1, []
    for word in text.split(" "):
        key, equals, _ = word.partition("=")
        if equals and key.isidentifier():
            if key not in _FIELDS:
                raise FormatError(f"expected one of {', '.join(_FIELDS)}, got {key!r}", column=column)
            parts.append((column, word))
        elif parts and word:
            raise FormatError(f"expected key=value, got {word!r}", column=column)
        elif not parts:
            board.append(word)
        column += len(word) + 1
    return [(1, " ".join(board)), *parts]


def _scores(text: str, grid: Grid) -> tuple[int, int]:
    first, dash, second = text.partition("-")
    if not (dash and first.isdecimal() and second.isdecimal()):
        raise ValueError(f"expected scores such as 3-1, got {text!r}")
    return int(first), int(second)


def _before(text: str, grid: Grid) -> int:
    if not (text.isdecimal() and len(text) < 10):
        raise ValueError(f"expected a number of moves, got {text!r}")
    return int(text)


def _turn(text: str, grid: Grid) -> int:
    if text not in ("1", "2"):
        raise ValueError(f"expected 1 or 2, got {text!r}")
    return int(text)


def _owners(text: str, grid: Grid) -> tuple[int, ...]:
    if len(text) != len(grid) or set(text) - set(OWNER_MARKS):
        raise ValueError(f"expected {len(grid)} of the characters {OWNER_MARKS}, got {len(text)} in {text!r}")
    return tuple(map(OWNER_MARKS.index, text))


def _region(text: str, grid: Grid) -> frozenset[int]:
    names = text.split(",") if text else []
    return frozenset(grid.geometry.cell(*parse_cell_name(name)) for name in names)


def _moves(text: str, grid: Grid) -> tuple[Move, ...]:
    return tuple(Move.parse(word) for word in text.split(",") if word)


def _rules(text: str, grid: Grid) -> str:
    if not text.isidentifier():
        raise ValueError(f"expected the name of a rule set, got {text!r}")
    return text


_FIELDS: dict[str, Callable[[str, Grid], object]] = {
    "rules": _rules,
    "turn": _turn,
    "scores": _scores,
    "owners": _owners,
    "region1": _region,
    "region2": _region,
    "taboo": _moves,
    "past": _moves,
    "before": _before,
}
