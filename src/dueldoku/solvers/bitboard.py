"""The fastest method for 9x9 boards: bands of cells as bits, all digits at once (``kernels/nine.py``).

A node is a guess: one digit's arrangements in a band or stack are split in two. A propagation is a pass of deductions.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator

import numpy as np

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.board.symbols import symbol_of
from dueldoku.kernels.solving import nine
from dueldoku.solvers.result import Count
from dueldoku.solvers.work import Work

NINE = Geometry.of(3, 3)
_SLICE = 256  # solutions fetched at once by an enumeration
_AT_ONCE = 2  # solutions that ``search`` has room for
_ENDLESS = 1 << 60
_GUESSES = 20_000  # guesses between two looks at the clock: some milliseconds
_TEXT = bytes((value + 48) % 256 for value in range(256))


class _Room(threading.local):
    """Each thread's own memory for searches that are over when the call returns."""

    def __init__(self) -> None:
        self.memory = np.zeros(nine.MEMORY, np.uint32)
        self.found = np.zeros((_AT_ONCE, 81), np.uint8)


_room = _Room()


def _grid(solution: bytes) -> Grid:
    return Grid.trusted(NINE, tuple(solution))


def search(puzzle: bytes) -> tuple[tuple[Grid, ...], Count]:
    """Up to two solutions of 81 ASCII bytes, which are not checked, and the work it took."""
    room = _room
    data = np.frombuffer(puzzle, np.uint8)
    count, guesses, passes, _ = nine.solve_one(data, room.found, _AT_ONCE, _ENDLESS, room.memory)
    found = room.found[:count].tobytes()
    return tuple([_grid(found[at : at + 81]) for at in range(0, 81 * count, 81)]), Count(guesses, guesses, passes)


def first(values: bytes) -> bytes | None:
    """A solution of 81 values, which are not checked; None if there is none."""
    room = _room
    data = np.frombuffer(values.translate(_TEXT), np.uint8)
    count, _, _, _ = nine.solve_one(data, room.found, 1, _ENDLESS, room.memory)
    return room.found[0].tobytes() if count else None


def solutions(grid: Grid, work: Work, **options: str) -> Iterator[Grid]:
    """Every solution of a 9x9 ``grid``, each once."""
    puzzle = np.frombuffer("".join(map(symbol_of, grid)).encode(), np.uint8)
    memory, found = np.zeros(nine.MEMORY, np.uint32), np.empty((_SLICE, 81), np.uint8)
    nine.start(memory, puzzle)
    wanted = 1  # the first solutions one by one, then many at once
    over = False
    while not over:
        count, guesses, passes, over = nine.proceed(memory, found, wanted, work.nodes_left(_GUESSES))
        work.nodes += guesses
        work.guesses += guesses
        work.propagations += passes
        for solution in found[:count]:
            yield _grid(solution.tobytes())
        if not over:
            work.check()
        if count == wanted:
            wanted = min(4 * wanted, _SLICE)
