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

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from dueldoku.kernels.base.bits import lowest, popcount
from dueldoku.kernels.base.jit import lean
from dueldoku.kernels.duel.bombs import living, needed

UNKNOWN, LOST, WON = range(3)  # what is known about the player to move
LOW = 6  # bombs that tell the sets of a word apart
ZERO, ALL = np.uint64(0), ~np.uint64(0)
# The sets of a word without bomb 0, without bomb 1, ...
WITHOUT = np.array([sum(1 << i for i in range(64) if not i >> bomb & 1) for bomb in range(LOW)], np.uint64)
# Places in a ply: what is asked about, the child that is tried next (-1 before they are listed), how many there are.
BOMBS, PARITY, NEXT, SIZE = range(4)
RANK = 2  # place in a child, after BOMBS and PARITY
WORD, DEPTH, NODES = range(3)  # places in ``counts``: words of the table that are done, the ply, the nodes so far


class Tempo(NamedTuple):
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
    keys: NDArray[np.int64]  # sets that the search knows something about,
    known: NDArray[np.uint8]  # and what: bits LOST and WON for parity 0, and two places higher for parity 1
    plies: NDArray[np.int64]  # ply, place -> number
    children: NDArray[np.int64]  # ply, child -> set, parity, rank
    counts: NDArray[np.int64]


def tempo_of(cells: int, bombs: NDArray[np.int64], table: int = 24, entries: int = 1 << 20) -> Tempo:
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
    return Tempo(
        cells,
        bombs,
        np.array(groups, np.int64),
        np.zeros((2, 1 << in_table - LOW), np.uint64),
        np.array([group & 63 for group in tabled], np.uint64),
        np.array([group >> LOW for group in tabled], np.int64),
        np.array(touched, np.uint64),
        np.array([ALL if within.count(group) % 2 else ZERO for group in tabled], np.uint64),
        np.empty(len(tabled) + 1, np.int64),
        np.zeros(entries, np.int64),
        np.zeros(entries, np.uint8),
        np.zeros((plies, 4), np.int64),
        np.empty((plies, count + len(groups) + 1, 3), np.int64),
        np.zeros(3, np.int64),
    )


def parity_rule(cells: int, bombs: int) -> int:
    """A guess from counting alone, and mostly right: LOST if the numbers of empty cells and living bombs are even."""
    return LOST if cells % 2 == 0 and bombs % 2 == 0 else WON


# -- the table -------------------------------------------------------------------------------------------------------


@lean
def _drop(word: Any, bombs: Any) -> Any:
    """What ``word`` says about each of its sets less these (low) bombs."""
    while bombs:
        bomb = lowest(bombs)
        bombs &= bombs - np.uint64(1)
        word &= WITHOUT[bomb]
        word |= word << np.uint64(1 << bomb)
    return word


@lean
def _build_word(tempo: Any, number: Any) -> None:
    """Work out one word of the table: ``even`` and ``odd`` are the sets from which some turn wins, by parity."""
    lost, low, high, touched = tempo.lost, tempo.low, tempo.high, tempo.touched
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
        parity ^= tempo.odd[group] & (touched[group] if before == number else ALL)
        tempo.inner[inner] = group
        inner += (before == number) & (low[group] != ZERO)
    lost_even = lost_odd = ZERO
    for _ in range(LOW + 1):  # each time it is right for the sets with one low bomb more
        wins_even, wins_odd = even, odd
        for bomb in range(LOW):
            wins_even |= (lost_even & WITHOUT[bomb]) << np.uint64(1 << bomb)
            wins_odd |= (lost_odd & WITHOUT[bomb]) << np.uint64(1 << bomb)
        for i in range(inner):
            group = tempo.inner[i]
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
def build(tempo: Any, most_words: Any) -> Any:
    """Work out at most so many more words of the table; whether it is complete."""
    counts = tempo.counts
    end = min(counts[WORD] + most_words, tempo.lost.shape[1])
    while counts[WORD] < end:
        _build_word(tempo, counts[WORD])
        counts[WORD] += 1
    return counts[WORD] == tempo.lost.shape[1]


