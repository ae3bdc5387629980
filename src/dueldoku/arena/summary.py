"""An agent's games summed up, and how people read that.

A statistic is a field of ``Summary`` and a ``Column`` that shows it. Both stand here and nowhere else: the tables of
the terminal and of the report's page, the leaderboard of ``dueldoku serve`` and every JSON are made from them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from dueldoku.arena.archive import StoredGame
from dueldoku.plain import Plain


@dataclass(frozen=True)
class Side:
    """A stored game from the side of one of its agents. ``score`` is 1, 0.5 or 0."""

    agent: str
    seat: int
    score: float
    points: int
    against: int
    turns: int
    seconds: float
    longest: float
    starved: int
    lost_by: str  # why it lost; empty if it did not
    limit: str


def sides(games: Iterable[StoredGame]) -> list[Side]:
    """Every game twice: once for each agent."""
    return [side for game in games for side in (_side(game, 1), _side(game, 2))]


def _side(game: StoredGame, seat: int) -> Side:
    score = game.score1 if seat == 1 else 1 - game.score1
    own = {key: getattr(game, f"{key}{seat}") for key in ("agent", "points", "turns", "seconds", "longest", "starved")}
    against = game.points2 if seat == 1 else game.points1
    lost_by = "" if score else game.reason if game.fault else "fewer points"
    return Side(seat=seat, score=score, against=against, lost_by=lost_by, limit=game.time_limit, **own)


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


def sum_up(sides: Sequence[Side]) -> Summary:
    """The games of these sides, which are of one agent."""
    games, turns = len(sides), sum(side.turns for side in sides)
    scores = Counter(side.score for side in sides)
    return Summary(
        games=games,
        won=scores[1],
        drawn=scores[0.5],
        lost=scores[0],
        share=(scores[1] + scores[0.5] / 2) / games if games else 0.5,
        points=sum(side.points for side in sides) / max(1, games),
        conceded=sum(side.against for side in sides) / max(1, games),
        turns=turns,
        seconds=sum(side.seconds for side in sides) / max(1, turns),
        longest=max((side.longest for side in sides), default=0.0),
        starved=sum(side.starved for side in sides),
        lost_by=dict(Counter(side.lost_by for side in sides if side.lost_by)),
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
