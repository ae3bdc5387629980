"""Perfect play: what a state of ``remains`` is worth, by tests that stop at any node and go on.

The *value* of a state is what the player to move gets from there on, less what the other one gets. A test asks whether
it is at least a *goal*; a few of them pin it down. A value that a test finds is a bound of the right kind: at most the
value of the state if it reaches the goal, at least the value if it does not.

A *node* is a state whose turns were listed. Each is made and looked up at once, which often settles the question and
finds those that come to the same. Of the others, those that leave an even number of cells and an even number of bombs
are tried first, for who faces that has mostly lost the fight for the last move; then those that score most, open least
and leave the other player few bombs and cells.

The table keeps what was found, in buckets of four: the least, the most that a state can be worth, the best turn and how
many nodes it took. The entry that took fewest gives way.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dueldoku.kernels.base.bits import lowest, popcount
from dueldoku.kernels.base.jit import lean
from dueldoku.kernels.duel.play import POINTS
from dueldoku.kernels.duel.remains import (
    CHECK,
    EMPTY,
    INDEX,
    MINE,
    NONE,
    ONE,
    THEIRS,
    Ground,
    Line,
    count_bombs,
    fill,
    identify,
    opened,
    points,
    use,
)
from dueldoku.kernels.duel.sole import MISSING, Tables, look

PLY, NODES, LEAST, MOST, TURN = range(5)  # places in ``counts``; the last three: what was looked up
# Places in a ply: what its value is compared with, the best value so far and its turn, the turn that is tried next (-1
# before they are listed), how many there are, and how many nodes there were before.
GOAL, BEST, CHOICE, NEXT, SIZE, BEFORE, WIDTH = range(7)
RANK, PAIR, GAIN, PASSES = range(4)  # places in a turn
INF = 1000
BUCKET = 4


class Search(NamedTuple):
    """A search under way."""

    ground: Ground
    line: Line
    tables: Tables
    plies: NDArray[np.int64]  # ply, place -> number
    turns: NDArray[np.int64]  # ply, turn -> its places
    keys: NDArray[np.uint64]  # ply, turn -> key of the state after it
    table: NDArray[np.uint64]  # slot -> check, entry
    counts: NDArray[np.int64]


def search_of(ground: Ground, tables: Tables, most_bytes: int) -> Search:
    """A search on this ground, with a table of at most so many bytes. Its first row is to be set."""
    cells, pairs = len(ground.units), len(ground.cells)
    plies = cells + pairs + 2
    words, sets = ground.at.shape[1], ground.within.shape[1]
    slots = 1 << max(most_bytes // 16, BUCKET).bit_length() - 1
    return Search(
        ground,
        Line(
            np.zeros((plies, 5), np.uint64),
            np.zeros((plies, sets), np.uint64),
            np.zeros((plies, words), np.uint64),
            np.zeros((plies, words), np.uint64),
            np.zeros((plies, words), np.uint64),
            np.zeros((plies, 2), np.uint64),
        ),
        tables,
        np.zeros((plies, WIDTH), np.int64),
        np.zeros((plies, pairs, 4), np.int64),
        np.zeros((plies, pairs, 2), np.uint64),
        np.zeros((slots, 2), np.uint64),
        np.zeros(5, np.int64),
    )


# -- the table -------------------------------------------------------------------------------------------------------


@lean
def _look_up(search: Any, index: Any, check: Any) -> None:
    """Write what is known about the state with this key into ``counts``."""
    counts, table = search.counts, search.table
    counts[LEAST], counts[MOST], counts[TURN] = -INF, INF, -1
    slot = np.int64(index & np.uint64(len(table) - BUCKET))
    for i in range(slot, slot + BUCKET):
        if table[i, 0] == check:
            entry = np.int64(table[i, 1])
            counts[LEAST], counts[MOST] = (entry & 0xFFF) - INF, (entry >> 12 & 0xFFF) - INF
            counts[TURN] = (entry >> 24 & 0xFFFF) - 1
            return


@lean
def _remember(search: Any, ply: Any) -> None:
    """Keep what was found about this ply's state."""
    counts, table, place = search.counts, search.table, search.plies[ply]
    index, check = search.line.keys[ply]
    _look_up(search, index, check)
    least, most = counts[LEAST], counts[MOST]
    if place[BEST] >= place[GOAL]:
        least = max(least, place[BEST])
    else:
        most = min(most, place[BEST])
    effort: Any = counts[NODES] - place[BEFORE]
    slot = np.int64(index & np.uint64(len(table) - BUCKET))
    victim: Any = slot
    lowest_effort: Any = np.int64(1) << 62
    for i in range(slot, slot + BUCKET):
        if table[i, 0] == check:
            victim = i
            effort = max(effort, np.int64(table[i, 1]) >> 40)
            break
        if np.int64(table[i, 1]) >> 40 < lowest_effort:
            victim, lowest_effort = i, np.int64(table[i, 1]) >> 40
    entry = min(effort, 0x7FFFFF) << 40 | (place[CHOICE] + 1) << 24 | (most + INF) << 12 | (least + INF)
    table[victim, 0], table[victim, 1] = check, np.uint64(entry)


