"""The tempo fight on a board with one solution: who makes the last move, where a turn fills a cell or uses a bomb.

Points do not count here, so the fight is a game in which both have the same turns and the last one wins. As long as a
bomb lives, all its cells are empty; so a position is the set of living bombs and, of the cells that none of them needs,
only whether their number is odd: two of them cancel each other out. Together that is

    a set of bombs, and the parity of the number of empty cells    (0: even, 1: odd)

Using a bomb takes it out of the set. Filling a cell takes out its *group*, the bombs that need it, and changes the
parity; cells with the same group are the same turn.

The *table* holds, for each parity, one bit for each set of the first so many bombs: whether the player to move loses. A
word is 64 sets, which differ in the six lowest bombs:

    lost[parity, set >> 6] >> (set & 63) & 1

The whole word follows at once from the words of smaller sets. Where there are more bombs than the table takes, a search
goes from set to smaller set until it gets there; it stops and goes on at any node.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dueldoku.kernels.base.bits import ALL, ONE, ZERO, lowest, popcount
from dueldoku.kernels.base.jit import kernel, lean, lean_part
from dueldoku.kernels.base.records import Lists, Rows, lists, record, rows
from dueldoku.kernels.duel import resumable
from dueldoku.kernels.duel.bombs import living, needed
from dueldoku.kernels.duel.resumable import SearchMove, SearchPly, SearchState

UNKNOWN, LOST, WON = range(3)  # what is known about the player to move
LOW = 6  # bombs that tell the sets of a word apart
# The sets of a word without bomb 0, without bomb 1, ...
WITHOUT = np.array([sum(1 << i for i in range(64) if not i >> bomb & 1) for bomb in range(LOW)], np.uint64)


class TempoState(SearchState):
    """Where table and search stand."""

    words: int  # of the table that are done


class TempoPly(SearchPly):
    """A position that the search asks about, and what is known by now."""

    bombs: int
    parity: int
    verdict: int


class TempoMove(SearchMove):
    """A turn, as the position that it leads to."""

    bombs: int
    parity: int


class TempoFight(NamedTuple):
    """The fight for these bombs. Turns are numbered as in ``bombs.Rest``."""

    cells: int  # how many there are
    bombs: NDArray[np.int64]  # bomb -> the cells that it needs
    groups: NDArray[np.int64]  # each set of bombs that need the same cell, once
    lost: NDArray[np.uint64]  # the table
    low: NDArray[np.uint64]  # group -> its lowest bombs
    high: NDArray[np.int64]  # group -> its other bombs in the table, as a mask over the numbers of words
    touched: NDArray[np.uint64]  # group -> the sets of a word that have one of its lowest bombs
    odd: NDArray[np.uint64]  # group -> all bits if it is that of an odd number of cells
    inner: NDArray[np.int64]  # the groups that stay within a word
    keys: NDArray[np.int64]  # slot -> the set of bombs that the search remembers there
    known: NDArray[np.int8]  # slot -> bits LOST and WON for parity 0, and two places higher for parity 1
    plies: Rows[TempoPly]
    moves: Lists[TempoMove]  # of each ply
    now: TempoState


def tempo_of(cells: int, bombs: NDArray[np.int64], table: int = 24, entries: int = 1 << 20) -> TempoFight:
    """The fight for so many cells and these bombs, for ``build`` to begin with.

    The table takes the first ``table`` bombs: 2 ** table / 4 bytes. The search remembers so many ``entries``, a power
    of two, of 9 bytes.
    """
    count, in_table = len(bombs), max(min(len(bombs), table), LOW)
    needs = [sum(1 << bomb for bomb in range(count) if int(bombs[bomb]) >> cell & 1) for cell in range(cells)]
    groups = sorted(set(needs) - {0})
    within = [group & (1 << in_table) - 1 for group in needs]
    tabled = sorted(set(within) - {0})
    touched = [sum(1 << i for i in range(64) if i & group) for group in tabled]
    if count <= in_table:
        entries = 1
    plies = 2 * count + 2
    return TempoFight(
        cells=cells,
        bombs=bombs,
        groups=np.array(groups, np.int64),
        lost=np.zeros((2, 1 << in_table - LOW), np.uint64),
        low=np.array([group & 63 for group in tabled], np.uint64),
        high=np.array([group >> LOW for group in tabled], np.int64),
        touched=np.array(touched, np.uint64),
        odd=np.array([ALL if within.count(group) % 2 else ZERO for group in tabled], np.uint64),
        inner=np.empty(len(tabled) + 1, np.int64),
        keys=np.zeros(entries, np.int64),
        known=np.zeros(entries, np.int8),
        plies=rows(TempoPly, plies),
        moves=lists(TempoMove, plies, count + len(groups) + 2),
        now=record(TempoState),
    )


def parity_rule(cells: int, bombs: int) -> int:
    """A guess from counting alone, and mostly right: LOST if the numbers of empty cells and living bombs are even."""
    return LOST if cells % 2 == 0 and bombs % 2 == 0 else WON


# -- the table -------------------------------------------------------------------------------------------------------


@lean_part
def _drop(word: np.uint64, bombs: np.uint64) -> np.uint64:
    """What ``word`` says about each of its sets less these (low) bombs."""
    while bombs:
        bomb = lowest(bombs)
        bombs &= bombs - ONE
        word &= WITHOUT[bomb]
        word |= word << np.uint64(1 << bomb)
    return word


@lean_part
def _build_word(fight: TempoFight, number: int) -> None:
    """Work out one word of the table: ``even`` and ``odd`` are the sets from which some turn wins, by parity."""
    lost, low, high, touched = fight.lost, fight.low, fight.high, fight.touched
    even, odd, parity = ZERO, ZERO, ZERO  # the last is the parity of the cells that the bombs of a set need
    rest, inner = number, 0
    while rest:
        before = number & ~(rest & -rest)
        rest &= rest - 1
        even |= lost[0, before]
        odd |= lost[1, before]
    for group in range(high.size):  # no branches: they would be mispredicted, and this word itself is still 0
        before = number & ~high[group]
        even |= _drop(lost[1, before], low[group])
        odd |= _drop(lost[0, before], low[group])
        parity ^= fight.odd[group] & (touched[group] if before == number else ALL)
        fight.inner[inner] = group
        inner += (before == number) & (low[group] != ZERO)
    lost_even = lost_odd = ZERO
    for _ in range(LOW + 1):  # each time it is right for the sets with one low bomb more
        wins_even, wins_odd = even, odd
        for bomb in range(LOW):
            wins_even |= (lost_even & WITHOUT[bomb]) << np.uint64(1 << bomb)
            wins_odd |= (lost_odd & WITHOUT[bomb]) << np.uint64(1 << bomb)
        for i in range(inner):
            group = fight.inner[i]
            wins_even |= _drop(lost_odd, low[group]) & touched[group]
            wins_odd |= _drop(lost_even, low[group]) & touched[group]
        last_even, last_odd = lost_even, lost_odd
        # Where the parity of a set's cells is another one, a cell that no bomb needs is left to fill.
        lost_even = ~wins_even & (~parity | wins_odd)
        lost_odd = ~wins_odd & (parity | wins_even)
        if lost_even == last_even and lost_odd == last_odd:
            break
    lost[0, number] = lost_even
    lost[1, number] = lost_odd


@lean
def build(fight: TempoFight, most_words: int) -> bool:
    """Work out at most so many more words of the table; whether it is complete."""
    now = fight.now
    end = min(now.words + most_words, fight.lost.shape[1])
    while now.words < end:
        _build_word(fight, now.words)
        now.words += 1
    return now.words == fight.lost.shape[1]


# -- the search ------------------------------------------------------------------------------------------------------


@lean_part
def _slot(fight: TempoFight, bombs: int) -> int:
    """Where the search would remember this set."""
    low, high = (bombs & 0x7FFFFFFF) * 0x5BD1E995, (bombs >> 31) * 0x2545F491
    return (low >> 24 ^ low ^ high >> 21 ^ high) & fight.keys.size - 1


@lean
def _recall(fight: TempoFight, bombs: int, parity: int) -> int:
    """What is known about this set: from the table as far as it is done, else from the search."""
    word = bombs >> LOW
    if word < fight.now.words:
        return LOST if fight.lost[parity, word] >> np.uint64(bombs & 63) & ONE else WON
    slot = _slot(fight, bombs)
    return fight.known[slot] >> 2 * parity & 3 if fight.keys[slot] == bombs else UNKNOWN


@lean
def _ask(fight: TempoFight, ply: int, bombs: int, parity: int) -> None:
    """Have the search look at this position."""
    here = fight.plies[ply]
    here.bombs, here.parity, here.verdict = bombs, parity, UNKNOWN
    resumable.enter(fight, ply)


@lean_part
def _list(fight: TempoFight, ply: int, bombs: int, parity: int) -> bool:
    """List a turn of this ply, unless what it leads to is known; whether it wins, as the other one loses there.

    First what the parity rule calls lost, then the smaller set, and the nearer to the table.
    """
    here, verdict = fight.plies[ply], _recall(fight, bombs, parity)
    if verdict == UNKNOWN:
        count, move = popcount(np.uint64(bombs)), fight.moves[ply, here.count]
        distance = count + popcount(np.uint64(bombs >> LOW) // np.uint64(fight.lost.shape[1]))
        move.rank = -distance - (128 if parity or count & 1 else 0)
        move.bombs, move.parity = bombs, parity
        here.count += 1
    return verdict == LOST


@lean_part
def _find_win(fight: TempoFight, ply: int) -> bool:
    """List the turns of this ply; whether one of them is known to win. Then the others may be missing."""
    bombs, parity = fight.plies[ply].bombs, fight.plies[ply].parity
    for group in fight.groups:
        if group & bombs and _list(fight, ply, bombs & ~group, 1 - parity):
            return True
    rest = bombs
    while rest:
        if _list(fight, ply, bombs & ~(rest & -rest), parity):
            return True
        rest &= rest - 1
    has_free_cell = popcount(np.uint64(needed(fight.bombs, bombs))) & 1 != parity  # one that no bomb needs
    return has_free_cell and _list(fight, ply, bombs, 1 - parity)


@lean_part
def _open(fight: TempoFight, ply: int) -> bool:
    """List the turns of this ply; whether the verdict is known at once."""
    here = fight.plies[ply]
    here.next = here.count = 0
    if _find_win(fight, ply):
        here.verdict = WON
    return here.verdict == WON


@lean_part
def _descend(fight: TempoFight, ply: int) -> bool:
    """Go down to the most promising position that is left; False if the verdict is known without."""
    here = fight.plies[ply]
    while here.verdict == UNKNOWN and here.next < here.count:
        move = resumable.pick(here, fight.moves[ply])
        verdict = _recall(fight, move.bombs, move.parity)
        if verdict == UNKNOWN:
            _ask(fight, ply + 1, move.bombs, move.parity)
            return True
        if verdict == LOST:
            here.verdict = WON
    if here.verdict == UNKNOWN:
        here.verdict = LOST
    return False


@lean_part
def _close(fight: TempoFight, ply: int) -> None:
    """Remember the verdict."""
    here = fight.plies[ply]
    slot = _slot(fight, here.bombs)
    if fight.keys[slot] != here.bombs:
        fight.keys[slot] = here.bombs
        fight.known[slot] = 0
    fight.known[slot] |= here.verdict << 2 * here.parity
    if here.verdict == LOST:  # then the other parity is won, with one cell more to fill
        fight.known[slot] |= WON << 2 * (1 - here.parity)


@lean_part
def _ascend(fight: TempoFight, ply: int) -> None:
    """The turn under way wins if the other player loses after it."""
    if fight.plies[ply + 1].verdict == LOST:
        fight.plies[ply].verdict = WON


@lean
def proceed(fight: TempoFight, most_nodes: int) -> int:
    """Go on with what was asked; UNKNOWN when the nodes are used up."""
    is_complete = resumable.proceed(fight, most_nodes, _open, _descend, _close, _ascend)
    return fight.plies[0].verdict if is_complete else UNKNOWN


# -- asking ----------------------------------------------------------------------------------------------------------


def verdict_of(fight: TempoFight, cells: int, bombs: int, most_nodes: int = 0) -> int:
    """Whether the player to move makes the last move, when these cells are empty and these bombs unused.

    UNKNOWN if it takes more nodes; what was found out on the way is remembered, so ask again.
    """
    left, parity = living(fight.bombs, cells, bombs), cells.bit_count() & 1
    verdict = int(_recall(fight, left, parity))
    if verdict == UNKNOWN and most_nodes:
        _ask(fight, 0, left, parity)
        verdict = int(proceed(fight, most_nodes))
    return verdict


class Choice(NamedTuple):
    """Turns that are the same in the fight, and the position that they lead to: its empty cells and living bombs."""

    turns: list[int]
    cells: int
    bombs: int


def choices_of(fight: TempoFight, cells: int, bombs: int) -> list[Choice]:
    """The turns in this position: the cells by the bombs that they leave, then each bomb."""
    left = living(fight.bombs, cells, bombs)
    fills: dict[int, Choice] = {}
    for cell in range(fight.cells):
        if cells >> cell & 1:
            after = cells & ~(1 << cell)
            alive = living(fight.bombs, after, left)
            fills.setdefault(alive, Choice([], after, alive)).turns.append(cell)
    uses = (bomb for bomb in range(len(fight.bombs)) if left >> bomb & 1)
    return [*fills.values(), *(Choice([fight.cells + bomb], cells, left & ~(1 << bomb)) for bomb in uses)]


@kernel
def nim_values(bombs: NDArray[np.int64]) -> NDArray[np.uint8]:
    """The nim value of each set of bombs together with the cells that they need.

    A cell that no bomb needs is a heap of one. For theory and for tests: it takes up to 20 bombs or so.
    """
    values = np.zeros(1 << bombs.size, np.uint8)
    for left in range(1, values.size):
        cells, seen, rest = needed(bombs, left), ZERO, left
        while rest:
            after = left & ~(rest & -rest)
            rest &= rest - 1
            freed = popcount(np.uint64(cells & ~needed(bombs, after))) & 1
            seen |= ONE << np.uint64(values[after] ^ freed)
        rest = cells
        while rest:
            after = living(bombs, cells & ~(rest & -rest), left)
            rest &= rest - 1
            freed = (popcount(np.uint64(cells & ~needed(bombs, after))) - 1) & 1
            seen |= ONE << np.uint64(values[after] ^ freed)
        values[left] = lowest(~seen)
    return values
