"""An agent's games summed up, and how people read that.

A statistic is a field of ``Summary`` and a ``Column`` that shows it. Both stand here and nowhere else: the tables of
the terminal and of the report's page, the leaderboard of ``dueldoku serve`` and every JSON are made from them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from dueldoku.arena.archive import StoredGame
from dueldoku.plain import Plain


@dataclass(frozen=True)
class Summary(Plain):
    """Some games of one agent. ``share`` is of a point for each win, ``points`` are those on the board."""

    games: int
    won: int
    drawn: int
    lost: int
    share: float  # 0.5 before the first game
    points: float  # per game, as is what was conceded
    conceded: float
    turns: int
    seconds: float  # per turn
    longest: float
    starved: int
    lost_by: dict[str, int]


def sum_up(games: Sequence[StoredGame], agent: str) -> Summary:
    """These games, all of them the agent's, from its side."""

    def own(what: str, *, others: bool = False) -> list[Any]:
        """What the games say of the agent under this name, or of its opponents."""
        return [getattr(game, f"{what}{1 if (game.agent1 == agent) != others else 2}") for game in games]

    number, turns = len(games), sum(own("turns"))
    scores = Counter(game.score1 if game.agent1 == agent else 1 - game.score1 for game in games)
    lost = (game for game in games if game.winner and (game.agent1, game.agent2)[game.winner - 1] != agent)
    return Summary(
        games=number,
        won=scores[1],
        drawn=scores[0.5],
        lost=scores[0],
        share=(scores[1] + scores[0.5] / 2) / number if number else 0.5,
        points=sum(own("points")) / max(1, number),
        conceded=sum(own("points", others=True)) / max(1, number),
        turns=turns,
        seconds=sum(own("seconds")) / max(1, turns),
        longest=max(own("longest"), default=0.0),
        starved=sum(own("starved")),
        lost_by=dict(Counter(game.reason if game.fault else "fewer points" for game in lost)),
    )


class Column(NamedTuple):
    """A statistic as people read it."""

    head: str
    cell: Callable[[Summary], str]


RECORD = Column("won-drawn-lost", lambda of: f"{of.won}-{of.drawn}-{of.lost}")
SHARE = Column("share of points", lambda of: f"{100 * of.share:.0f} %" if of.games else "-")
RESULTS = (Column("games", lambda of: str(of.games)), RECORD, SHARE)
POINTS = (
    Column("scored", lambda of: f"{of.points:.1f}" if of.games else "-"),
    Column("conceded", lambda of: f"{of.conceded:.1f}" if of.games else "-"),
)
TIME = (
    Column("used on average", lambda of: f"{of.seconds:.3f} s"),
    Column("at most", lambda of: f"{of.longest:.3f} s"),
    Column("turns", lambda of: str(of.turns)),
    Column("starved", lambda of: str(of.starved)),
)
