"""Elo as people read it: a number with its interval, a bound where the games give only one, or no number at all.

A number is shown only if the games bear it. Where the 95 % interval spans more than 2,000 points, there are too few. An
agent that lost every game could be infinitely weak, so its rating is only a bound: "below -340", the upper end of its
interval; one that won every game is "above" the lower end of its. JSON keeps all numbers, and says which are shown.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Protocol

from dueldoku.stats.interval import Interval

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dueldoku.stats.tables import Tally

TOO_FEW = "too few games"
_WIDEST = 2_000  # Elo
_FEWEST = 6  # games for a bound
_FOR_A_SEAT = 40  # games that tell what moving first is worth


class Bar(Protocol):
    """Whatever has the two ends of an interval."""

    @property
    def low(self) -> float:
        """The lower end."""

    @property
    def high(self) -> float:
        """The upper end."""


class Rated(Bar, Protocol):
    """A rating, as far as it is shown."""

    @property
    def elo(self) -> float:
        """The estimate."""

    @property
    def games(self) -> int:
        """How many games it comes from."""


def signed(elo: float) -> str:
    """Elo points in whole numbers, with their sign.

    >>> signed(12.3), signed(-0.2)
    ('+12', '+0')
    """
    return f"{round(elo):+d}"


def elo_bar(bar: Bar) -> str:
    """An interval of Elo points."""
    return f"{signed(bar.low)} to {signed(bar.high)}"


def is_vague(bar: Bar) -> bool:
    """Whether the interval is too wide for a number to mean anything.

    >>> is_vague(Interval(191, -4907, 5288)), is_vague(Interval(529, -59, 1117))
    (True, False)
    """
    return bar.high - bar.low > _WIDEST


def elo_lead_text(lead: Interval) -> str:
    """A lead in one go.

    >>> elo_lead_text(Interval(55, 14, 96)), elo_lead_text(Interval(191, -4907, 5288))
    ('+55 (+14 to +96)', 'not known (too few games)')
    """
    return f"not known ({TOO_FEW})" if is_vague(lead) else f"{signed(lead.value)} ({elo_bar(lead)})"


def seat_text(worth: Interval, crosses: Mapping[tuple[str, str], Tally]) -> str:
    """What moving first is worth, if enough games tell.

    Those do in which two players met as often the other way round: where guests always move first, nobody can tell
    what comes from the seat and what from the guests.
    """
    balanced = sum(min(tally.games, crosses[two, one].games) for (one, two), tally in crosses.items() if one != two)
    told = elo_lead_text(worth) if balanced >= _FOR_A_SEAT else f"not known ({TOO_FEW})"
    return f"moving first is worth in Elo: {told}"


def is_too_few(one: Rated, bound: str = "") -> bool:
    """Whether the rating comes from too few games to be shown."""
    return one.games < (_FEWEST if bound else 1) or (not bound and is_vague(one))


def elo_cells(one: Rated, bound: str = "") -> tuple[str, str]:
    """A rating and its interval, for two columns of a table."""
    if is_too_few(one, bound):
        return "-", TOO_FEW if one.games else "no games yet"
    if bound:
        return f"{bound} {signed(one.high if bound == 'below' else one.low)}", "-"
    return signed(one.elo), elo_bar(one)


def find_bounds(crosses: Mapping[tuple[str, str], Tally]) -> dict[str, str]:
    """The agents whose ratings the games bound on one side only: "below" or "above".

    Below are those who got no point from anybody. Two agents that always fail share the points of their own games, so
    a group counts as well, if it got no point from the others, and these are more.
    """
    beats: dict[str, set[str]] = {}  # from whom each agent got points
    for (first, second), tally in crosses.items():
        for one, other, points in ((first, second, tally.points), (second, first, tally.swapped.points)):
            beats.setdefault(one, set())
            if points:
                beats[one].add(other)
    bounds: dict[str, str] = {}
    for agent in beats:
        below = _reached(agent, beats)
        lost = any(below & victims for other, victims in beats.items() if other not in below)
        is_bottom = all(agent in _reached(other, beats) for other in below)  # not somebody who beat the bottom
        if lost and is_bottom and (len(below) == 1 or 2 * len(below) < len(beats)):
            bounds[agent] = "below"
        elif beats[agent] and not any(agent in victims for victims in beats.values()):
            bounds[agent] = "above"
    return bounds


def _reached(agent: str, beats: Mapping[str, Collection[str]]) -> set[str]:
    """The agent, those it got points from, those they got points from, and so on."""
    found, ahead = {agent}, [agent]
    while ahead:
        new = set(beats[ahead.pop()]) - found
        found |= new
        ahead += new
    return found
