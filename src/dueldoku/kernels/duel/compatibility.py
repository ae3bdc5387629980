"""Which digits are compatible: what each fill of a board with many solutions leaves possible.

A *pair* is an empty cell and a digit that is legal there. For every pair there is a set of others, in words of 64 bits:

    legal       those that stay legal when it is filled in, used bombs left out
    together    those that are with it in a solution that was found
    apart       those that are proven to be in no solution with it

A pair that is together with itself is possible; one that is apart from itself is a bomb, or a used one. The rest are
*doubts*, for a solver to settle. It is worth asking about few of them only: a solution tells about all of its pairs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dueldoku.board.geometry import Geometry
from dueldoku.kernels.base.bits import ONE, has, lowest, pack_bits, popcount
from dueldoku.kernels.base.jit import kernel, part
from dueldoku.kernels.base.records import Rows

Sets = NDArray[np.uint64]


class Doubt:
    """Whether some solution has both pairs."""

    one: int
    other: int


class Compatibility(NamedTuple):
    """What is known so far."""

    cells: NDArray[np.int64]  # pair -> its cell, in ascending order
    digits: NDArray[np.uint8]  # and its digit
    legal: Sets  # pair, word -> bits
    together: Sets
    apart: Sets


def compatibility_of(geometry: Geometry, pairs: Sequence[tuple[int, int]], is_used: NDArray[np.bool_]) -> Compatibility:
    """The pairs of a board, in ascending order, of which some were used as bombs; nothing is known about the others."""
    cells, digits = np.array([cell for cell, _ in pairs]), np.array([digit for _, digit in pairs], np.uint8)
    legal = pack_bits(~ends_of(geometry, cells, digits) & ~is_used)
    together, apart = np.zeros_like(legal), pack_bits(np.diag(is_used))
    return Compatibility(cells=cells, digits=digits, legal=legal, together=together, apart=apart)


def ends_of(geometry: Geometry, cells: NDArray[np.int64], digits: NDArray[np.integer]) -> NDArray[np.bool_]:
    """For each of these pairs, a cell and its digit: which of them are illegal once it is filled in."""
    are_peers = np.zeros((geometry.size, geometry.size), bool)
    for cell in set(cells.tolist()):
        are_peers[cell, list(geometry.peers[cell])] = True
    return (cells[:, None] == cells) | ((digits[:, None] == digits) & are_peers[np.ix_(cells, cells)])


@kernel
def note_solution(known: Compatibility, solution: NDArray[np.uint8]) -> None:
    """Note that the pairs of a solution go together."""
    others = np.zeros(known.legal.shape[1], np.uint64)
    for pair in range(known.cells.size):
        if solution[known.cells[pair]] == known.digits[pair]:
            others[pair >> 6] |= ONE << np.uint64(pair & 63)
    for pair in range(known.cells.size):
        if solution[known.cells[pair]] == known.digits[pair]:
            for word in range(others.size):  # in one go, Numba would compile a message for other shapes, for a second
                known.together[pair, word] |= others[word]


@kernel
def settle(known: Compatibility, doubts: Rows[Doubt], solutions: NDArray[np.uint8], counts: NDArray[np.int32]) -> None:
    """Note the answers to these doubts: a solution with both pairs where the count is 1, none where it is 0."""
    for row in range(len(doubts)):
        one, other = doubts[row].one, doubts[row].other
        if counts[row] == 1:
            note_solution(known, solutions[row])
        elif counts[row] == 0:
            known.apart[one, other >> 6] |= ONE << np.uint64(other & 63)
            known.apart[other, one >> 6] |= ONE << np.uint64(one & 63)


@part
def _possible(known: Compatibility) -> NDArray[np.uint64]:
    """The set of the pairs that are known to be possible."""
    found = np.zeros(known.legal.shape[1], np.uint64)
    for pair in range(known.cells.size):
        if has(known.together[pair], pair):
            found[pair >> 6] |= ONE << np.uint64(pair & 63)
    return found


@kernel
def list_doubts(known: Compatibility, order: NDArray[np.int64], room: Rows[Doubt]) -> int:
    """Write doubts into the rows of ``room``: how many there are, at most as many as there is room.

    First whether each pair is possible. When all that is known, what goes together with each of the pairs of ``order``.
    """
    size = 0
    for pair in range(known.cells.size):
        if size < len(room) and not has(known.together[pair], pair) and not has(known.apart[pair], pair):
            room[size].one = room[size].other = pair
            size += 1
    if size:
        return size
    fits = _possible(known)
    for pair in order:
        for word in range(fits.size):
            left = known.legal[pair, word] & fits[word] & ~known.together[pair, word] & ~known.apart[pair, word]
            while left and has(known.together[pair], pair):
                if size == len(room):
                    return size
                room[size].one, room[size].other = pair, word << 6 | lowest(left)
                size += 1
                left &= left - ONE
    return size


@kernel
def bombs_after(known: Compatibility, counts: NDArray[np.int64]) -> None:
    """Tell for each pair how many bombs live when it is filled in; -1 if that is not known, or it is not possible."""
    fits = _possible(known)
    for pair in range(known.cells.size):
        counts[pair] = 0 if has(known.together[pair], pair) else -1
        for word in range(fits.size):
            left = known.legal[pair, word] & ~known.together[pair, word]
            if left & fits[word] & ~known.apart[pair, word]:
                counts[pair] = -1
            if counts[pair] < 0:
                break
            counts[pair] += popcount(left)
