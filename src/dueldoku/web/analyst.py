"""Analysis for the pages: asked for once, remembered for whoever looks at the same position next."""

from __future__ import annotations

from collections import OrderedDict
from math import exp
from typing import Any

from dueldoku.web import jobs
from dueldoku.web.workers import Workers

_REMEMBERED = 500
Found = dict[str, Any]


class Analyst:
    """Remembers analyses by position and time."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._known: OrderedDict[str, tuple[float, Found]] = OrderedDict()

    async def analyse(self, caller: str, position: str, seconds: float) -> Found:
        """The analysis of a position; less time is taken if others wait. Raises Busy, Overdue or what is wrong."""
        if (known := self._known.get(position)) and known[0] >= seconds:
            self._known.move_to_end(position)
            return known[1]
        given = self._workers.share(seconds)
        found = await self._workers.slow(caller, given, jobs.analyse, position, given)
        self._known[position] = (given, found)
        while len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        return found


def lead_of(found: Found, scores: tuple[int, int] | list[int]) -> float:
    """By how much player 1 is expected to win in the end."""
    gain: float = found["value"] if found["player"] != 2 else -found["value"]
    return scores[0] - scores[1] + gain


def share_of(lead: float) -> float:
    """A lead as a share of the evaluation bar: 0.5 is even."""
    return 1 / (1 + exp(-max(-40.0, min(40.0, lead)) / 5))
