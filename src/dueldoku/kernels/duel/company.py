"""Which digits go together: what each fill of a board with many solutions leaves possible.

A *pair* is an empty cell and a digit that is legal there. For every pair there is a set of others, in words of 64 bits:

    legal       those that stay legal when it is filled in, used bombs left out
    together    those that are with it in a solution that was found
    apart       those that are proven to be in no solution with it

A pair that is together with itself is possible; one that is apart from itself is a bomb, or a used one. The rest are
*doubts*, for a solver to settle. It is worth asking about few of them only: a solution tells about all of its pairs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from dueldoku.board.geometry import Geometry
from dueldoku.kernels.base.bits import lowest, popcount

ONE = np.uint64(1)
Sets = NDArray[np.uint64]


class Company(NamedTuple):
    """What is known so far."""

    cells: NDArray[np.int64]  # pair -> its cell, in ascending order
    digits: NDArray[np.uint8]  # and its digit
    legal: Sets  # pair, word -> bits
    together: Sets
    apart: Sets


def company_of(geometry: Geometry, pairs: Sequence[tuple[int, int]], is_used: NDArray[np.bool_]) -> Company:
    """The pairs of a board, in ascending order, of which some were used as bombs; nothing is known about the others."""
    cells, digits = np.array([cell for cell, _ in pairs]), np.array([digit for _, digit in pairs], np.uint8)
    sees = np.eye(geometry.size, dtype=bool)
    for cell in set(cells.tolist()):
        sees[cell, list(geometry.peers[cell])] = True
    is_same_cell, is_same_digit = cells[:, None] == cells, digits[:, None] == digits
    legal = _pack(~is_same_cell & ~(sees[np.ix_(cells, cells)] & is_same_digit) & ~is_used)
    return Company(cells, digits, legal, np.zeros_like(legal), _pack(np.diag(is_used)))


def _pack(rows: NDArray[np.bool_]) -> Sets:
    """Rows of bits as words."""
    padded = np.pad(rows, ((0, 0), (0, -rows.shape[1] % 64)))
    return np.packbits(padded, axis=1, bitorder="little").view(np.uint64)


@njit(nogil=True, cache=True)
def has(sets: Any, one: Any, other: Any) -> Any:
    """Whether ``other`` is in the set of ``one``."""
    return sets[one, other >> 6] >> np.uint64(other & 63) & ONE == ONE


@njit(nogil=True, cache=True)
def introduce(company: Any, solution: Any) -> None:
    """Note that the pairs of a solution go together."""
    everybody = np.zeros(company.legal.shape[1], np.uint64)
    for pair in range(company.cells.size):
        if solution[company.cells[pair]] == company.digits[pair]:
            everybody[pair >> 6] |= ONE << np.uint64(pair & 63)
    for pair in range(company.cells.size):
        if solution[company.cells[pair]] == company.digits[pair]:
            company.together[pair] |= everybody


@njit(nogil=True, cache=True)
def settle(company: Any, doubts: Any, solutions: Any, counts: Any) -> None:
    """Note the answers to these doubts: a solution with both pairs where the count is 1, none where it is 0."""
    for row in range(len(doubts)):
        one, other = doubts[row]
        if counts[row] == 1:
            introduce(company, solutions[row])
        elif counts[row] == 0:
            company.apart[one, other >> 6] |= ONE << np.uint64(other & 63)
            company.apart[other, one >> 6] |= ONE << np.uint64(one & 63)


@njit(nogil=True, cache=True)
def possible(company: Any) -> Any:
    """The set of the pairs that are known to be possible."""
    found = np.zeros(company.legal.shape[1], np.uint64)
    for pair in range(company.cells.size):
        if has(company.together, pair, pair):
            found[pair >> 6] |= ONE << np.uint64(pair & 63)
    return found


@njit(nogil=True, cache=True)
def doubts(company: Any, order: Any, room: Any) -> Any:
    """Write doubts into the rows of ``room``, two pairs each: how many there are, at most as many as there is room.

    First whether each pair is possible. When all that is known, what goes together with each of the pairs of ``order``.
    """
    size = 0
    for pair in range(company.cells.size):
        if size < len(room) and not has(company.together, pair, pair) and not has(company.apart, pair, pair):
            room[size] = pair
            size += 1
    if size:
        return size
    fits = possible(company)
    for pair in order:
        for word in range(fits.size):
            left = company.legal[pair, word] & fits[word] & ~company.together[pair, word] & ~company.apart[pair, word]
            while left and has(company.together, pair, pair):
                if size == len(room):
                    return size
                room[size, 0] = pair
                room[size, 1] = word << 6 | lowest(left)
                size += 1
                left &= left - ONE
    return size


@njit(nogil=True, cache=True)
def bombs_after(company: Any, counts: Any) -> None:
    """Tell for each pair how many bombs live when it is filled in; -1 if that is not known, or it is not possible."""
    fits = possible(company)
    for pair in range(company.cells.size):
        counts[pair] = 0 if has(company.together, pair, pair) else -1
        for word in range(fits.size):
            left = company.legal[pair, word] & ~company.together[pair, word]
            if left & fits[word] & ~company.apart[pair, word]:
                counts[pair] = -1
            if counts[pair] < 0:
                break
            counts[pair] += popcount(left)
