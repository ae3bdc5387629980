"""Perfect play: what a state of ``perfect_state`` is worth, by tests that stop at any node and go on.

The *value* of a state is what the player to move gets from there on, less what the other one gets. A test asks whether
it is at least a *goal*; a few of them pin it down. A value that a test finds is a bound of the right kind: at most the
value of the state if it reaches the goal, at least the value if it does not.

A *node* is a state whose turns were listed. Each is made and looked up at once, which often settles the question and
finds those that come to the same. Of the others, those that leave an even number of cells and an even number of bombs
are tried first, for who faces that has mostly lost the fight for the last move; then those that score most, open least
and leave the other player few bombs and cells.

The table keeps what was found, in buckets of four slots: the least and the most that a state can be worth, the best
turn and how many nodes it took. The entry that took fewest gives way. An entry is one number:

    bits    40 ...   24 - 39     12 - 23      0 - 11
            nodes    turn + 1    most + INF   least + INF
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from dueldoku.kernels.base.bits import ONE, ZERO, has, lowest, popcount, signed
from dueldoku.kernels.base.jit import lean, lean_part
from dueldoku.kernels.base.records import Lists, Rows, lists, record, rows, swap
from dueldoku.kernels.duel import resumable
from dueldoku.kernels.duel.perfect_state import Ground, Line, count_bombs, fill, identify, line_of, opened, points, use
from dueldoku.kernels.duel.perfect_tables import MISSING, EndgameTables, look
from dueldoku.kernels.duel.play import POINTS
from dueldoku.kernels.duel.resumable import SearchMove, SearchPly, SearchState

INF = 1000
BUCKET = 4
MOST_EFFORT = 0x7FFFFF  # nodes that an entry can tell


class PerfectPly(SearchPly):
    """A test under way."""

    goal: int  # what the value is compared with
    best: int  # the best value so far
    choice: int  # and its pair
    before: int  # how many nodes there were before


class PerfectMove(SearchMove):
    """A turn that is listed: a pair to fill in, or a bomb to use."""

    pair: int
    gain: int
    passes: int  # whether the other player moves next
    index: np.uint64  # key of the state after it
    check: np.uint64


class TableSlot:
    """A place in the table."""

    check: np.uint64
    entry: int


class PerfectSearch(NamedTuple):
    """A search under way."""

    ground: Ground
    line: Line
    tables: EndgameTables
    plies: Rows[PerfectPly]
    moves: Lists[PerfectMove]  # of each ply
    table: Rows[TableSlot]
    now: SearchState


def search_of(ground: Ground, tables: EndgameTables, most_bytes: int) -> PerfectSearch:
    """A search on this ground, with a table of at most so many bytes. Its first row is to be set."""
    pairs = len(ground.cells)
    plies = len(ground.units) + pairs + 2
    return PerfectSearch(
        ground=ground,
        line=line_of(ground, plies),
        tables=tables,
        plies=rows(PerfectPly, plies),
        moves=lists(PerfectMove, plies, pairs + 1),
        table=rows(TableSlot, 1 << max(most_bytes // 16, BUCKET).bit_length() - 1),
        now=record(SearchState),
    )


# -- the table -------------------------------------------------------------------------------------------------------


@lean_part
def _bucket(search: PerfectSearch, index: np.uint64) -> int:
    """The first slot of those where a state is looked for."""
    return signed(index & np.uint64(len(search.table) - BUCKET))


@lean_part
def _look_up(search: PerfectSearch, index: np.uint64, check: np.uint64) -> tuple[int, int, int]:
    """What is known about the state with this key: the least, the most, the best turn or -1."""
    first = _bucket(search, index)
    for i in range(first, first + BUCKET):
        if search.table[i].check == check:
            entry = search.table[i].entry
            return (entry & 0xFFF) - INF, (entry >> 12 & 0xFFF) - INF, (entry >> 24 & 0xFFFF) - 1
    return -INF, INF, -1


@lean_part
def _close(search: PerfectSearch, ply: int) -> None:
    """Keep what was found about this ply's state, if it was searched. The first state has no key."""
    here, state = search.plies[ply], search.line.states[ply]
    if ply == 0 or here.next < 0:
        return
    least, most, _ = _look_up(search, state.index, state.check)
    if here.best >= here.goal:
        least = max(least, here.best)
    else:
        most = min(most, here.best)
    effort = search.now.nodes - here.before
    first = _bucket(search, state.index)
    victim, least_effort = first, MOST_EFFORT + 1
    for i in range(first, first + BUCKET):
        slot = search.table[i]
        if slot.check == state.check:
            victim = i
            effort = max(effort, slot.entry >> 40)
            break
        if slot.entry >> 40 < least_effort:
            victim, least_effort = i, slot.entry >> 40
    slot = search.table[victim]
    slot.check = state.check
    slot.entry = min(effort, MOST_EFFORT) << 40 | (here.choice + 1) << 24 | (most + INF) << 12 | (least + INF)


# -- the search ------------------------------------------------------------------------------------------------------


