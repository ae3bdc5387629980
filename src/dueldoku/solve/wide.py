"""The method for every board that is not 9x9: compiled propagation and search (``kernels/wide.py``).

A node is a state that the search looked at, a propagation a value that followed without a guess.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.kernels import wide
from dueldoku.solve.work import BudgetEnded, Work

Values = NDArray[np.uint8]
_NODES = 2_000  # between two looks at the clock
_SLICE = 256  # solutions fetched at once by an enumeration


def search(geometry: Geometry, values: Values, limit: int, most_nodes: int = 1 << 62) -> Values:
    """Up to ``limit`` solutions of the board, a row of values each. The values are not checked.

    Raises BudgetEnded if ``most_nodes`` were not enough to know.
    """
    shape, state = wide.shape_of(geometry.m, geometry.n), wide.new_state(geometry.side)
    if not wide.start(shape, state, values):
        return np.empty((0, geometry.size), np.uint8)
    parts = []
    over = False
    while limit and not over:
        found = np.empty((min(limit, _SLICE), geometry.size), np.uint8)
        number, over = wide.proceed(shape, state, found, len(found), most_nodes)
        if number < len(found) and not over:
            raise BudgetEnded
        parts.append(found[:number])
        limit -= number
    return np.concatenate(parts)


def first_of(geometry: Geometry, values: bytes) -> bytes | None:
    """A solution of the values, which are not checked; None if there is none."""
    found = search(geometry, np.frombuffer(values, np.uint8), 1)
    return found[0].tobytes() if len(found) else None


def solutions(grid: Grid, work: Work) -> Iterator[Grid]:
    """Every solution of ``grid``, each once."""
    geometry = grid.geometry
    shape, state = wide.shape_of(geometry.m, geometry.n), wide.new_state(geometry.side)
    over = not wide.start(shape, state, np.array(grid.values, np.uint8))
    wanted = 1  # the first solutions one by one, then many at once
    while not over:
        found = np.empty((wanted, geometry.size), np.uint8)
        number, over = wide.proceed(shape, state, found, wanted, work.nodes_left(_NODES))
        work.nodes = int(state.counts[wide.NODES])
        work.guesses = int(state.counts[wide.GUESSES])
        work.propagations = int(state.counts[wide.PLACED])
        for solution in found[:number]:
            yield Grid.trusted(geometry, tuple(solution.tolist()))
        if not over:
            work.check()
        if number == wanted:
            wanted = min(4 * wanted, _SLICE)