# -- the search ------------------------------------------------------------------------------------------------------


@lean
def start(search: Any, goal: Any) -> None:
    """Begin to test whether the first row's state is worth at least ``goal``. The test before has to be complete."""
    search.counts[PLY] = 0
    _enter(search, 0, goal)


@lean
def _enter(search: Any, ply: Any, goal: Any) -> None:
    place = search.plies[ply]
    place[GOAL] = goal
    place[BEST], place[CHOICE], place[NEXT] = -INF, -1, -1
    place[BEFORE] = search.counts[NODES]


@lean
def _settle(search: Any, ply: Any) -> None:
    """Write what is known about this row's state into ``counts``, without a search; it gets its key."""
    counts, masks = search.counts, search.line.masks[ply]
    empty = masks[EMPTY]
    if masks[MINE] == NONE:
        value = 0
    elif empty & (empty - ONE) == NONE:
        value = points(search.ground, empty, lowest(empty))
    else:
        value = look(search.tables, search.ground, search.line, ply)
    if value != MISSING:
        counts[LEAST] = counts[MOST] = value
        return
    identify(search.ground, search.line, ply)
    _look_up(search, search.line.keys[ply, INDEX], search.line.keys[ply, CHECK])


@lean
def _is_listed(search: Any, ply: Any, gain: Any) -> Any:
    """Whether a turn with this gain is listed already that leads to the same state."""
    check = search.line.keys[ply + 1, CHECK]
    for i in range(search.plies[ply, SIZE]):
        if search.keys[ply, i, CHECK] == check and search.turns[ply, i, GAIN] >= gain:
            return True
    return False


@lean
def _consider(search: Any, ply: Any, pair: Any, gain: Any, passes: Any, known: Any, open: Any) -> None:
    """Weigh the turn that led to the next row: what is known of it may be enough, else list it."""
    counts, place = search.counts, search.plies[ply]
    _settle(search, ply + 1)
    least = gain - counts[MOST] if passes else gain + counts[LEAST]
    most = gain - counts[LEAST] if passes else gain + counts[MOST]
    if least >= place[GOAL] or most < place[GOAL]:
        value = least if least >= place[GOAL] else most
        if value > place[BEST]:
            place[BEST], place[CHOICE] = value, pair
        return
    if _is_listed(search, ply, gain):
        return
    masks, bombs = search.line.masks[ply + 1], count_bombs(search.line, ply + 1)
    rank = gain - POINTS[open] - bombs - popcount(masks[MINE]) + popcount(masks[THEIRS])
    if popcount(masks[EMPTY]) & 1 == 0 and bombs & 1 == 0:
        rank += 16
    if pair == known:
        rank += 1024
    turn = search.turns[ply, place[SIZE]]
    turn[RANK], turn[PAIR], turn[GAIN], turn[PASSES] = rank, pair, gain, passes
    search.keys[ply, place[SIZE], INDEX] = search.line.keys[ply + 1, INDEX]
    search.keys[ply, place[SIZE], CHECK] = search.line.keys[ply + 1, CHECK]
    place[SIZE] += 1


