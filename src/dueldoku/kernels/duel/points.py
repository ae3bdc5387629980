"""Points for every move, by alpha-beta over cells to a fixed depth: for positions too large to be solved.

Bombs are left out, as a digit never changes the score. It stops at any node and goes on later; searched to depth 1, 2,
3, ... it has an answer at any time, and each depth tries the best moves of the one before first.

The value of a node is what the player to move gets from there on, less what the other one gets; at the last ply, the
most points that can be had at once. The moves that score most and open least, that is leave the fewest units with one
empty cell, are tried first. The empty cells stand together, so that filling one and taking it back moves two numbers:

    cells   4 9 7 | 2       empty: 3; 2 was filled       filling 9       4 7 | 9 2
    place   cell -> where it stands in ``cells``

With r plies to go, a unit with more than r + 1 empty cells is out of sight. Cells of which all units are out of sight
are *quiet*: it makes no difference which of them is filled, and only the first is tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dueldoku.board.geometry import Geometry
from dueldoku.kernels.base.jit import full_part, lean
from dueldoku.kernels.base.records import Lists, Rows, lists, record, rows
from dueldoku.kernels.duel import resumable
from dueldoku.kernels.duel.play import POINTS, units_with
from dueldoku.kernels.duel.resumable import Remembered, SearchMove, SearchState, Window, table_of

SKIP = -1  # the cell of the move that fills none
INF = 10_000


class PointsState(SearchState):
    """Where the search stands."""

    depth: int  # plies to search
    empty: int  # how many cells are empty
    margin: int  # within which of the best one moves get their exact value


class PointsMove(SearchMove):
    """A move that is listed."""

    cell: int
    gain: int


class PointsSearch(NamedTuple):
    """A search under way."""

    units: NDArray[np.uint64]  # cell -> its row, column and block
    empty: NDArray[np.int64]  # unit -> its empty cells
    cells: NDArray[np.int64]  # the empty cells first, then those that were filled, the last one first
    place: NDArray[np.int64]  # cell -> where it stands there
    values: NDArray[np.int64]  # cell -> what filling it is worth; the last one: a skip
    random: NDArray[np.int64]  # cell -> its part in the hash of a position
    table: Rows[Remembered]
    plies: Rows[Window]
    moves: Lists[PointsMove]  # of each ply
    now: PointsState


def search_of(
    geometry: Geometry, values: Sequence[int], deepest: int = 32, margin: int = 20, entries: int = 1 << 18
) -> PointsSearch:
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
    return PointsSearch(
        units=np.array(geometry.units_of, np.uint64),
        empty=empty,
        cells=np.array(free, np.int64),
        place=place,
        values=np.zeros(geometry.size + 1, np.int64),
        random=np.array([draw(62) for _ in values], np.int64),
        table=table_of(entries),
        plies=rows(Window, plies),
        moves=lists(PointsMove, plies, len(free) + 2),
        now=record(PointsState, empty=len(free), margin=margin),
    )


@lean
def start(search: PointsSearch, depth: int) -> None:
    """Begin a search of so many plies: from 1 to ``deepest`` and the number of empty cells. The nodes count on.

    The search before has to be complete.
    """
    search.now.depth = depth
    search.plies[0].hash = 0
    resumable.enter(search, 0)
    resumable.set_window(search.plies[0], -INF, INF, -INF)


@full_part
def _is_quiet(search: PointsSearch, cell: int, plies: int) -> bool:
    row, col, block = search.units[cell]
    return min(search.empty[row], search.empty[col], search.empty[block]) > plies + 1


@full_part
def _look(search: PointsSearch) -> int:
    """The most points that can be had at once."""
    most = 0
    for i in range(search.now.empty):
        most = max(most, POINTS[units_with(search.units, search.empty, search.cells[i], 1)])
    return most


@full_part
def _recall(search: PointsSearch, ply: int, plies: int) -> bool:
    """Whether the hash table has the value of this node; at least it may know the best cell."""
    here = search.plies[ply]
    entry = search.table[here.hash & len(search.table) - 1]
    here.choice = SKIP
    if entry.hash != here.hash or ply == 0:
        return False
    here.choice = entry.choice
    return entry.depth == plies and resumable.settle(here, entry)


@full_part
def _list(search: PointsSearch, ply: int, cell: int, gain: int, rank: int) -> None:
    move = search.moves[ply, search.plies[ply].count]
    move.rank, move.cell, move.gain = rank, cell, gain
    search.plies[ply].count += 1


@full_part
def _open(search: PointsSearch, ply: int) -> bool:
    """List the moves of this ply; whether its value is known without."""
    now, here = search.now, search.plies[ply]
    plies = now.depth - ply
    if plies == 0 or now.empty == 0:
        here.best = _look(search)
        return True
    if _recall(search, ply, plies):
        return True
    here.next = here.count = 0
    seen_quiet = False
    for i in range(now.empty):
        cell = search.cells[i]
        if _is_quiet(search, cell, plies):
            if seen_quiet:
                continue
            seen_quiet = True
        gain = POINTS[units_with(search.units, search.empty, cell, 1)]
        rank = gain - POINTS[units_with(search.units, search.empty, cell, 2)]  # what it opens for the other player
        if ply == 0 and plies > 1:
            rank += 16 * search.values[cell]
        _list(search, ply, cell, gain, rank if cell != here.choice else INF)
    if ply == 0:
        _list(search, ply, SKIP, 0, -INF)
    return False


@full_part
def _descend(search: PointsSearch, ply: int) -> bool:
    """Make the best move that is left; whether there was one, and it matters."""
    here, below = search.plies[ply], search.plies[ply + 1]
    if here.next == here.count or here.best >= here.beta:
        return False
    move = resumable.pick(here, search.moves[ply])
    below.hash = here.hash
    if move.cell != SKIP:
        _fill(search, move.cell)
        below.hash ^= search.random[move.cell]
    resumable.enter(search, ply + 1)
    resumable.set_window(below, move.gain - here.beta, move.gain - here.alpha, -INF)
    return True


@full_part
def _fill(search: PointsSearch, cell: int) -> None:
    """Fill the cell: it changes places with the last of the empty ones."""
    cells, place, now = search.cells, search.place, search.now
    now.empty -= 1
    last = cells[now.empty]
    place[last] = place[cell]
    cells[place[cell]] = last
    place[cell] = now.empty
    cells[place[cell]] = cell
    for i in range(3):
        search.empty[search.units[cell, i]] -= 1


@full_part
def _close(search: PointsSearch, ply: int) -> None:
    """Remember the value of this ply if it was searched, not just looked up. The root's are complete now."""
    here = search.plies[ply]
    if ply == 0:
        _share(search)
    elif here.next >= 0:
        resumable.remember(here, search.table[here.hash & len(search.table) - 1], search.now.depth - ply, 0)


