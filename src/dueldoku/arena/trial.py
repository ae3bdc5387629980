"""A sequential test at work: pairs of games are played until they tell which of two agents is better.

Pairs count in the order of the plan, whichever ends first: else quick games would weigh more than slow ones, and the
result would depend on how many workers there are.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from dueldoku.arena.plan import Plan
from dueldoku.arena.task import GameTask

if TYPE_CHECKING:
    from dueldoku.stats.sprt import Sprt


class Trial:
    """A sequential test at work: a plan's first agent plays its second until it is clear which is better.

    Pairs count in the order of the plan, whichever ends first: else quick games would weigh more than slow ones, and
    the result would depend on how many workers there are.
    """

    def __init__(self, plan: Plan, elo0: float, elo1: float, alpha: float = 0.05, beta: float = 0.05) -> None:
        self.plan = plan
        self.counts = [0] * 5  # pairs in which the first agent got 0, 0.5, 1, 1.5 and 2 points
        self.bounds = {"elo0": elo0, "elo1": elo1, "alpha": alpha, "beta": beta}
        self._scores: dict[str, list[float]] = {}
        self._order: deque[str] = deque()

    @property
    def state(self) -> Sprt:
        """The test as it stands."""
        from dueldoku.stats.sprt import sprt

        return sprt(self.counts, **self.bounds)

    @property
    def decided(self) -> bool:
        """Whether one of the two claims is accepted."""
        return self.state.decision.name != "CONTINUE"

    def tasks(self, stored: Collection[str]) -> Iterator[GameTask]:
        """The games to play, without those whose keys are ``stored``; none any more once the test is decided."""
        last = ""
        for task in self.plan.tasks():
            if task.pair != last:
                if self.decided:
                    return
                self._order.append(last := task.pair)
                self._count()
            if task.key not in stored:
                yield task

    def add(self, pair: str, first: str, score: float) -> None:
        """Take in a game: its pair, the agent that moved first, and its score."""
        own = score if first == self.plan.agents[0].name else 1 - score
        self._scores.setdefault(pair, []).append(own)
        self._count()

    def _count(self) -> None:
        while self._order and len(self._scores.get(self._order[0], ())) == 2 and not self.decided:
            self.counts[round(2 * sum(self._scores.pop(self._order.popleft())))] += 1
