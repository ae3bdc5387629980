"""The course of a game: what each of its positions is worth, worked out while the game is looked at.

The last positions come first: they are soon exact. So the curve is there at once, and grows towards the start.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from weakref import WeakMethod

from dueldoku.duel.record import GameRecord
from dueldoku.engine.review import turning_points
from dueldoku.errors import Busy, DueldokuError
from dueldoku.web import jobs
from dueldoku.web.services import services

_AT_ONCE, _SECONDS = 6, 0.06  # positions that a worker is asked about in one go, and the seconds for each
_WAIT = 1.0  # before it is asked again, if it is busy


class Course:
    """Values from player 1's side by the number of the node, and which of them are exact. ``show`` is called for more.

    ``turning`` are the turns after which somebody else is winning, as far as that is known.
    """

    def __init__(self, record: GameRecord, visitor: str, show: Callable[[], None]) -> None:
        self.values: dict[int, float] = {}
        self.exact: set[int] = set()
        self.turning: set[int] = set()
        self._record, self._visitor = record, visitor
        self._show = WeakMethod(show)  # nothing keeps a page that is closed
        self._signs: dict[int, int | None] = {}
        self._left = len(record.turns) + 1 if record.turns else 0  # positions that nobody was asked about yet

    def note(self, node: int, lead: float, *, is_exact: bool) -> None:
        """Know a value."""
        self.values[node] = round(lead, 2)
        (self.exact.add if is_exact else self.exact.discard)(node)

    async def work_out(self) -> None:
        """Have all positions valued, a few at a time: others are answered in between."""
        text = self._record.to_json()
        while self._left:
            first, seconds = max(0, self._left - _AT_ONCE), services().workers.share(_SECONDS, _SECONDS / 3)
            asked = text, range(first, self._left), seconds
            try:
                found = await services().workers.slow(self._visitor, 20.0, jobs.leads, *asked)
            except Busy:
                await asyncio.sleep(_WAIT)
                continue
            except DueldokuError:
                return  # the curve ends here: each position can still be looked at
            self._left = first
            self._take(found)

    def _take(self, found: dict[int, jobs.Lead]) -> None:
        for number, one in found.items():
            self._signs[number] = one.sign
            if number not in self.values:  # what somebody looked at is known better
                self.note(number, one.lead, is_exact=one.is_exact)
        last = len(self._record.turns)
        self.turning = turning_points([self._signs.get(number) for number in range(last + 1)])
        if show := self._show():
            show()