@full_part
def _ascend(search: PointsSearch, ply: int) -> None:
    """Take back the move under way, and note its value."""
    here, now = search.plies[ply], search.now
    move = search.moves[ply, here.next - 1]
    cell, value = move.cell, move.gain - search.plies[ply + 1].best
    if cell != SKIP:
        now.empty += 1
        for i in range(3):
            search.empty[search.units[cell, i]] += 1
    if ply == 0:
        search.values[cell] = value
    if value > here.best and (ply > 0 or cell != SKIP):
        here.best = value
        here.choice = cell
        here.alpha = max(here.alpha, value - (now.margin if ply == 0 else 0))


@full_part
def _share(search: PointsSearch) -> None:
    """Give every quiet cell the value of the one that was tried."""
    depth, value = search.now.depth, 0
    for i in range(search.plies[0].count):
        cell = search.moves[0, i].cell
        if cell != SKIP and _is_quiet(search, cell, depth):
            value = search.values[cell]
    for i in range(search.now.empty):
        if _is_quiet(search, search.cells[i], depth):
            search.values[search.cells[i]] = value


@lean
def proceed(search: PointsSearch, most_nodes: int) -> bool:
    """Go on for at most so many nodes; whether the search is complete, and ``values`` are those of its depth."""
    return resumable.proceed(search, most_nodes, _open, _descend, _close, _ascend)
