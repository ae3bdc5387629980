"""What a picture of a board shows."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from dueldoku.board.grid import Grid
from dueldoku.board.move import Move


class Arrow(NamedTuple):
    """A link from a candidate (cell, digit) to another; a strong one is drawn in full, a weak one dashed."""

    start: tuple[int, int]
    end: tuple[int, int]
    strong: bool


@dataclass(frozen=True)
class View:
    """A grid and what to point out on it. Only the grid is needed."""

    grid: Grid
    clues: frozenset[int] | None = None  # the cells that were given; None: all that are filled
    owners: Sequence[int] = ()  # who filled each cell: 0 nobody, 1, 2
    last: Move | None = None
    last_placed: bool = True  # False: the last move was refused and does not stand on the board
    tints: Mapping[int, str] = field(default_factory=dict)  # blue, red, green or yellow behind a cell; SVG only
    candidates: Mapping[int, Sequence[int]] = field(default_factory=dict)  # pencil marks: digits by cell
    strikes: Mapping[int, Collection[int]] = field(default_factory=dict)  # those that are struck out; SVG only
    marked: Mapping[int, Collection[int]] = field(default_factory=dict)  # those that stand out; SVG only
    arrows: Sequence[Arrow] = ()  # what follows from what; SVG only
    scores: tuple[int, int] | None = None
    players: tuple[str, str] = ("player 1", "player 2")
    turn: int = 0  # the player to move; 0: nobody

    def is_clue(self, cell: int) -> bool:
        """Whether the cell's value was given."""
        return bool(self.grid[cell]) and (self.clues is None or cell in self.clues)

    def owner(self, cell: int) -> int:
        """Who filled the cell; 0 for nobody."""
        return self.owners[cell] if self.owners else 0

    @property
    def last_cell(self) -> int | None:
        """The cell of the last move, if it is on the board."""
        side = self.grid.geometry.side
        if self.last and 0 <= self.last.row < side and 0 <= self.last.col < side:
            return self.last.row * side + self.last.col
        return None
