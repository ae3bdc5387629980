"""How long a turn lasts: by the clock, in nodes, or in microseconds of a report's own plain Python (``clock=python``).

With ``clock=python`` a limit of nodes counts microseconds that the report's program would have used: ``--nodes 100000``
is a tenth of a second of theirs, and the same seed plays the same game. What its steps cost was measured with literal
renditions of the listings, ``bench/playouts.py`` and ``bench/plain.py``, on a core of an AMD EPYC with Python 3.11:
``dueldoku bench agents --seconds 1.5`` prints the table MEASURED as it is on the machine at hand. Much depends on how
much there is to look at, so a cost is a line: so much, and so much more for each move, empty cell or node of a tree.
"""

from __future__ import annotations

import time
from math import inf
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

# By agent and the side of the board; for each legal move (or empty cell, of -cells), and each node of a kept tree.
MEASURED: dict[str, dict[int, Costs]] = {
    "mcts-tree": {
        4: Costs(Cost(54.2, 2.61), Cost(89.7, 7.67), save=Cost(6.6, 1.31), load=Cost(8.3, 1.19)),
        6: Costs(Cost(163, 3.18), Cost(171, 6.78), save=Cost(6.4, 1.4), load=Cost(7.9, 1.25)),
        9: Costs(Cost(587, 4.42), Cost(410, 6.81), save=Cost(4.7, 1.49), load=Cost(1.0, 1.56)),
        12: Costs(Cost(1630, 5.28), Cost(642, 8.16), save=Cost(0.0, 1.82), load=Cost(0.0, 1.8)),
        16: Costs(Cost(3800, 6.88), Cost(1280, 9.37), save=Cost(0.0, 1.94), load=Cost(0.0, 1.91)),
    },
    "mcts-cells": {
        4: Costs(Cost(119, 4.57), Cost(0.0, 1.88)),
        6: Costs(Cost(279, 11.8), Cost(0.0, 2.74)),
        9: Costs(Cost(1140, 22.0), Cost(31.8, 0.749)),
        12: Costs(Cost(2520, 40.6), Cost(35.2, 0.885)),
        16: Costs(Cost(7210, 73.8), Cost(0.0, 2.7)),
    },
    "minimax-regions": {
        4: Costs(Cost(62.4, 3.57), Cost(8.09, 0.04)),
        6: Costs(Cost(179, 4.63), Cost(9.13, 0.0297)),
        9: Costs(Cost(575, 6.17), Cost(12.0, 0.0111)),
        12: Costs(Cost(1370, 8.17), Cost(13.0, 0.00691)),
        16: Costs(Cost(3580, 9.83), Cost(17.9, 0.00328)),
    },
    "minimax-bombs": {
        4: Costs(Cost(82.6, 2.98), Cost(5.94, 0.0286), test=Cost(24.1, 1.03)),
        6: Costs(Cost(200, 3.8), Cost(6.57, 0.00767), test=Cost(92.6, 0.926)),
        9: Costs(Cost(704, 4.99), Cost(7.41, 0.0045), test=Cost(423, 2.38)),
        12: Costs(Cost(1790, 6.14), Cost(8.19, 0.00311), test=Cost(884, 2.03)),
        16: Costs(Cost(4810, 7.36), Cost(8.97, 0.00214), test=Cost(2910, 4.1)),
    },
    "minimax-cells": {
        4: Costs(Cost(31.1, 0.231), Cost(1.38), test=Cost(2.87)),
        6: Costs(Cost(67.3), Cost(1.34), test=Cost(1.73, 0.0565)),
        9: Costs(Cost(138, 0.596), Cost(1.19, 0.00801), test=Cost(0.154, 0.056)),
        12: Costs(Cost(224), Cost(1.24, 0.00379), test=Cost(1.75)),
        16: Costs(Cost(407), Cost(1.13, 0.00154), test=Cost(0.371, 0.0155)),
    },
}


def costs_of(clock: str, agent: str, side: int) -> Costs:
    """What uses a limit of nodes up.

    Between the sides that were measured, costs lie on a line; beyond them, the nearest counts.
    """
    if clock == "nodes":
        return NODES
    measured = MEASURED[agent]
    if side in measured:
        return measured[side]
    sides, table = list(measured), np.array(list(measured.values()))
    return Costs._make(
        Cost._make(float(f"{np.interp(side, sides, table[:, what, part]):.4g}") for part in range(2))
        for what in range(len(Costs._fields))
    )


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
