"""Points for every move, by alpha-beta over cells to a fixed depth: for positions too large to be solved.

Bombs are left out, as a digit never changes the score. It stops at any node and goes on later; searched to depth 1, 2,
3, ... it has an answer at any time, and each depth tries the best moves of the one before first.

A *node* is a position that was looked at. Its value is what the player to move gets from there on, less what the other
one gets; at the last ply, the most points that can be had at once. The moves that score most and open least, that is
leave the fewest units with one empty cell, are tried first.

With r plies to go, a unit with more than r + 1 empty cells is out of sight. Cells of which all units are out of sight
are *quiet*: it makes no difference which of them is filled, and only the first is tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dueldoku.board.geometry import Geometry
from dueldoku.kernels.base.jit import lean
from dueldoku.kernels.duel.play import POINTS

PLY, DEPTH, NODES, EMPTY, MARGIN = range(5)  # places in ``counts``
# Places in a ply: the move that is tried next (-1 before they are listed), how many there are, the best value and its
# cell, the window that a value has to lie in to matter, alpha as it was at first, and the position's hash.
NEXT, SIZE, BEST, CHOICE, ALPHA, BETA, FLOOR, HASH, WIDTH = range(9)
RANK, CELL, GAIN = range(3)  # places in a move
SKIP = -1  # the cell of the move that fills none
INF = 10_000
EXACT, AT_LEAST, AT_MOST = range(3)  # what a value of the hash table is


class Search(NamedTuple):
    """A search under way."""

    units: NDArray[np.uint64]  # cell -> its row, column and block
    empty: NDArray[np.int64]  # unit -> its empty cells
    cells: NDArray[np.int64]  # the empty cells first, then those that were filled, the last one first
    place: NDArray[np.int64]  # cell -> where it stands there
    values: NDArray[np.int64]  # cell -> what filling it is worth; the last one: a skip
    random: NDArray[np.int64]  # cell -> its part in the hash of a position
    keys: NDArray[np.int64]  # hash -> position,
    known: NDArray[np.int64]  # and how many plies it was searched, the kind of value, the best cell, the value
    plies: NDArray[np.int64]  # ply, place -> number
    moves: NDArray[np.int64]  # ply, move -> rank, cell, gain
    counts: NDArray[np.int64]


def search_of(
    geometry: Geometry, values: Sequence[int], deepest: int = 32, margin: int = 20, entries: int = 1 << 18
) -> Search:
    """A search from this position, for ``start`` to begin with.

    Moves that are worse than the best by more than ``margin`` may get a value that is too good. The hash table has so
    many ``entries``, a power of two, of 16 bytes.
    """
    free = [cell for cell, value in enumerate(values) if not value]
    empty, place = np.zeros(3 * geometry.side, np.int64), np.zeros(geometry.size, np.int64)
    for number, cell in enumerate(free):
        place[cell] = number
        empty[list(geometry.units_of[cell])] += 1
    draw = Random(0).getrandbits
    plies = min(deepest, len(free)) + 1
    return Search(
        np.array(geometry.units_of, np.uint64),
        empty,
        np.array(free, np.int64),
        place,
        np.zeros(geometry.size + 1, np.int64),
        np.array([draw(62) for _ in values], np.int64),
        np.zeros(entries, np.int64),
        np.zeros(entries, np.int64),
        np.zeros((plies, WIDTH), np.int64),
        np.empty((plies, len(free) + 1, 3), np.int64),
        np.array([0, 0, 0, len(free), margin], np.int64),
    )


@lean
def start(search: Any, depth: Any) -> None:
    """Begin a search of so many plies: from 1 to ``deepest`` and the number of empty cells. The nodes count on.

    The search before has to be complete.
    """
    search.counts[PLY] = 0
    search.counts[DEPTH] = depth
    search.plies[0, HASH] = 0
    _enter(search, 0, -INF, INF)


@lean
def _enter(search: Any, ply: Any, alpha: Any, beta: Any) -> None:
    search.plies[ply, ALPHA] = search.plies[ply, FLOOR] = alpha
    search.plies[ply, BETA] = beta
    search.plies[ply, BEST] = -INF
    search.plies[ply, NEXT] = -1


@lean
def _gain(search: Any, cell: Any) -> Any:
    row, col, block = search.units[cell]
    return POINTS[int(search.empty[row] == 1) + int(search.empty[col] == 1) + int(search.empty[block] == 1)]


@lean
def _opened(search: Any, cell: Any) -> Any:
    """How many units have one empty cell left when this one is filled."""
    row, col, block = search.units[cell]
    return int(search.empty[row] == 2) + int(search.empty[col] == 2) + int(search.empty[block] == 2)


@lean
def _is_quiet(search: Any, cell: Any, plies: Any) -> Any:
    row, col, block = search.units[cell]
    return min(search.empty[row], search.empty[col], search.empty[block]) > plies + 1


@lean
def _look(search: Any) -> Any:
    """The most points that can be had at once."""
    most = 0
    for i in range(search.counts[EMPTY]):
        most = max(most, _gain(search, search.cells[i]))
    return most


@lean
def _recall(search: Any, ply: Any, plies: Any) -> Any:
    """Whether the hash table has the value of this node; at least it may know the best cell."""
    slot = search.plies[ply, HASH] & search.keys.size - 1
    search.plies[ply, CHOICE] = SKIP
    if search.keys[slot] != search.plies[ply, HASH] or ply == 0:
        return False
    entry = search.known[slot]
    value, kind = (entry & 0xFFFF) - INF, entry >> 32 & 3
    search.plies[ply, CHOICE] = (entry >> 16 & 0xFFFF) - 1
    if entry >> 34 != plies:
        return False
    if kind == EXACT or (kind == AT_LEAST and value >= search.plies[ply, BETA]):
        search.plies[ply, BEST] = value
        return True
    if kind == AT_MOST and value <= search.plies[ply, ALPHA]:
        search.plies[ply, BEST] = value
        return True
    return False


@lean
def _remember(search: Any, ply: Any, plies: Any) -> None:
    slot, best = search.plies[ply, HASH] & search.keys.size - 1, search.plies[ply, BEST]
    kind = AT_MOST if best <= search.plies[ply, FLOOR] else AT_LEAST if best >= search.plies[ply, BETA] else EXACT
    search.keys[slot] = search.plies[ply, HASH]
    search.known[slot] = plies << 34 | kind << 32 | (search.plies[ply, CHOICE] + 1) << 16 | best + INF


@lean
def _list(search: Any, ply: Any, cell: Any, gain: Any, rank: Any) -> None:
    move = search.moves[ply, search.plies[ply, SIZE]]
    move[RANK] = rank
    move[CELL] = cell
    move[GAIN] = gain
    search.plies[ply, SIZE] += 1


@lean
def _open(search: Any, ply: Any) -> Any:
    """List the moves of this ply; whether its value is known without."""
    counts = search.counts
    plies = counts[DEPTH] - ply
    if plies == 0 or counts[EMPTY] == 0:
        search.plies[ply, BEST] = _look(search)
        return True
    if _recall(search, ply, plies):
        return True
    search.plies[ply, NEXT] = search.plies[ply, SIZE] = 0
    seen_quiet = False
    for i in range(counts[EMPTY]):
        cell = search.cells[i]
        if _is_quiet(search, cell, plies):
            if seen_quiet:
                continue
            seen_quiet = True
        gain = _gain(search, cell)
        rank = gain - POINTS[_opened(search, cell)]
        if ply == 0 and plies > 1:
            rank += 16 * search.values[cell]
        _list(search, ply, cell, gain, rank if cell != search.plies[ply, CHOICE] else INF)
    if ply == 0:
        _list(search, ply, SKIP, 0, -INF)
    return False


@lean
def _descend(search: Any, ply: Any) -> Any:
    """Make the best move that is left; whether there was one, and it matters."""
    moves, size, child = search.moves[ply], search.plies[ply, SIZE], search.plies[ply, NEXT]
    if child == size or search.plies[ply, BEST] >= search.plies[ply, BETA]:
        return False
    for other in range(child + 1, size):
        if moves[other, RANK] > moves[child, RANK]:
            for i in range(3):
                moves[child, i], moves[other, i] = moves[other, i], moves[child, i]
    cell, gain = moves[child, CELL], moves[child, GAIN]
    search.plies[ply, NEXT] += 1
    search.plies[ply + 1, HASH] = search.plies[ply, HASH]
    if cell != SKIP:
        _fill(search, cell)
        search.plies[ply + 1, HASH] ^= search.random[cell]
    search.counts[PLY] = ply + 1
    _enter(search, ply + 1, gain - search.plies[ply, BETA], gain - search.plies[ply, ALPHA])
    return True


@lean
def _fill(search: Any, cell: Any) -> None:
    """Fill the cell: it changes places with the last of the empty ones."""
    cells, place = search.cells, search.place
    search.counts[EMPTY] -= 1
    last = cells[search.counts[EMPTY]]
    place[last] = place[cell]
    cells[place[cell]] = last
    place[cell] = search.counts[EMPTY]
    cells[place[cell]] = cell
    for i in range(3):
        search.empty[search.units[cell, i]] -= 1


@lean
def _ascend(search: Any, ply: Any) -> None:
    """Take back the move that led to this ply, and give its value to the ply above."""
    if search.plies[ply, NEXT] >= 0:  # it was searched, not just looked up
        _remember(search, ply, search.counts[DEPTH] - ply)
    ply -= 1
    search.counts[PLY] = ply
    move = search.moves[ply, search.plies[ply, NEXT] - 1]
    cell, value = move[CELL], move[GAIN] - search.plies[ply + 1, BEST]
    if cell != SKIP:
        search.counts[EMPTY] += 1
        for i in range(3):
            search.empty[search.units[cell, i]] += 1
    if ply == 0:
        search.values[cell] = value
    if value > search.plies[ply, BEST] and (ply > 0 or cell != SKIP):
        search.plies[ply, BEST] = value
        search.plies[ply, CHOICE] = cell
        search.plies[ply, ALPHA] = max(search.plies[ply, ALPHA], value - (search.counts[MARGIN] if ply == 0 else 0))


@lean
def _share(search: Any) -> None:
    """Give every quiet cell the value of the one that was tried."""
    depth, value = search.counts[DEPTH], 0
    for i in range(search.plies[0, SIZE]):
        cell = search.moves[0, i, CELL]
        if cell != SKIP and _is_quiet(search, cell, depth):
            value = search.values[cell]
    for i in range(search.counts[EMPTY]):
        if _is_quiet(search, search.cells[i], depth):
            search.values[search.cells[i]] = value


@lean
def proceed(search: Any, most_nodes: Any) -> Any:
    """Go on for at most so many nodes; whether the search is complete, and ``values`` are those of its depth."""
    counts = search.counts
    end = counts[NODES] + most_nodes
    while True:
        ply, is_known = counts[PLY], False
        if search.plies[ply, NEXT] < 0:
            if counts[NODES] == end:
                return False
            counts[NODES] += 1
            is_known = _open(search, ply)
        if is_known or not _descend(search, ply):
            if ply == 0:
                _share(search)
                return True
            _ascend(search, ply)
