"""How long a turn lasts: by the clock, in nodes, or in microseconds of a report's own plain Python (``clock=python``).

With ``clock=python`` a limit of nodes counts microseconds that the report's program would have used: ``--nodes 100000``
is a tenth of a second of theirs, and the same seed plays the same game. What its steps cost was measured with literal
renditions of the listings, ``bench/playouts.py`` and ``bench/plain.py``, on a core of an Intel Xeon with Python 3.11:
``dueldoku bench pace`` prints the table MEASURED as it is on the machine at hand. It depends on how much there is to
look at, so a cost is a line: so much, and so much more for each legal move, empty cell, or node of a tree.
"""

from __future__ import annotations

import time
from math import exp, inf, log
from typing import NamedTuple

import numpy as np

from dueldoku.agents.base import Limit

CLOCKS = ("nodes", "python")
_SLICE = 0.002  # seconds between two looks at the clock
_ENOUGH = 0.95  # of a turn's time


class Cost(NamedTuple):
    """So many microseconds, and so many more for each thing that there is to look at."""

    fixed: float = 0.0
    each: float = 0.0

    def of(self, count: int) -> float:
        """What it costs if there are so many."""
        return self.fixed + self.each * count


class Costs(NamedTuple):
    """What the steps of a search cost: for each move or empty cell at the root, or each node of a tree that is kept."""

    start: Cost = Cost()  # all that comes before the search
    step: Cost = Cost(1.0)  # a node, or an iteration
    save: Cost = Cost()
    load: Cost = Cost()
    test: Cost = Cost(1.0)  # to see whether a move is a bomb, or what fits a cell


NODES = Costs()  # a limit of nodes is one of nodes

# By agent and the side of the board.
MEASURED: dict[str, dict[int, Costs]] = {
    "mcts-tree": {},
    "mcts-cells": {},
}


def costs_of(clock: str, agent: str, side: int) -> Costs:
    """What uses a limit of nodes up.

    Between the sides that were measured, costs grow with a power of the side; beyond them, the nearest counts.
    """
    if clock == "nodes":
        return NODES
    measured = MEASURED[agent]
    if side in measured:
        return measured[side]
    sides = sorted(measured)
    known = np.log(np.array([measured[each] for each in sides]) + 1e-9)
    between = [
        [round(exp(np.interp(log(side), np.log(sides), known[:, what, part])), 2) for part in range(2)]
        for what in range(known.shape[1])
    ]
    return Costs._make(Cost._make(cost) for cost in between)


class Pace:
    """How many iterations to do next: so many that the clock is read every two milliseconds.

    ``left`` is what is left of a limit of nodes; ``breadth`` how much there is to look at.
    """

    def __init__(
        self, limit: Limit, begin: float, deadline: float = inf, costs: Costs = NODES, breadth: int = 0
    ) -> None:
        spare = limit.seconds * (1 - _ENOUGH) if limit.seconds < inf else 0.0
        self._begin = begin
        self._end = min(begin + limit.seconds, deadline) - spare
        self.left = inf if limit.nodes is None else limit.nodes - costs.start.of(breadth)
        self.costs, self.breadth = costs, breadth
        self.step = costs.step.of(breadth)
        self._size = 8.0
        self._now = time.monotonic()
        self.done = 0

    def next(self) -> int:
        """0 once the limit is reached."""
        return max(0, int(min(self._size, self.left / self.step))) if self._now < self._end else 0

    @property
    def seconds(self) -> float:
        """How long the turn has lasted."""
        return time.monotonic() - self._begin

    def note(self, count: int) -> None:
        """So many were done."""
        self.done += count
        self.left -= count * self.step
        before, self._now = self._now, time.monotonic()
        fitting = count * min(_SLICE, self._end - self._now) / max(self._now - before, 1e-9)
        self._size = max(1.0, min(2.0 * count, fitting))
