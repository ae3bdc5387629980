"""Boards of side 8 and less: they are counted by a search that fits them (``kernels/solving/small.py``).

So is the usual question answered, whether there is one solution. Everything else is ``wide``'s.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator

import numpy as np

from dueldoku.board.geometry import Geometry
from dueldoku.kernels.solving import small
from dueldoku.solvers.compiled import ENDLESS
from dueldoku.solvers.meter import Meter
from dueldoku.solvers.result import Counters
from dueldoku.solvers.wide import Wide

_NODES = 50_000  # between two looks at the clock: some milliseconds
_EASY = 2_000  # nodes after which a board is left to clause learning
_MOST = 16  # solutions that are fetched in one call


class _Room(threading.local):
    """Each thread's own memory for searches that are over when the call returns."""

    def __init__(self, side: int) -> None:
        self.frames = small.new_frames(side)
        self.found = np.zeros((_MOST, side * side), np.uint8)


class Small(Wide):
    """The solver for boards whose cells fit into a word."""

    block, share = 500, 100

    def __init__(self, geometry: Geometry) -> None:
        super().__init__(geometry)
        self._tables, self._room = small.tables_of(geometry.m, geometry.n), _Room(geometry.side)

    def first(self, values: bytes, limit: int = 1) -> tuple[list[bytes], Counters]:
        """Up to ``limit`` solutions, and the work that they took."""
        if not 1 < limit <= _MOST:
            return super().first(values, limit)
        room, size = self._room, len(values)
        small.start(room.frames, np.frombuffer(values, np.uint8))
        number, nodes, guesses, depth = small.count(room.frames, 1, self._tables, room.found, limit, _EASY)
        if depth and number < limit:
            return super().first(values, limit)
        found = room.found[:number].tobytes()
        return [found[at : at + size] for at in range(0, len(found), size)], Counters(nodes, guesses)

    def counted(self, values: bytes, meter: Meter, limit: int = ENDLESS) -> Iterator[int]:
        """How many solutions were found, again and again, until there are no more or ``limit``. Raises BudgetEnded."""
        frames, depth = small.new_frames(self.geometry.side), 1
        small.start(frames, np.frombuffer(values, np.uint8))
        while depth and limit > 0:
            most = meter.nodes_left(_NODES)
            number, nodes, guesses, depth = small.count(frames, depth, self._tables, self._room.found[:0], limit, most)
            meter.nodes += nodes
            meter.guesses += guesses
            limit -= number
            yield number
