"""Results of every pairing, with the seats kept apart."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from dueldoku.stats.rows import Row, read_rows


@dataclass(frozen=True, slots=True)
class Tally:
    """Games of one agent, counted by how they ended for it.

    >>> both = Tally(3, 1, 0) + Tally(1, 0, 3).swapped
    >>> both, both.games, both.points, both.share
    (Tally(wins=6, draws=1, losses=1), 8, 6.5, 0.8125)
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)

    @property
    def swapped(self) -> Tally:
        """The same games from the other side."""
        return Tally(self.losses, self.draws, self.wins)

    @property
    def games(self) -> int:
        """How many games these are."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A win is a point, a draw half a one."""
        return self.wins + self.draws / 2

    @property
    def share(self) -> float:
        """Points per game; 0.5 before the first one."""
        return self.points / self.games if self.games else 0.5


def crosstable(rows: Iterable[Row], agents: Iterable[str] = ()) -> dict[tuple[str, str], Tally]:
    """For every two agents (first, second): the games with these seats, counted for the first.

    >>> table = crosstable([("ann", "bob", 1, 1), ("bob", "ann", 0.5, 1)])
    >>> table["ann", "bob"], table["bob", "ann"]
    (Tally(wins=1, draws=0, losses=0), Tally(wins=0, draws=1, losses=0))
    """
    games = read_rows(rows, agents)
    counts = games.count()
    return {
        (first, second): Tally(*(int(count) for count in counts[i, j, ::-1]))
        for i, first in enumerate(games.names)
        for j, second in enumerate(games.names)
        if i != j
    }