# -- the search ------------------------------------------------------------------------------------------------------


@lean
def _slot(tempo: Any, bombs: Any) -> Any:
    """Where the search would remember this set."""
    low, high = (bombs & 0x7FFFFFFF) * 0x5BD1E995, (bombs >> 31) * 0x2545F491
    return (low >> 24 ^ low ^ high >> 21 ^ high) & tempo.keys.size - 1


@lean
def _recall(tempo: Any, bombs: Any, parity: Any) -> Any:
    """What is known about this set: from the table as far as it is done, else from the search."""
    word = bombs >> LOW
    if word < tempo.counts[WORD]:
        return LOST if tempo.lost[parity, word] >> np.uint64(bombs & 63) & np.uint64(1) else WON
    slot = _slot(tempo, bombs)
    return np.int64(tempo.known[slot] >> 2 * parity & 3) if tempo.keys[slot] == bombs else UNKNOWN


@lean
def _remember(tempo: Any, bombs: Any, parity: Any, verdict: Any) -> None:
    slot = _slot(tempo, bombs)
    if tempo.keys[slot] != bombs:
        tempo.keys[slot] = bombs
        tempo.known[slot] = 0
    tempo.known[slot] |= verdict << 2 * parity
    if verdict == LOST:  # then the other parity is won, with one cell more to fill
        tempo.known[slot] |= WON << 2 * (1 - parity)


