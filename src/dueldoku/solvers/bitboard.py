"""The fastest method for 9x9 boards: bands of cells as bits, all digits at once (``kernels/solving/nine.py``).

A node is a guess: one digit's arrangements in a band or stack are split in two. A propagation is a pass of deductions.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence

import numpy as np

from dueldoku.board.grid import Grid
from dueldoku.kernels.solving import dig, nine
from dueldoku.solvers.compiled import ENDLESS, Backend, Boards, Counts, Numbers
from dueldoku.solvers.meter import Meter
from dueldoku.solvers.result import Counters

_SLICE = 256  # solutions fetched at once by an enumeration
_GUESSES = 20_000  # guesses between two looks at the clock: some milliseconds


class _Room(threading.local):
    """Each thread's own memory for searches that are over when the call returns."""

    def __init__(self) -> None:
        self.memory = np.zeros(nine.MEMORY, np.uint32)
        self.puzzle = np.zeros(81, np.uint8)
        self.found = np.zeros((_SLICE, 81), np.uint8)
        self.quick = (  # the same, quicker to hand over
            self.puzzle.data,
            self.found.reshape(-1).data,
            self.puzzle.ctypes.data,
            self.found.ctypes.data,
            self.memory.ctypes.data,
        )


class Bitboard(Backend):
    """The 9x9 solver. It takes characters for values as well: a digit, or a sign for an empty cell."""

    method = "bitboard"
    block, share, quick, patience = 2_000, 500, 300, 0
    dug_at_once, most_tallied = 256, 20_000
    _room = _Room()

    def first(self, values: bytes, limit: int = 1) -> tuple[list[bytes], Counters]:
        """Up to ``limit`` solutions, at most 256, and the work that they took."""
        cells, found, puzzle, solutions, memory = self._room.quick
        cells[:] = values
        count, guesses, passes = nine.solve_one(puzzle, solutions, _SLICE, limit, memory)
        if count == 1:
            return [found[:81].tobytes()], Counters(guesses, guesses, passes)
        return [found[at : at + 81].tobytes() for at in range(0, 81 * count, 81)], Counters(guesses, guesses, passes)

    def solutions(self, values: bytes, meter: Meter, limit: int = ENDLESS) -> Iterator[Boards]:
        """Every solution once, some at a time. Raises BudgetEnded."""
        memory, found = np.zeros(nine.MEMORY, np.uint32), np.empty((_SLICE, 81), np.uint8)
        nine.start(memory, np.frombuffer(values, np.uint8))
        wanted = 1  # the first solutions one by one, then many at once
        over = False
        while not over and limit > 0:
            most = min(wanted, limit)
            count, guesses, passes, over = nine.proceed(memory, found, most, meter.nodes_left(_GUESSES))
            meter.nodes += guesses
            meter.guesses += guesses
            meter.propagations += passes
            limit -= count
            if count:
                yield found[:count].copy()
            if not over and limit > 0:
                meter.check()
            if count == wanted:
                wanted = min(4 * wanted, _SLICE)

    def counted(self, values: bytes, meter: Meter, limit: int = ENDLESS) -> Iterator[int]:
        """How many solutions were found, again and again, until there are no more or ``limit``. Raises BudgetEnded."""
        memory, over = np.empty(2 * nine.MEMORY, np.uint32), False
        nine.start_count(memory, np.frombuffer(values, np.uint8))
        while not over and limit > 0:
            number, guesses, passes, over = nine.count(memory, limit, meter.nodes_left(_GUESSES))
            meter.nodes += guesses
            meter.guesses += guesses
            meter.propagations += passes
            limit -= number
            yield number

    def batch(self, boards: Boards, solutions: Boards, counts: Counts, limit: int, most_nodes: int = 0) -> None:
        """The first solution of each board, and how many there are up to ``limit``; -1 if it takes too many guesses."""
        boards = boards.view()
        boards.flags.writeable = False  # like the text of lines: a kernel is compiled for each kind of array
        memory = np.empty(2 * nine.MEMORY, np.uint32)
        nine.solve_batch(boards, solutions, counts, limit, memory, most_nodes or ENDLESS)

    def dig(self, boards: Boards, groups: Numbers, orders: Numbers, clues: int) -> None:
        """Take clues from each full board as long as its solution stays the only one, down to ``clues``."""
        dig.dig_batch(boards, groups, orders, clues)

    def tally(self, values: Boards, counts: Numbers, most: int) -> int:
        """How many solutions a board has, and how many of them have each digit in each cell."""
        return int(dig.tally(values, self._room.memory, self._room.found, counts, most))

    def read_lines(self, lines: Sequence[str]) -> Boards | None:
        """The boards of lines of 81 digits and signs for empty cells, as characters; None if one of them is not."""
        text = "\n".join([*lines, ""]).encode("ascii", "replace")
        if len(text) != 82 * len(lines):
            return None
        rows = np.frombuffer(text, np.uint8).reshape(-1, 82)
        return rows if nine.plain_rows(rows) == len(rows) else None


def solutions(grid: Grid, meter: Meter) -> Iterator[Grid]:
    """Every solution of a 9x9 ``grid``, each once."""
    return Bitboard(grid.geometry).grids(grid, meter)
