"""A sequential test at work: pairs of games are played until they tell which of two agents is better."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from dueldoku.arena.archive import StoredGame
from dueldoku.arena.plan import Plan
from dueldoku.arena.repeats import Course, find_repeats, read_course
from dueldoku.arena.task import GameTask, Result

if TYPE_CHECKING:
    from dueldoku.stats.sprt import Sprt

_IN_A_ROW = 4  # pairs that repeat earlier ones, at least, until it is clear that all others will


class Trial:
    """A sequential test at work: a plan's first agent plays its second until it is clear which is better.

    Pairs count in the order of the plan, whichever ends first: else quick games would weigh more than slow ones, and
    the result would depend on how many workers there are. Pairs that repeat earlier ones do not count (``repeats``).
    Once a whole round brought nothing else, the test is ``stuck``.
    """

    def __init__(self, plan: Plan, elo0: float, elo1: float, alpha: float = 0.05, beta: float = 0.05) -> None:
        self.plan = plan
        self.counts = [0] * 5  # pairs in which the first agent got 0, 0.5, 1, 1.5 and 2 points
        self.bounds = {"elo0": elo0, "elo1": elo1, "alpha": alpha, "beta": beta}
        self.stuck = False
        self._played: dict[str, list[tuple[Course, float]]] = {}
        self._order: list[str] = []
        self._taken = 0  # pairs of the order that were looked at

    @property
    def state(self) -> Sprt:
        """The test as it stands."""
        from dueldoku.stats.sprt import sprt

        return sprt(self.counts, **self.bounds)

    @property
    def decided(self) -> bool:
        """Whether one of the two claims is accepted."""
        return self.state.decision.name != "CONTINUE"

    @property
    def over(self) -> bool:
        """Whether more games would be for nothing."""
        return self.stuck or self.decided

    def tasks(self, stored: Collection[str]) -> Iterator[GameTask]:
        """The games to play, without those whose keys are ``stored``; none any more once the test is over."""
        last = ""
        for task in self.plan.tasks():
            if task.pair != last:
                if self.over:
                    return
                self._order.append(last := task.pair)
                self._count()
            if task.key not in stored:
                yield task

    def add(self, game: StoredGame | Result) -> None:
        """Take in a game."""
        course, first = read_course(game), self.plan.agents[0].name
        score = game.score if isinstance(game, Result) else game.score1
        pair = game.task.pair if isinstance(game, Result) else game.pair
        own = score if course.agents[0] == first else 1 - score
        self._played.setdefault(pair, []).append((course._replace(pair=pair), own))
        self._count()

    def _count(self) -> None:
        """Look at the next pairs of the order, as far as they are there."""
        while self._taken < len(self._order) and len(self._played.get(self._order[self._taken], ())) == 2:
            if self.over:
                return
            self._taken += 1
            pairs = [self._played[pair] for pair in self._order[: self._taken]]
            repeats = find_repeats(course for pair in pairs for course, _ in pair)[::2]
            # Chance may show itself late, and then pairs count that seemed to be repeats: so all are counted anew.
            self.counts = [0] * 5
            for pair, repeat in zip(pairs, repeats, strict=True):
                self.counts[round(2 * sum(own for _, own in pair))] += not repeat
            row = max(_IN_A_ROW, len(self.plan.boards) * len(self.plan.limits))
            self.stuck = len(repeats) > row and all(repeats[-row:])
