"""Results of every pairing, with the seats kept apart."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from dueldoku.stats.rows import Row, read_rows


@dataclass(frozen=True, slots=True)
class Tally:
    """Games of one agent, counted by how they ended for it.

    >>> both = Tally(3, 1, 0) + Tally(1, 0, 3).swapped
    >>> both, both.games, both.points
    (Tally(won=6, drawn=1, lost=1), 8, 6.5)
    """

    won: int = 0
    drawn: int = 0
    lost: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.won + other.won, self.drawn + other.drawn, self.lost + other.lost)

    @property
    def swapped(self) -> Tally:
        """The same games from the other side."""
        return Tally(self.lost, self.drawn, self.won)

    @property
    def games(self) -> int:
        """How many games these are."""
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        """A win is a point, a draw half a one."""
        return self.won + self.drawn / 2


def crosstable(rows: Iterable[Row], agents: Iterable[str] = ()) -> dict[tuple[str, str], Tally]:
    """For every two agents (first, second): the games with these seats, counted for the first.

    >>> table = crosstable([("ann", "bob", 1, 1), ("bob", "ann", 0.5, 1)])
    >>> table["ann", "bob"], table["bob", "ann"]
    (Tally(won=1, drawn=0, lost=0), Tally(won=0, drawn=1, lost=0))
    """
    games = read_rows(rows, agents)
    counts = games.count()
    return {
        (first, second): Tally(*(int(count) for count in counts[i, j, ::-1]))
        for i, first in enumerate(games.names)
        for j, second in enumerate(games.names)
        if i != j
    }
