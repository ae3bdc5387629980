"""What every search carries along: counters, the budget, and somebody who may be watching.

A method is a generator ``solutions(grid, meter, **options)``: it yields each solution once, and calls
``meter.node()`` at every node of its search. It adds choices that may have to be taken back to ``meter.guesses``, and
what followed without one to ``meter.propagations``. ``node`` raises BudgetEnded when the budget is used up; a method
lets it pass.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from dueldoku.solvers.result import Budget, Counters

_CLOCK_EVERY = 64  # nodes between two looks at the clock


class BudgetEnded(Exception):
    """The search stops here without a verdict."""


class TraceStep(NamedTuple):
    """One thing that a search did, for people: what in words, where, and the candidates after it.

    ``candidates`` are masks, bit ``d`` for digit ``d``, one for each cell; () where a method keeps none.
    """

    kind: str  # "place", "guess", "back", "eliminate", "solution"
    text: str
    cell: int = -1
    digit: int = 0
    depth: int = 0
    candidates: Sequence[int] = ()


class Meter(Counters):
    """The counters of one search under a budget. ``trace`` is called with each step, if given.

    ``clock`` tells the seconds of the budget: those on the wall, or with ``time.process_time`` those of the processor.
    """

    def __init__(
        self,
        budget: Budget | None = None,
        trace: Callable[[TraceStep], None] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self.trace = trace
        self._clock = clock
        self._most_nodes = budget.nodes if budget else None
        self._end = clock() + budget.seconds if budget and budget.seconds is not None else None

    def node(self) -> None:
        """Count a node of the search. Raises BudgetEnded when the budget is used up."""
        self.nodes += 1
        if self._most_nodes is not None and self.nodes > self._most_nodes:
            raise BudgetEnded
        if self._end is not None and self.nodes % _CLOCK_EVERY == 1 and self._clock() >= self._end:
            raise BudgetEnded

    def nodes_left(self, most: int) -> int:
        """How many nodes may still be spent, at most ``most``: for methods that count their nodes in compiled code."""
        return most if self._most_nodes is None else max(0, min(most, self._most_nodes - self.nodes))

    def seconds_left(self, most: float) -> float:
        """How much time is left, at most ``most``."""
        return most if self._end is None else max(0.0, min(most, self._end - self._clock()))

    def check(self) -> None:
        """Raise BudgetEnded when the budget is used up."""
        if self.nodes_left(1) == 0 or self.seconds_left(1.0) == 0:
            raise BudgetEnded
