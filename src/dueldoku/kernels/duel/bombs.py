"""Bombs on a board with exactly one solution, as sets of cells: what the endgame and the tempo fight are played with.

There, every digit but the solution's is a bomb as long as it is legal, and it is legal as long as no cell of the same
row, column or block holds it. The solution says which cells will: at most three. So a bomb *lives* while these and its
own cell are all empty, and filling any of them ends it. No solver has to be asked again.

    cells    r1c1  r1c5  r4c1  r2c2        sets of cells and of bombs are masks
    number      0     1     2     3
    bomb     2 at r1c1; the solution has 2s at r1c5, r4c1, r2c2: it needs cells 0 1 2 3, mask 0b1111
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dueldoku.board.geometry import Geometry
from dueldoku.board.move import Move
from dueldoku.kernels.base.bits import lowest
from dueldoku.kernels.base.jit import lean

MOST = 62  # cells, and bombs: their sets are masks of 64 bits


class Rest(NamedTuple):
    """What is left to play. Cells and bombs are numbered from 0; a *turn* is a cell's number, or cells + a bomb's.

    The order makes the kernels fast: cells that few bombs need come first, and bombs that need busy cells.
    """

    moves: tuple[Move, ...]  # turn -> the move to propose
    units: NDArray[np.int64]  # cell -> the empty cells of its row, column and block
    bombs: NDArray[np.int64]  # bomb -> the cells that it needs


def bombs_of(
    geometry: Geometry, values: Sequence[int], solution: Sequence[int], taboo: Collection[Move] = ()
) -> dict[Move, frozenset[int]]:
    """Each living bomb that is not taboo, with the cells of the board that it needs empty.

    That ``solution`` is the only one is not checked: on a board with several, some of these moves are none.
    """
    place = {(unit, solution[cell]): cell for unit, cells in enumerate(geometry.units) for cell in cells}
    found = {}
    for cell in (cell for cell, value in enumerate(values) if not value):
        for digit in range(1, geometry.side + 1):
            needs = frozenset({cell, *(place[unit, digit] for unit in geometry.units_of[cell])})
            move = Move(*divmod(cell, geometry.side), digit)
            if len(needs) > 1 and not any(values[other] for other in needs) and move not in taboo:
                found[move] = needs
    return found


def rest_of(
    geometry: Geometry, values: Sequence[int], solution: Sequence[int], taboo: Collection[Move] = ()
) -> Rest | None:
    """What is left to play on this board with one solution; None if it does not fit into masks."""
    found = bombs_of(geometry, values, solution, set(taboo))
    empty = [cell for cell, value in enumerate(values) if not value]
    if max(len(empty), len(found)) > MOST:
        return None
    uses = {cell: sum(cell in needs for needs in found.values()) for cell in empty}
    empty.sort(key=lambda cell: uses[cell])
    bombs = sorted(found, key=lambda move: -sum(uses[cell] for cell in found[move]))
    bit = {cell: 1 << number for number, cell in enumerate(empty)}
    in_unit = [sum(bit.get(cell, 0) for cell in unit) for unit in geometry.units]
    units = [[in_unit[unit] for unit in geometry.units_of[cell]] for cell in empty]
    fills = [Move(*divmod(cell, geometry.side), solution[cell]) for cell in empty]
    return Rest(
        moves=(*fills, *bombs),
        units=np.array(units, np.int64).reshape(-1, 3),
        bombs=np.array([sum(bit[cell] for cell in found[move]) for move in bombs], np.int64),
    )


@lean
def needed(bombs: NDArray[np.int64], left: int) -> int:
    """The cells that the bombs ``left`` need."""
    cells = 0
    while left:
        cells |= bombs[lowest(np.uint64(left))]
        left &= left - 1
    return cells


@lean
def living(bombs: NDArray[np.int64], cells: int, left: int) -> int:
    """Those of the bombs ``left`` that live while these cells are empty."""
    for bomb in range(bombs.size):
        if bombs[bomb] & ~cells:
            left &= ~(1 << bomb)
    return left