@lean
def ask(search: PerfectSearch, ply: int, goal: int) -> None:
    """Have it tested whether this row's state is worth at least ``goal``; for row 0, the test before is complete."""
    resumable.enter(search, ply)
    here = search.plies[ply]
    here.goal, here.best, here.choice = goal, -INF, -1
    here.before = search.now.nodes


@lean_part
def _settle(search: PerfectSearch, ply: int) -> tuple[int, int, int]:
    """What is known about this row's state without a search, as ``_look_up`` tells it; it gets its key."""
    state = search.line.states[ply]
    empty = state.empty
    if state.mine == ZERO:
        value = 0
    elif empty & (empty - ONE) == ZERO:
        value = points(search.ground, empty, lowest(empty))
    else:
        value = look(search.tables, search.ground, search.line, ply)
    if value != MISSING:
        return value, value, -1
    identify(search.ground, search.line, ply)
    return _look_up(search, state.index, state.check)


@lean_part
def _is_listed(search: PerfectSearch, ply: int, gain: int) -> bool:
    """Whether a turn with this gain is listed already that leads to the same state."""
    check = search.line.states[ply + 1].check
    for i in range(search.plies[ply].count):
        move = search.moves[ply, i]
        if move.check == check and move.gain >= gain:
            return True
    return False


@lean_part
def _consider(search: PerfectSearch, ply: int, pair: int, gain: int, passes: bool, known: int, open_: int) -> None:
    """Weigh the turn that led to the next row: what is known of it may be enough, else list it."""
    here, state = search.plies[ply], search.line.states[ply + 1]
    least_after, most_after, _ = _settle(search, ply + 1)
    least = gain - most_after if passes else gain + least_after
    most = gain - least_after if passes else gain + most_after
    if least >= here.goal or most < here.goal:
        value = least if least >= here.goal else most
        if value > here.best:
            here.best, here.choice = value, pair
        return
    if _is_listed(search, ply, gain):
        return
    bombs = count_bombs(search.line, ply + 1)
    rank = gain - POINTS[open_] - bombs - popcount(state.mine) + popcount(state.theirs)
    if popcount(state.empty) & 1 == 0 and bombs & 1 == 0:
        rank += 16
    if pair == known:
        rank += 1024
    move = search.moves[ply, here.count]
    move.rank, move.pair, move.gain, move.passes = rank, pair, gain, passes
    move.index, move.check = state.index, state.check
    here.count += 1


@lean_part
def _open(search: PerfectSearch, ply: int) -> bool:
    """List the turns of this ply; whether its value is known already."""
    ground, line, here, state = search.ground, search.line, search.plies[ply], search.line.states[ply]
    known = -1
    if ply > 0:  # the first state has no key: its turns are always listed
        least, most, known = _look_up(search, state.index, state.check)
        if least >= here.goal or most < here.goal:
            here.best = least if least >= here.goal else most
            return True
    here.next = here.count = 0
    for kind in range(2 if state.theirs else 1):
        for word in range(ground.at.shape[1]):
            rest = line.bombs[ply, word] if kind else line.possible[ply, word]
            while rest and here.best < here.goal:
                pair = word << 6 | lowest(rest)
                rest &= rest - ONE
                cell = ground.cells[pair]
                if state.mine & (ONE << np.uint64(cell)) == ZERO:
                    continue
                gain = open_ = 0
                if kind:
                    passes = use(ground, line, ply, pair)
                else:
                    gain, open_ = points(ground, state.empty, cell), opened(ground, state.empty, cell)
                    passes = fill(ground, line, ply, pair)
                _consider(search, ply, pair, gain, passes, known, open_)
    return here.best >= here.goal


@lean_part
def _descend(search: PerfectSearch, ply: int) -> bool:
    """Take the best turn that is left; whether there was one, and it matters."""
    moves, here, below = search.moves[ply], search.plies[ply], search.line.states[ply + 1]
    if here.next == here.count or here.best >= here.goal:
        return False
    best = here.next
    for other in range(here.next + 1, here.count):
        if moves[other].rank > moves[best].rank:
            best = other
    swap(moves, here.next, best)
    move = moves[here.next]
    here.next += 1
    if has(search.line.bombs[ply], move.pair):
        use(search.ground, search.line, ply, move.pair)
    else:
        fill(search.ground, search.line, ply, move.pair)
    below.index, below.check = move.index, move.check
    ask(search, ply + 1, move.gain - here.goal + 1 if move.passes else here.goal - move.gain)
    return True


@lean_part
def _ascend(search: PerfectSearch, ply: int) -> None:
    """Note the value of the turn under way."""
    here, value = search.plies[ply], search.plies[ply + 1].best
    move = search.moves[ply, here.next - 1]
    value = move.gain - value if move.passes else move.gain + value
    if value > here.best:
        here.best, here.choice = value, move.pair


@lean
def proceed(search: PerfectSearch, most_nodes: int) -> bool:
    """Go on for at most so many nodes; whether the test is complete: its answer is ``best`` and ``choice`` of ply 0."""
    return resumable.proceed(search, most_nodes, _open, _descend, _close, _ascend)
