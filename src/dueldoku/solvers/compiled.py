"""What a compiled solver does with boards of one geometry.

A board goes in as values, 0 for empty, which are not checked. A solver has to give solutions and to be able to stop;
everything else follows, and the solver for 9x9 does it faster.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.board.symbols import NOTHING, meanings
from dueldoku.formats.line import shape_in_front
from dueldoku.solvers.meter import BudgetEnded, Meter
from dueldoku.solvers.result import Budget, Counters

Boards = NDArray[np.uint8]  # a row of values each, or one of them
Numbers = NDArray[np.int64]
Counts = NDArray[np.int32]  # how many solutions each of some boards has
ENDLESS = 1 << 60
_PROOF = 500  # nodes for the proof that a dug board has one solution: some take for ever


class Backend(ABC):
    """The compiled solver for boards of a geometry."""

    method: str  # its name
    block: int  # boards worth handing to ``batch`` at a time
    share = 2  # boards worth handing to a thread at a time
    quick: int  # nodes that ``batch`` gives each board of a block without being asked for long
    patience = 1_000  # nodes after which a board's first solution is given up by those who ask often; 0: it never is
    dug_at_once = 1  # boards worth handing to ``dig`` at a time
    most_tallied = 2_000  # solutions that ``tally`` gets through in no time

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry

    @abstractmethod
    def solutions(self, values: bytes, meter: Meter, limit: int = ENDLESS) -> Iterator[Boards]:
        """Every solution once, some at a time. Raises BudgetEnded."""

    def counted(self, values: bytes, meter: Meter, limit: int = ENDLESS) -> Iterator[int]:
        """How many solutions were found, again and again, until there are no more or ``limit``. Raises BudgetEnded.

        The last number may go beyond the limit. Nobody writes the solutions down where that takes time.
        """
        return map(len, self.solutions(values, meter, limit))

    def grids(self, grid: Grid, meter: Meter) -> Iterator[Grid]:
        """Every solution of ``grid``, each once."""
        for found in self.solutions(bytes(grid.values), meter):
            for row in found.tolist():
                yield Grid.trusted(grid.geometry, tuple(row))

    def first(self, values: bytes, limit: int = 1) -> tuple[list[bytes], Counters]:
        """Up to ``limit`` solutions, and the work that they took."""
        meter = Meter()
        return [row.tobytes() for found in self.solutions(values, meter, limit) for row in found], meter

    def number(self, values: bytes, limit: int, meter: Meter) -> tuple[Boards | None, int]:
        """The first solution, and how many there are up to ``limit``. Raises BudgetEnded."""
        first, number = None, 0
        for found in self.solutions(values, meter, limit):
            first = found[0] if first is None else first
            number += len(found)
        return first, number

    @abstractmethod
    def batch(self, boards: Boards, solutions: Boards, counts: Counts, limit: int, most_nodes: int = 0) -> None:
        """Write the first solution of each board, 0 if there is none, and how many there are up to ``limit``.

        With ``most_nodes``, a board that takes more of them counts -1.
        """

    def dig(self, boards: Boards, groups: Numbers, orders: Numbers, clues: int) -> None:
        """Take clues from each full board as long as its solution stays the only one, down to ``clues``.

        A row of ``groups`` are cells that are emptied together (-1: none); a row of ``orders`` says for a board which
        groups come first. A whole part of them goes at once if nothing speaks against it; else its halves are tried.
        """
        side, proof = self.geometry.side, Budget(nodes=_PROOF) if clues else None  # a minimal board needs all proofs
        for board, order in zip(boards, orders, strict=True):
            parts = [group[group >= 0] for group in groups[order]]
            todo = [parts[at : at + side] for at in range(0, len(parts), side)][::-1]
            left = self.geometry.size
            while todo:
                part = todo.pop()
                cells = np.concatenate(part)
                fewer = board.copy()
                fewer[cells] = 0
                if left - len(cells) >= clues and self._is_unique(fewer, proof):
                    board[:] = fewer
                    left -= len(cells)
                elif len(part) > 1:
                    todo += [part[len(part) // 2 :], part[: len(part) // 2]]

    def _is_unique(self, values: Boards, proof: Budget | None) -> bool:
        """Whether there is exactly one solution, and the budget is enough to prove it."""
        try:
            return sum(map(len, self.solutions(values.tobytes(), Meter(proof), 2))) == 1
        except BudgetEnded:
            return False

    def tally(self, values: Boards, counts: Numbers, most: int) -> int:
        """How many solutions a board has, counted up to ``most`` or some more.

        ``counts[cell, digit - 1]`` tells how many of them have this digit there.
        """
        found = np.concatenate([values[None][:0], *self.solutions(values.tobytes(), Meter(), most)])
        for digit in range(self.geometry.side):
            counts[:, digit] = (found == digit + 1).sum(axis=0)
        return len(found)

    def read_lines(self, lines: Sequence[str]) -> Boards | None:
        """The boards of lines that are written plainly; None: somebody else has to read them."""
        size, prefix = self.geometry.size, shape_in_front(Grid.empty(self.geometry))
        plain = [line.removeprefix(prefix) for line in lines]
        values = bytearray("".join(plain).encode("ascii", "replace").translate(meanings(self.geometry.side)))
        if NOTHING in values or set(map(len, plain)) != {size}:
            return None
        return np.frombuffer(values, np.uint8).reshape(-1, size)  # of a bytearray, so that it can be written to
