"""Analysis for the pages: asked for once, remembered for whoever looks at the same position next."""

from __future__ import annotations

from collections import OrderedDict

from dueldoku.engine.analysis import Analysis
from dueldoku.web import jobs
from dueldoku.web.workers import PageWorkers

_REMEMBERED = 500


class Analyst:
    """Remembers analyses by position and time."""

    def __init__(self, workers: PageWorkers) -> None:
        self._workers = workers
        self._known: OrderedDict[str, tuple[float, Analysis]] = OrderedDict()

    async def analyse(self, caller: str, position: str, seconds: float) -> Analysis:
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