@lean
def _open(search: Any, ply: Any) -> Any:
    """List the turns of this ply; whether its value is known already."""
    ground, line, counts, place = search.ground, search.line, search.counts, search.plies[ply]
    known = -1
    if ply > 0:  # the first state has no key: its turns are always listed
        _look_up(search, line.keys[ply, INDEX], line.keys[ply, CHECK])
        if counts[LEAST] >= place[GOAL] or counts[MOST] < place[GOAL]:
            place[BEST] = counts[LEAST] if counts[LEAST] >= place[GOAL] else counts[MOST]
            return True
        known = counts[TURN]
    place[NEXT] = place[SIZE] = 0
    empty, mine, theirs = line.masks[ply, EMPTY], line.masks[ply, MINE], line.masks[ply, THEIRS]
    for kind in range(2 if theirs else 1):
        for word in range(ground.at.shape[1]):
            rest = line.bombs[ply, word] if kind else line.possible[ply, word]
            while rest and place[BEST] < place[GOAL]:
                pair = word << 6 | lowest(rest)
                rest &= rest - ONE
                cell = ground.cells[pair]
                if mine & (ONE << np.uint64(cell)) == NONE:
                    continue
                gain = open = 0
                if kind:
                    passes = use(ground, line, ply, pair)
                else:
                    gain, open = points(ground, empty, cell), opened(ground, empty, cell)
                    passes = fill(ground, line, ply, pair)
                _consider(search, ply, pair, gain, int(passes), known, open)
    return place[BEST] >= place[GOAL]


@lean
def _descend(search: Any, ply: Any) -> Any:
    """Take the best turn that is left; whether there was one, and it matters."""
    turns, place = search.turns[ply], search.plies[ply]
    child, size = place[NEXT], place[SIZE]
    if child == size or place[BEST] >= place[GOAL]:
        return False
    best = child
    for other in range(child + 1, size):
        if turns[other, RANK] > turns[best, RANK]:
            best = other
    for i in range(4):
        turns[child, i], turns[best, i] = turns[best, i], turns[child, i]
    keys = search.keys[ply]
    for i in range(2):
        keys[child, i], keys[best, i] = keys[best, i], keys[child, i]
        search.line.keys[ply + 1, i] = keys[child, i]
    place[NEXT] += 1
    pair, gain = turns[child, PAIR], turns[child, GAIN]
    if search.line.bombs[ply, pair >> 6] >> np.uint64(pair & 63) & ONE:
        use(search.ground, search.line, ply, pair)
    else:
        fill(search.ground, search.line, ply, pair)
    search.counts[PLY] = ply + 1
    _enter(search, ply + 1, gain - place[GOAL] + 1 if turns[child, PASSES] else place[GOAL] - gain)
    return True


@lean
def _ascend(search: Any, ply: Any) -> None:
    """Give the value of this ply to the one above."""
    place, value = search.plies[ply - 1], search.plies[ply, BEST]
    turn = search.turns[ply - 1, place[NEXT] - 1]
    value = turn[GAIN] - value if turn[PASSES] else turn[GAIN] + value
    if value > place[BEST]:
        place[BEST], place[CHOICE] = value, turn[PAIR]
    search.counts[PLY] = ply - 1


@lean
def proceed(search: Any, most_nodes: Any) -> Any:
    """Go on for at most so many nodes; whether the test is complete: its answer is BEST and CHOICE of ply 0."""
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
                return True
            if search.plies[ply, NEXT] >= 0:
                _remember(search, ply)
            _ascend(search, ply)
