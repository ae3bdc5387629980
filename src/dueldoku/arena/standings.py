"""The numbers of a report as values: of an agent, of all agents, of a match of two. ``report`` fills them in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from dueldoku.arena.elo import elo_lead_text
from dueldoku.arena.summary import Summary
from dueldoku.plain import Plain
from dueldoku.stats.interval import Interval
from dueldoku.words import counted


@dataclass(frozen=True)
class AgentStanding(Summary):
    """An agent's games, and its rating from them with a 95 % interval.

    ``bound`` is "below" or "above" if the games bound the rating on one side only; ``too_few`` that they are
    too few to show it.
    """

    name: str
    elo: float
    low: float
    high: float
    bound: str
    too_few: bool


class Meeting(NamedTuple):
    """The games of two agents in which ``first`` moved first, counted for it."""

    first: str
    second: str
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True)
class Standings(Plain):
    """The numbers of a report: the agents best first, what moving first is worth in Elo, the share of draws.

    ``repeats`` were played beside the ``games``: they repeat one of these move for move, so they do not count.
    ``superiority`` is how likely the agent of a row is better than that of a column. Between ``groups`` no chain of
    games leads from one to the other; ``note`` says so. ``copies`` are agents with the same files, ``left_out`` says
    why some could not play. ``levels`` counts the games by how well agents were caged.
    """

    games: int
    repeats: int
    agents: tuple[AgentStanding, ...]
    anchor: str | None
    seat: Interval
    draws: Interval
    superiority: tuple[tuple[float, ...], ...]
    connected: bool
    groups: tuple[tuple[str, ...], ...]
    note: str
    copies: tuple[tuple[str, ...], ...]
    left_out: dict[str, str]
    crosstable: tuple[Meeting, ...]
    levels: dict[str, int]


@dataclass(frozen=True)
class MatchScore(Plain):
    """The match of two, from the side of ``agent``. ``pairs`` counts pairs by its points: 0, 0.5, 1, 1.5 and 2.

    ``repeats`` were played beside the ``games``: they repeat one of these move for move, so they do not count.
    ``too_few`` says that the games are too few for an Elo lead to be shown.
    """

    agent: str
    opponent: str
    games: int
    repeats: int
    won: int
    drawn: int
    lost: int
    pairs: list[int]
    share: Interval
    elo: Interval
    too_few: bool
    superiority: float
    points: tuple[int, int]
    lost_by: dict[str, dict[str, int]]
    starved: dict[str, int]

    def __str__(self) -> str:
        lines = [
            f"{self.agent} against {self.opponent}: {self.won} won, {self.drawn} drawn, {self.lost} lost of "
            f"{counted(self.games, 'game')}; points on the board {self.points[0]}-{self.points[1]}.",
            f"Its share of the points is {_percent(self.share.value)} ({_percent(self.share.low)} to "
            f"{_percent(self.share.high)}), its Elo lead {elo_lead_text(self.elo)}; "
            f"it is the better one with {100 * self.superiority:.1f} % certainty.",
        ]
        for who, reasons in self.lost_by.items():
            if reasons:
                lines.append(f"{who} lost by: " + ", ".join(f"{why} {count}" for why, count in reasons.items()) + ".")
        return "\n".join(lines)


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
