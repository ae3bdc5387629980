"""The method for every board that is not 9x9, in three stages, each for boards that are too hard for the one before.

1. Propagation and depth-first search (``kernels/solving/wide.py``): ordinary boards, and those with many solutions.
2. Clause learning (``kernels/solving/learn.py``): large boards with few clues.
3. A SAT solver, if python-sat is installed (``sat.py``): the hardest. Its work cannot be counted, so a search under a
   budget of nodes goes without it.

A node is a state that the search looked at, or a contradiction that it learnt from; a propagation is a value that
followed without a guess. What the SAT solver does is not counted.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.kernels.solving import learn, wide
from dueldoku.solvers.compiled import ENDLESS, Backend, Boards, Counts, Numbers
from dueldoku.solvers.digger import Digger
from dueldoku.solvers.meter import Meter
from dueldoku.solvers.result import Counters
from dueldoku.solvers.sat import Cadical, fits, is_installed

_STUCK, _DEEP = 30, 2  # dead ends for a solution, and for a guess that holds, after which depth-first search gives up
_HARD = 2_000  # contradictions without a solution after which clause learning asks for help
_NODES = 500_000  # between two looks at the clock, times the cells of a board: about as long on all of them;
_QUICK = 300_000  # those that each of many boards gets first;
_CONFLICTS = 250_000  # and contradictions;
_LONG_CONFLICTS, _LONG = 1_250_000, 1.0  # and those of the SAT solver, and seconds that they never take

_QUICKLY_DUG = 16  # the side of boards whose proofs are short enough to be made anew each time
_SLICE = 256  # solutions fetched at once by an enumeration


class Wide(Backend):
    """The solver for boards of any geometry. ``sat``: it may ask the SAT solver."""

    method, sat, block = "wide", True, 32

    def __init__(self, geometry: Geometry) -> None:
        super().__init__(geometry)
        self.quick = max(10, _QUICK // geometry.size)

    def solutions(self, values: bytes, meter: Meter, limit: int = ENDLESS) -> Iterator[Boards]:
        """Every solution once, some at a time. Raises BudgetEnded."""
        geometry = self.geometry
        shape, state = wide.shape_of(geometry.m, geometry.n), wide.new_state(geometry.side)
        if not wide.start(shape, state, np.frombuffer(values, np.uint8)):
            return
        given, over = yield from _search(shape, state, meter, limit)
        if not over and given < limit:
            # The search leaves off in the midst of its tree. What it has been through is excluded, solutions and all.
            masks = wide.first_masks(shape, state)
            meter.check()
            learner = learn.Learner(shape, masks, wide.refuted(state))
            meter.check()
            certain = np.bitwise_count(masks[: geometry.size] - wide.ONE) + np.uint8(1)  # each settled cell's value
            for right in islice(_learn(learner, geometry.size, meter, self.sat), limit - given):
                certain[right // geometry.side] = right % geometry.side + 1
                yield certain[None].copy()

    def batch(self, boards: Boards, solutions: Boards, counts: Counts, limit: int, most_nodes: int = 0) -> None:
        """The first solution of each board, and how many there are up to ``limit``; -1 if it takes too many nodes."""
        shape, state = wide.shape_of(self.geometry.m, self.geometry.n), wide.new_state(self.geometry.side)
        spare = np.empty_like(boards[:1])
        wide.solve_batch(shape, state, boards, solutions, counts, spare, limit, most_nodes or ENDLESS)

    def dig(self, boards: Boards, groups: Numbers, orders: Numbers, clues: int) -> None:
        """Take clues from each full board as long as its solution stays the only one, down to ``clues``."""
        if self.geometry.side <= _QUICKLY_DUG:
            super().dig(boards, groups, orders, clues)
            return
        for board, order in zip(boards, orders, strict=True):
            Digger(self.geometry, board, [group[group >= 0] for group in groups[order]], clues).dig()


def solutions(grid: Grid, meter: Meter, sat: str = "yes") -> Iterator[Grid]:
    """Every solution of ``grid``, each once. ``sat``: whether to use the SAT solver, if there is one."""
    solver = Wide(grid.geometry)
    solver.sat = sat == "yes"
    return solver.grids(grid, meter)


def load_learning() -> None:
    """Load clause learning, which only hard boards need, so that no time that somebody measures includes that."""
    shape, state = wide.shape_of(2, 2), wide.new_state(4)
    wide.start(shape, state, np.zeros(16, np.uint8))
    next(_search(shape, state, Meter(), 1), None)
    learner = learn.Learner(shape, wide.first_masks(shape, state), wide.refuted(state))
    next(_learn(learner, 16, Meter(), sat=False), None)


def _search(
    shape: wide.Shape, state: wide.State, meter: Meter, limit: int
) -> Generator[Boards, None, tuple[int, bool]]:
    """Solutions by depth-first search until it is stuck: how many there were, and whether there are no others."""
    given, over = 0, False
    wanted = 1  # the first solutions one by one, then many at once
    most = max(10, _NODES // shape.members.shape[1] ** 2)
    patience = max(1, _STUCK)  # the first node in any case: the later stages begin with its conclusions
    while not over and given < limit and patience > 0:
        found = np.empty((min(wanted, limit - given), shape.members.shape[1] ** 2), np.uint8)
        number, over = wide.proceed(shape, state, found, len(found), meter.nodes_left(min(most, patience)))
        meter.nodes = int(state.now.nodes)
        meter.guesses = int(state.now.guesses)
        meter.propagations = int(state.now.placed)
        given += number
        dead_ends = meter.nodes - meter.guesses  # what is no guess comes after one
        patience = _STUCK * (given + 1) + _DEEP * int(state.now.depth) - dead_ends
        if number:
            yield found[:number]
            wanted = min(4 * wanted, _SLICE)
        if not over and given < limit:
            meter.check()
    return given, over


def _learn(learner: learn.Learner, cells: int, meter: Meter, sat: bool) -> Iterator[NDArray[np.int64]]:
    """The options that are right in each solution: by clause learning, with help where that takes long."""
    state, before = learner.state, Counters(meter.nodes, meter.guesses, meter.propagations)
    sat = sat and meter.nodes_left(ENDLESS) == ENDLESS and is_installed() and fits(learner)
    outcome, last = learn.PAUSED, 0  # contradictions up to the last solution
    pause = max(10, _CONFLICTS // max(cells, len(learner.options) // 4))  # a board with few clues has long trails
    step = 0  # the first only sets up who watches what, which takes 40 ms on the largest boards
    while outcome != learn.OVER:
        if sat and outcome == learn.PAUSED and state.conflicts >= last + _HARD and _has_time(meter):
            try:
                if (yield from _ask(learner, cells, meter)):
                    return
            except (ImportError, NotImplementedError):  # it does not fit this Python, or is too old
                sat = False
            last = state.conflicts
        outcome, step = learner.proceed(meter.nodes_left(step)), pause
        meter.nodes = before.nodes + int(state.conflicts)
        meter.guesses = before.guesses + int(state.choices)
        meter.propagations = before.propagations + int(state.placed)
        if outcome == learn.SOLVED:
            last = state.conflicts
            yield learner.right
        if outcome != learn.OVER:
            meter.check()


def _ask(learner: learn.Learner, cells: int, meter: Meter) -> Generator[NDArray[np.int64], None, bool]:
    """A solution by the SAT solver, and another: True if there are no more. From there the learner can go on.

    The learner is led to what the SAT solver found: so it checks it, and excludes it from then on. When the time is
    nearly over the learner goes on alone, which can be stopped more precisely.
    """
    number = 0
    with Cadical(learner) as cadical:
        while number < 2 and _has_time(meter):
            outcome = cadical.proceed(max(10, _LONG_CONFLICTS // cells))
            if outcome == learn.SOLVED:
                learner.aim(cadical.right)
                outcome = learner.proceed(ENDLESS)
                number += 1
            if outcome == learn.OVER:
                return True
            if outcome == learn.SOLVED:
                yield learner.right
    return False


def _has_time(meter: Meter) -> bool:
    """Whether the SAT solver can be let loose once more."""
    return meter.seconds_left(_LONG) == _LONG
