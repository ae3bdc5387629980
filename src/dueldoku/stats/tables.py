"""Results of games as rows, checked once and then counted: as a table of every pairing, with the seats kept apart.

A row is (first agent, second agent, score of the first: 1, 0.5 or 0, pair). The pair is any label: games of the same
two agents under the same label were played on one board with the seats swapped. A game on its own has its own label.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Row = tuple[str, str, float, Hashable]
Floats = NDArray[np.float64]
Whole = NDArray[np.int64]

_OUTCOME = {0: 0, 0.5: 1, 1: 2}  # the score of the first agent: lost, drawn, won


@dataclass(frozen=True, eq=False)
class Games:
    """Rows as numbers: one entry per game in each array, agents by their place in ``names``."""

    names: tuple[str, ...]
    first: Whole
    second: Whole
    outcome: Whole
    pair: Whole
    pairs: int

    @property
    def pairs_of_each(self) -> Whole:
        """In how many pairs each agent played."""
        played = {*zip(self.first, self.pair, strict=True), *zip(self.second, self.pair, strict=True)}
        return np.bincount([agent for agent, _ in played], minlength=len(self.names))

    def count(self, weights: Floats | None = None) -> Floats:
        """How often each (first, second, outcome) came; ``weights`` says how much each pair counts."""
        shape = (len(self.names), len(self.names), len(_OUTCOME))
        place = np.ravel_multi_index((self.first, self.second, self.outcome), shape)
        of_game = None if weights is None else weights[self.pair]
        return np.bincount(place, of_game, minlength=int(np.prod(shape))).reshape(shape).astype(np.float64)


def check_rows(rows: Iterable[Row]) -> list[Row]:
    """The rows, if each of them can be a game."""
    rows = list(rows)
    for number, (first, second, score, _) in enumerate(rows, 1):
        if score not in _OUTCOME:
            raise ValueError(f"game {number}: expected a score of 0, 0.5 or 1, got {score!r}")
        if first == second:
            raise ValueError(f"game {number}: expected two different agents, got {first!r} twice")
    return rows


def read_rows(rows: Iterable[Row], agents: Iterable[str] = ()) -> Games:
    """The games of ``rows``; ``agents`` names those who have perhaps not played yet.

    >>> games = read_rows([("ann", "bob", 1, 1), ("bob", "ann", 0.5, 1)])
    >>> games.names, games.pairs, games.count()[0, 1]
    (('ann', 'bob'), 1, array([0., 0., 1.]))
    """
    rows = check_rows(rows)
    names = sorted({*agents, *(name for row in rows for name in row[:2])})
    keys = [(*sorted(row[:2]), row[3]) for row in rows]
    index = {name: place for place, name in enumerate(names)}
    # In an order of their own, so that games that end in another order get the same random numbers.
    pair_index = {key: place for place, key in enumerate(sorted(set(keys), key=repr))}
    return Games(
        names=tuple(names),
        first=np.array([index[row[0]] for row in rows], np.int64),
        second=np.array([index[row[1]] for row in rows], np.int64),
        outcome=np.array([_OUTCOME[row[2]] for row in rows], np.int64),
        pair=np.array([pair_index[key] for key in keys], np.int64),
        pairs=len(pair_index),
    )


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
