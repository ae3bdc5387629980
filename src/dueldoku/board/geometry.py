"""The shape of a board, and everything that follows from it, computed once.

A board with blocks of ``m`` rows by ``n`` columns has side N = m*n. Cells are numbered row by row, 0 to N*N-1.
Its 3N units are numbered rows first, then columns, then blocks:

    unit 0 .. N-1      rows, top to bottom
    unit N .. 2N-1     columns, left to right
    unit 2N .. 3N-1    blocks, row by row

>>> nine = Geometry.of(3, 3)
>>> nine.side, nine.units_of[40], len(nine.peers[40])
(9, (4, 13, 22), 20)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import isqrt

from dueldoku.board.move import Move
from dueldoku.board.symbols import cell_name
from dueldoku.errors import ShapeError

SMALLEST, LARGEST = 2, 64  # the side N of a board: no more than there are symbols, and bits in a word of the kernels


@dataclass(frozen=True)
class Geometry:
    """An m x n board's units, peers and masks. Get one from ``Geometry.of``: it is shared, so identity is equality."""

    m: int
    n: int

    def __post_init__(self) -> None:
        if self.m < 1 or self.n < 1 or not SMALLEST <= self.m * self.n <= LARGEST:
            raise ShapeError(
                f"expected blocks of m x n cells with m*n from {SMALLEST} to {LARGEST}, got {self.m}x{self.n}"
            )

    @staticmethod
    @cache
    def of(m: int, n: int) -> Geometry:
        """The geometry with blocks of ``m`` rows by ``n`` columns."""
        return Geometry(m, n)

    @staticmethod
    def parse(text: str) -> Geometry:
        """Inverse of ``str``: ``"3x4"`` has blocks of 3 rows by 4 columns."""
        match = re.fullmatch(r"([0-9]{1,3})[xX]([0-9]{1,3})", text.strip())
        if not match:
            raise ShapeError(f"expected a block shape such as 3x3 (rows x columns), got {text!r}")
        return Geometry.of(int(match[1]), int(match[2]))

    def __str__(self) -> str:
        return f"{self.m}x{self.n}"

    @cached_property
    def side(self) -> int:
        """N: the number of rows, of columns, of blocks and of digits."""
        return self.m * self.n

    @cached_property
    def size(self) -> int:
        """The number of cells."""
        return self.side * self.side

    @cached_property
    def units(self) -> tuple[tuple[int, ...], ...]:
        """The cells of each of the 3N units, in ascending order."""
        members: list[list[int]] = [[] for _ in range(3 * self.side)]
        for cell, units in enumerate(self.units_of):
            for unit in units:
                members[unit].append(cell)
        return tuple(map(tuple, members))

    @cached_property
    def units_of(self) -> tuple[tuple[int, int, int], ...]:
        """Row, column and block number of every cell."""
        side, m, n = self.side, self.m, self.n
        return tuple(
            (row, side + col, 2 * side + row // m * m + col // n) for row in range(side) for col in range(side)
        )

    @cached_property
    def peers(self) -> tuple[tuple[int, ...], ...]:
        """For every cell, the other cells that share a unit with it, in ascending order."""
        return tuple(
            tuple(sorted({peer for unit in self.units_of[cell] for peer in self.units[unit]} - {cell}))
            for cell in range(self.size)
        )

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For every cell, the up to eight cells that touch it, diagonals included, in ascending order."""
        side = self.side
        return tuple(
            tuple(
                r * side + c
                for r in range(max(row - 1, 0), min(row + 2, side))
                for c in range(max(col - 1, 0), min(col + 2, side))
                if (r, c) != (row, col)
            )
            for row in range(side)
            for col in range(side)
        )

    @cached_property
    def moves(self) -> tuple[tuple[Move, ...], ...]:
        """For every cell, the moves that fill it, one for each digit."""
        return tuple(tuple(self.move(cell, digit) for digit in range(1, self.side + 1)) for cell in range(self.size))

    @cached_property
    def unit_masks(self) -> tuple[int, ...]:
        """The cells of each unit as a mask: bit ``cell`` is set."""
        return tuple(sum(1 << cell for cell in unit) for unit in self.units)

    @cached_property
    def peer_masks(self) -> tuple[int, ...]:
        """The peers of each cell as a mask: bit ``peer`` is set."""
        masks = self.unit_masks
        return tuple(
            (masks[row] | masks[col] | masks[block]) & ~(1 << cell)
            for cell, (row, col, block) in enumerate(self.units_of)
        )

    @property
    def digits_mask(self) -> int:
        """All digits as a mask: bit ``digit`` is set for 1..N, bit 0 is not."""
        return (1 << (self.side + 1)) - 2

    def cell(self, row: int, col: int) -> int:
        """The number of the cell at ``row``, ``col`` (from 0). Never aliases: outside the board is a ShapeError."""
        if not (0 <= row < self.side and 0 <= col < self.side):
            raise ShapeError(f"expected rows and columns from 0 to {self.side - 1}, got ({row}, {col})")
        return row * self.side + col

    def move(self, cell: int, digit: int) -> Move:
        """The move that writes ``digit`` into ``cell``."""
        return Move(*divmod(cell, self.side), digit)

    def cell_of(self, move: Move) -> int:
        """The cell that a move fills: the way back from ``move``. Raises ShapeError outside the board."""
        return self.cell(move.row, move.col)

    def name(self, cell: int) -> str:
        """The cell as people name it: ``r3c5``."""
        return cell_name(*divmod(cell, self.side))

    def unit_name(self, unit: int) -> str:
        """The unit as people name it, counted from 1: ``row 3``, ``column 3`` or ``block 3``."""
        kind, number = divmod(unit, self.side)
        return f"{('row', 'column', 'block')[kind]} {number + 1}"

    def ruled_lines(self, words: Sequence[str], gap: str = " ", bar: str = " | ", joint: str = "-+-") -> list[str]:
        """Words, one for each cell, a row a line, with bars and ruled lines between the blocks."""
        lines = []
        for row in range(self.side):
            cells = words[row * self.side : (row + 1) * self.side]
            blocks = [gap.join(cells[at : at + self.n]) for at in range(0, self.side, self.n)]
            if row and row % self.m == 0:
                lines.append(joint.join("-" * len(block) for block in blocks))
            lines.append(bar.join(blocks))
        return lines

    def __reduce__(self) -> tuple[object, ...]:
        return Geometry.of, (self.m, self.n)  # copies and pickles share the computed tables


def bits(mask: int) -> list[int]:
    """The numbers of the bits that are set in a mask of cells or digits, in ascending order.

    >>> bits(0b1010)
    [1, 3]
    """
    numbers = []
    while mask:
        low = mask & -mask
        numbers.append(low.bit_length() - 1)
        mask ^= low
    return numbers


def likely_shapes(side: int) -> tuple[Geometry, ...]:
    """The block shapes people mean by a board of this side, squarest first: one for squares, else both ways round.

    >>> [str(shape) for shape in likely_shapes(12)]
    ['3x4', '4x3']
    """
    if not SMALLEST <= side <= LARGEST:
        raise ShapeError(f"expected a board with sides up to {LARGEST} and at least {SMALLEST}, got {side}x{side}")
    m = max(d for d in range(1, isqrt(side) + 1) if side % d == 0)
    return tuple(Geometry.of(*shape) for shape in dict.fromkeys([(m, side // m), (side // m, m)]))