@lean
def _list(tempo: Any, ply: Any, bombs: Any, parity: Any) -> Any:
    """Note a child of this ply, unless it is known: WON if it wins for the mover, as the other one loses there.

    The best rank is the lowest: what the parity rule calls lost, then the smaller set, and the nearer to the table.
    """
    verdict = _recall(tempo, bombs, parity)
    if verdict == LOST:
        return WON
    if verdict == UNKNOWN:
        count, child = popcount(np.uint64(bombs)), tempo.plies[ply, SIZE]
        rank = count + popcount(np.uint64(bombs >> LOW) // np.uint64(tempo.lost.shape[1]))
        tempo.children[ply, child, BOMBS] = bombs
        tempo.children[ply, child, PARITY] = parity
        tempo.children[ply, child, RANK] = rank + (128 if parity or count & 1 else 0)
        tempo.plies[ply, SIZE] += 1
    return UNKNOWN


@lean
def _open(tempo: Any, ply: Any) -> Any:
    """List the children of this ply; WON at once if one of them is known to be lost."""
    bombs, parity = tempo.plies[ply, BOMBS], tempo.plies[ply, PARITY]
    tempo.plies[ply, NEXT] = tempo.plies[ply, SIZE] = 0
    for group in tempo.groups:
        if group & bombs and _list(tempo, ply, bombs & ~group, 1 - parity) == WON:
            return WON
    rest = bombs
    while rest:
        if _list(tempo, ply, bombs & ~(rest & -rest), parity) == WON:
            return WON
        rest &= rest - 1
    if popcount(np.uint64(needed(tempo.bombs, bombs))) & 1 != parity:  # a cell that no bomb needs
        return _list(tempo, ply, bombs, 1 - parity)
    return UNKNOWN


@lean
def _advance(tempo: Any, ply: Any) -> Any:
    """Go down to the most promising child that is left: UNKNOWN. Or no need for it: WON or LOST."""
    children, size = tempo.children[ply], tempo.plies[ply, SIZE]
    while tempo.plies[ply, NEXT] < size:
        child = tempo.plies[ply, NEXT]
        for other in range(child + 1, size):
            if children[other, RANK] < children[child, RANK]:
                for i in range(3):
                    children[child, i], children[other, i] = children[other, i], children[child, i]
        tempo.plies[ply, NEXT] += 1
        bombs, parity = children[child, BOMBS], children[child, PARITY]
        verdict = _recall(tempo, bombs, parity)
        if verdict == LOST:
            return WON
        if verdict == UNKNOWN:
            _ask(tempo, ply + 1, bombs, parity)
            return UNKNOWN
    return LOST


@lean
def _ask(tempo: Any, ply: Any, bombs: Any, parity: Any) -> None:
    tempo.counts[DEPTH] = ply
    tempo.plies[ply, BOMBS] = bombs
    tempo.plies[ply, PARITY] = parity
    tempo.plies[ply, NEXT] = -1


@lean
def proceed(tempo: Any, most_nodes: Any) -> Any:
    """Go on with what was asked; UNKNOWN when the nodes are used up."""
    counts = tempo.counts
    end = counts[NODES] + most_nodes
    while True:
        ply, verdict = counts[DEPTH], UNKNOWN
        if tempo.plies[ply, NEXT] < 0:
            if counts[NODES] == end:
                return UNKNOWN
            counts[NODES] += 1
            verdict = _open(tempo, ply)
        if verdict == UNKNOWN:
            verdict = _advance(tempo, ply)
        while verdict != UNKNOWN:
            _remember(tempo, tempo.plies[ply, BOMBS], tempo.plies[ply, PARITY], verdict)
            if ply == 0:
                return verdict
            ply -= 1
            counts[DEPTH] = ply
            verdict = WON if verdict == LOST else UNKNOWN


# -- asking ----------------------------------------------------------------------------------------------------------


def verdict_of(tempo: Tempo, cells: int, bombs: int, most_nodes: int = 0) -> int:
    """Whether the player to move makes the last move, when these cells are empty and these bombs unused.

    UNKNOWN if it takes more nodes; what was found out on the way is remembered, so ask again.
    """
    left, parity = living(tempo.bombs, cells, bombs), cells.bit_count() & 1
    verdict = int(_recall(tempo, left, parity))
    if verdict == UNKNOWN and most_nodes:
        _ask(tempo, 0, left, parity)
        verdict = int(proceed(tempo, most_nodes))
    return verdict


class Choice(NamedTuple):
    """Turns that are the same in the fight, and the position that they lead to: its empty cells and living bombs."""

    turns: list[int]
    cells: int
    bombs: int


def choices_of(tempo: Tempo, cells: int, bombs: int) -> list[Choice]:
    """The turns in this position: the cells by the bombs that they leave, then each bomb."""
    left = living(tempo.bombs, cells, bombs)
    fills: dict[int, Choice] = {}
    for cell in range(tempo.cells):
        if cells >> cell & 1:
            after = cells & ~(1 << cell)
            alive = living(tempo.bombs, after, left)
            fills.setdefault(alive, Choice([], after, alive)).turns.append(cell)
    uses = (bomb for bomb in range(len(tempo.bombs)) if left >> bomb & 1)
    return [*fills.values(), *(Choice([tempo.cells + bomb], cells, left & ~(1 << bomb)) for bomb in uses)]


def turn_verdicts(tempo: Tempo, cells: int, bombs: int, most_nodes: int = 0) -> dict[int, int]:
    """Whether each turn in this position wins the fight, as far as so many nodes for each choice tell."""
    verdicts = {}
    for choice in choices_of(tempo, cells, bombs):
        verdict = (UNKNOWN, WON, LOST)[verdict_of(tempo, choice.cells, choice.bombs, most_nodes)]
        verdicts.update(dict.fromkeys(choice.turns, verdict))
    return verdicts


@njit(nogil=True, cache=True)
def nim_values(bombs: Any) -> Any:
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
            seen |= np.uint64(1) << np.uint64(values[after] ^ freed)
        rest = cells
        while rest:
            after = living(bombs, cells & ~(rest & -rest), left)
            rest &= rest - 1
            freed = (popcount(np.uint64(cells & ~needed(bombs, after))) - 1) & 1
            seen |= np.uint64(1) << np.uint64(values[after] ^ freed)
        values[left] = lowest(~seen)
    return values
