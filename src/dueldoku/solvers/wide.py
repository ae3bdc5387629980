"""The method for every board that is not 9x9, in three stages, each for boards that are too hard for the one before.

1. Propagation and depth-first search (``kernels/wide.py``): ordinary boards, and boards with very many solutions.
2. Clause learning (``kernels/learn.py``): large boards with few clues.
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
from dueldoku.solvers.result import Budget, Count
from dueldoku.solvers.sat import is_installed, models
from dueldoku.solvers.work import Work

Values = NDArray[np.uint8]
_ENDLESS = 1 << 62
_STUCK, _DEEP = 30, 2  # dead ends for a solution, and for a guess that holds, after which depth-first search gives up
_HARD = 40_000  # contradictions without a solution after which clause learning asks for help
_NODES, _CONFLICTS = 2_000, 1_000  # between two looks at the clock
_SLICE = 256  # solutions fetched at once by an enumeration


def search(geometry: Geometry, values: Values, limit: int, most_nodes: int = _ENDLESS) -> Values:
    """Up to ``limit`` solutions of the board, a row of values each. The values are not checked.

    Raises BudgetEnded if ``most_nodes`` were not enough to know.
    """
    work = Work(Budget(nodes=most_nodes) if most_nodes < _ENDLESS else None)
    return np.concatenate([np.empty((0, geometry.size), np.uint8), *_batches(geometry, values, work, limit)])


def first_of(geometry: Geometry, values: bytes) -> bytes | None:
    """A solution of the values, which are not checked; None if there is none."""
    found = next(_batches(geometry, np.frombuffer(values, np.uint8), Work(), 1), None)
    return None if found is None else found.tobytes()


def solutions(grid: Grid, work: Work, sat: str = "yes") -> Iterator[Grid]:
    """Every solution of ``grid``, each once. ``sat``: whether to use the SAT solver, if there is one."""
    geometry = grid.geometry
    for batch in _batches(geometry, np.array(grid.values, np.uint8), work, _ENDLESS, sat == "yes"):
        for row in batch.tolist():
            yield Grid.trusted(geometry, tuple(row))


def _batches(geometry: Geometry, values: Values, work: Work, limit: int, sat: bool = True) -> Iterator[Values]:
    """Up to ``limit`` solutions, a row of values each, some at a time."""
    shape, state = wide.shape_of(geometry.m, geometry.n), wide.new_state(geometry.side)
    if not wide.start(shape, state, values):
        return
    given, over = yield from _search(shape, state, work, limit)
    if not over and given < limit:
        # The search leaves off in the midst of its tree. What it has been through is excluded, solutions and all.
        masks = wide.first_masks(shape, state)
        learner = learn.Learner(shape, masks, wide.refuted(state))
        certain = np.bitwise_count(masks[: geometry.size] - wide.ONE) + np.uint8(1)  # the value of each settled cell
        for right in islice(_learn(learner, work, sat), limit - given):
            certain[right // geometry.side] = right % geometry.side + 1
            yield certain[None].copy()


def _search(shape: wide.Shape, state: wide.State, work: Work, limit: int) -> Generator[Values, None, tuple[int, bool]]:
    """Solutions by depth-first search until it is stuck: how many there were, and whether there are no others."""
    given, over = 0, False
    wanted = 1  # the first solutions one by one, then many at once
    patience = max(1, _STUCK)  # the first node in any case: the later stages begin with its conclusions
    while not over and given < limit and patience > 0:
        found = np.empty((min(wanted, limit - given), shape.members.shape[1] ** 2), np.uint8)
        number, over = wide.proceed(shape, state, found, len(found), work.nodes_left(min(_NODES, patience)))
        work.nodes = int(state.now.nodes)
        work.guesses = int(state.now.guesses)
        work.propagations = int(state.now.placed)
        given += number
        dead_ends = work.nodes - work.guesses  # what is no guess comes after one
        patience = _STUCK * (given + 1) + _DEEP * int(state.now.depth) - dead_ends
        if number:
            yield found[:number]
            wanted = min(4 * wanted, _SLICE)
        if not over and given < limit:
            work.check()
    return given, over


def _learn(learner: learn.Learner, work: Work, sat: bool) -> Iterator[NDArray[np.int64]]:
    """The options that are right in each solution: by clause learning, with help where that takes long."""
    state, before = learner.state, Count(work.nodes, work.guesses, work.propagations)
    sat = sat and work.nodes_left(_ENDLESS) == _ENDLESS and is_installed()
    outcome, last = learn.PAUSED, 0  # contradictions up to the last solution
    while outcome != learn.OVER:
        if sat and outcome == learn.PAUSED and state.conflicts >= last + _HARD:
            try:
                if (yield from _ask(learner, work)):
                    return
            except OSError:  # it could not be started, or died
                sat = False
            last = state.conflicts
        outcome = learner.proceed(work.nodes_left(_CONFLICTS))
        work.nodes = before.nodes + int(state.conflicts)
        work.guesses = before.guesses + int(state.choices)
        work.propagations = before.propagations + int(state.placed)
        if outcome == learn.SOLVED:
            last = state.conflicts
            yield learner.right
        if outcome != learn.OVER:
            work.check()


def _ask(learner: learn.Learner, work: Work) -> Generator[NDArray[np.int64], None, bool]:
    """A solution by the SAT solver, and another: True if there are no more. From there the learner can go on.

    The learner is led to what the SAT solver found: so it checks it, and excludes it from then on.
    """
    number = 0
    for right in islice(models(learner, work), 2):
        learner.aim(right)
        if learner.proceed(_ENDLESS) == learn.OVER:
            return True
        number += 1
        yield learner.right
    return number < 2
