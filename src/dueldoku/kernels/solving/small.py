"""The search for boards of up to 64 cells, which fit into a word: each digit's places as a set of cells.

    place[0]    ...1.1 ....1. ...     bit ``cell`` is set: digit 1 may still go there
    place[N]    the cells that are settled, whose digit is struck from their peers

One pass finds all cells with a single digit left at once: ``once`` are the cells that some digit may go to, ``twice``
those that two may. Then come digits with a single place in a unit, and then a guess, in a cell with two digits if there
is one. A state of the search is a row of ``stack``; a guess adds one, and leaves the other digits to the row below.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dueldoku.board.geometry import Geometry
from dueldoku.kernels.base.bits import ALL, ONE, ZERO, lowest
from dueldoku.kernels.base.jit import lean, lean_part

LARGEST = 64  # cells
_WRONG, _OPEN, _SOLVED = 0, 1, 2


class Small(NamedTuple):
    """What follows from the shape of a board, and room for a search."""

    peers: NDArray[np.uint64]  # of each cell
    units: NDArray[np.uint64]  # their cells
    stack: NDArray[np.uint64]  # depth, digit -> its places; and the settled cells


def small_of(geometry: Geometry) -> Small:
    """The tables of these boards."""
    return Small(
        peers=np.array(geometry.peer_masks, np.uint64),
        units=np.array(geometry.unit_masks, np.uint64),
        stack=np.zeros((geometry.size + 1, geometry.side + 1), np.uint64),
    )


@lean_part
def _keep_only(place: NDArray[np.uint64], cells: np.uint64, digit: int) -> None:
    """Strike all other digits from these cells."""
    for other in range(place.size - 1):
        if other != digit:
            place[other] &= ~cells


@lean_part
def _settle(small: Small, place: NDArray[np.uint64], single: np.uint64) -> None:
    """Strike what these cells hold, a single digit each, from their peers."""
    for digit in range(place.size - 1):
        cells = place[digit] & single
        struck = ZERO
        while cells:
            struck |= small.peers[lowest(cells)]
            cells &= cells - ONE
        place[digit] &= ~struck
    place[place.size - 1] |= single


@lean_part
def _find_places(small: Small, place: NDArray[np.uint64]) -> int:
    """Settle the digits that have one place left in a unit: 1 if there are any, 0 if there are none, -1 if it is wrong.

    A digit without any place is found only where it is looked for: if that is missed, a cell has none left later on.
    """
    found = 0
    settled = place[place.size - 1]
    for digit in range(place.size - 1):
        if place[digit] & ~settled:
            for unit in small.units:
                left = place[digit] & unit
                if left == ZERO:
                    return -1
                if left & (left - ONE) == ZERO and left & ~settled:
                    _keep_only(place, left, digit)
                    found = 1
    return found


@lean_part
def _propagate(small: Small, place: NDArray[np.uint64]) -> tuple[int, np.uint64]:
    """Draw all conclusions: how that ends, and the cells to guess in."""
    full = ALL >> np.uint64(64 - small.peers.size)
    last = place.size - 1
    while True:
        once = twice = thrice = ZERO
        for digit in range(last):
            thrice |= twice & place[digit]
            twice |= once & place[digit]
            once |= place[digit]
        if once != full:
            return _WRONG, ZERO
        single = ~twice & full & ~place[last]
        if single:
            _settle(small, place, single)
            continue
        if twice == ZERO:
            return _SOLVED, ZERO
        found = _find_places(small, place)
        if found < 0:
            return _WRONG, ZERO
        if found == 0:
            pairs = twice & ~thrice
            return _OPEN, pairs if pairs else twice


@lean
def solve(small: Small, values: NDArray[np.uint8], solutions: NDArray[np.uint8], limit: int) -> int:
    """How many solutions the board has, counted up to ``limit``. The columns of ``solutions`` get as many as it has."""
    stack = small.stack
    last = stack.shape[1] - 1
    for digit in range(last):
        stack[0, digit] = ALL >> np.uint64(64 - values.size)
    stack[0, last] = ZERO
    for cell in range(values.size):
        if values[cell]:
            _keep_only(stack[0], ONE << np.uint64(cell), values[cell] - 1)
    depth = count = 0
    while depth >= 0:
        verdict, cells = _propagate(small, stack[depth])
        if verdict == _OPEN:
            bit = cells & (~cells + ONE)
            digit = 0
            while not stack[depth, digit] & bit:
                digit += 1
            for each in range(last + 1):
                stack[depth + 1, each] = stack[depth, each]
            stack[depth, digit] &= ~bit
            depth += 1
            _keep_only(stack[depth], bit, digit)
            continue
        if verdict == _SOLVED:
            if count < solutions.shape[1]:
                _write(stack[depth], solutions, count)
            count += 1
            if count == limit:
                break
        depth -= 1
    return count


@lean_part
def _write(place: NDArray[np.uint64], solutions: NDArray[np.uint8], column: int) -> None:
    for digit in range(place.size - 1):
        cells = place[digit]
        while cells:
            solutions[lowest(cells), column] = digit + 1
            cells &= cells - ONE
