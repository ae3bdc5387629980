"""The candidate board: what is written, and what may still be written where.

The candidates are kept twice, by cell and by digit, so that each technique can look from its own side:

    marks[cell]     the digits that the cell may still take     bit d for digit d    (a filled cell: its own digit)
    spots[digit]    the cells that may still take the digit     bit c for cell c

"r5c2 can only be 7" is ``marks[37] == 1 << 7``; "in block 4, 7 fits only in r5c2" is
``spots[7] & unit_masks[21] == 1 << 37``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import wraps
from typing import Any, TypeVar

from dueldoku.board.geometry import bits
from dueldoku.board.grid import Grid
from dueldoku.errors import GridError
from dueldoku.solvers.human.deduction import Candidate, Deduction, Link

T = TypeVar("T")


class CandidateBoard:
    """The state of a puzzle while people solve it. Only ``apply`` changes it; the techniques look."""

    def __init__(self, grid: Grid, candidates: Sequence[int] | None = None) -> None:
        """Start from ``grid``; the empty cells' ``candidates`` (masks), if given, are those not yet struck out.

        Without them, pencil marks of the grid are kept.
        """
        candidates = grid.marks or None if candidates is None else candidates
        self.geometry = grid.geometry
        self.clash = grid.clash
        self.values = [0] * len(grid)
        self.marks = [self.geometry.digits_mask] * len(grid)
        self.spots = [0] + [(1 << len(grid)) - 1] * self.geometry.side
        self.digits = range(1, self.geometry.side + 1)
        self.memo: dict[Any, Any] = {}  # what was worked out about this state, until it changes
        self.tick: Callable[[], None] = _go_on  # long searches call it now and then; it may stop them by an exception
        for cell, value in enumerate(grid):
            if value:
                self._place(cell, value)
        if candidates is not None:
            if len(candidates) != len(grid):
                raise GridError(f"expected {len(grid)} masks of candidates, got {len(candidates)}")
            for cell in grid.holes:
                self._strike(cell, self.marks[cell] & ~candidates[cell])

    @property
    def grid(self) -> Grid:
        """What is written so far."""
        return Grid(self.geometry, tuple(self.values))

    @property
    def is_full(self) -> bool:
        """Whether every cell is filled."""
        return 0 not in self.values

    def apply(self, deduction: Deduction) -> None:
        """Write or strike out what the deduction says."""
        self.memo.clear()
        if deduction.placement:
            self._place(*deduction.placement)
        for cell, digit in deduction.eliminations:
            self._strike(cell, 1 << digit)

    def _place(self, cell: int, digit: int) -> None:
        self.values[cell] = digit
        self._strike(cell, self.marks[cell] & ~(1 << digit))
        for peer in bits(self.spots[digit] & self.geometry.peer_masks[cell]):
            self._strike(peer, 1 << digit)

    def _strike(self, cell: int, digits_mask: int) -> None:
        self.marks[cell] &= ~digits_mask
        for digit in bits(digits_mask):
            self.spots[digit] &= ~(1 << cell)

    # What the techniques ask.

    def among(self, digits: Iterable[int], cells_mask: int) -> list[Candidate]:
        """The candidates with one of these digits in one of these cells."""
        return [Candidate(cell, digit) for digit in digits for cell in bits(self.spots[digit] & cells_mask)]

    def seen_by(self, *cells: int) -> int:
        """The cells that see all of these cells, as a mask."""
        seen = -1
        for cell in cells:
            seen &= self.geometry.peer_masks[cell]
        return seen

    def two_places(self, digit: int) -> Iterator[tuple[int, int]]:
        """Each unit with just two places for ``digit``, and the two as a mask: one of them is the digit's."""
        spots = self.spots[digit]
        for unit, unit_mask in enumerate(self.geometry.unit_masks):
            places = spots & unit_mask
            if places.bit_count() == 2:
                yield unit, places

    def cells_with(self, count: int) -> list[int]:
        """The cells with so many candidates."""
        return [cell for cell, mark in enumerate(self.marks) if mark.bit_count() == count]

    # What they answer, in words.

    def strike(
        self,
        cells: Iterable[int],
        struck: Sequence[Candidate],
        why: str,
        links: Iterable[Link] = (),
        sets: Iterable[Iterable[int]] = (),
    ) -> Deduction:
        """The deduction that none of ``struck`` holds."""
        digits = sorted({digit for _, digit in struck})
        gone = [f"no {digit} in {self.names((c for c, d in struck if d == digit), 'or')}" for digit in digits]
        return Deduction(
            f"{why}: {', '.join(gone)}.", tuple(cells), None, tuple(struck), tuple(links), tuple(map(tuple, sets))
        )

    def names(self, cells: Iterable[int], last: str = "and") -> str:
        """The cells as people say them: ``r5c2, r5c3 and r5c9``."""
        return listed(map(self.geometry.name, cells), last)

    def unit_names(self, *units: int) -> str:
        """One or more units of the same kind: ``block 4``, ``rows 2 and 6``."""
        side = self.geometry.side
        kind = ("row", "column", "block")[units[0] // side]
        return f"{kind}{'s' * (len(units) > 1)} {listed(unit % side + 1 for unit in units)}"


def _go_on() -> None:
    """No budget, no end."""


def listed(things: Iterable[object], last: str = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    *most, end = map(str, things)
    return f"{', '.join(most)} {last} {end}" if most else end


def remembered(compute: Callable[[CandidateBoard], T]) -> Callable[[CandidateBoard], T]:
    """Work it out once for each state of a board."""

    @wraps(compute)
    def recall(board: CandidateBoard) -> T:
        if compute not in board.memo:
            board.memo[compute] = compute(board)
        found: T = board.memo[compute]
        return found

    return recall
