"""Exact endgames on boards with one solution: every position that can still arise, bombs included, valued bottom up.

A position is a set of empty cells and a set of bombs that live and were not used. The same bombs need the same cells
whatever else is empty, so there is a table for each set of bombs, over the subsets of the *free* cells, those that none
of them needs:

    bombs      needed     table over subsets of        sizes with 5 cells
    {}         -          0 1 2 3 4                    32
    {a}        2 3 4      0 1                           4
    {b}        1 2 3      0     4                       4
    {a, b}     1 2 3 4    0                             2

Filling a free cell leads to an earlier entry of the same table, filling a needed one or using a bomb to the table of
fewer bombs. A value is what the player to move gets from there on, less what the other one gets.

The lowest cells that are free stay together: a *block* is all their subsets with the other cells fixed. Where a cell
above them is filled, a whole block comes from another block, and the machine does many of its entries at once.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dueldoku.kernels.base.bits import lowest, popcount
from dueldoku.kernels.base.jit import kernel, lean, lean_part, part
from dueldoku.kernels.base.records import Rows, record, rows
from dueldoku.kernels.duel.bombs import living, needed
from dueldoku.kernels.duel.play import POINTS

LOW = 6  # cells in a block, at most
MOST_BOMBS = 20  # there are twice as many tables for each, and a microsecond or two goes into a table, however small
TABLE = 256  # what beginning a table costs, in values


class EndgameState:
    """Where the work stands."""

    bombs: int  # the set whose table is under way
    block: int  # and the block of that table
    sources: int  # how many there are
    floor: int  # less than every value


class Source:
    """A block of another table that blocks of the table under way are made of."""

    turn: int  # that leads there
    begin: int  # of its table, at the cells that the turn leaves
    mask: int  # the bits of its number that run with the number of the block,
    at: int  # and what they are now


class Endgame(NamedTuple):
    """The tables, and room for filling them. Turns are numbered as in ``bombs.Rest``."""

    units: NDArray[np.int64]
    bombs: NDArray[np.int64]
    starts: NDArray[np.int64]  # set of bombs -> where its table begins
    values: NDArray[np.signedinteger]  # int8, or int16 where a byte is too small
    points: NDArray[np.int8]  # cell, which of its units are otherwise full above the block, subset of the low cells
    best: NDArray[np.signedinteger]  # the block under way
    fulls: NDArray[np.int64]  # low cell -> which of its units are full above the block
    sources: Rows[Source]  # the blocks of other tables that it is made of
    now: EndgameState


def endgame_of(
    units: NDArray[np.int64], bombs: NDArray[np.int64], most_bytes: int = 1 << 29, most_bombs: int = MOST_BOMBS
) -> Endgame | None:
    """The tables for these cells and bombs, for ``proceed`` to fill; None if that takes too much memory or time."""
    cells = len(units)
    bound = most_points(units)
    kind: type[np.int8] | type[np.int16] = np.int8 if bound <= np.iinfo(np.int8).max else np.int16
    if len(bombs) > most_bombs or 8 << len(bombs) > most_bytes or 1 << cells > most_bytes:
        return None
    starts = np.empty(1 << len(bombs), np.int64)
    size = _lay_out(cells, bombs, starts)
    if starts.nbytes + size * kind().nbytes > most_bytes:
        return None
    return Endgame(
        units=units,
        bombs=bombs,
        starts=starts,
        values=np.zeros(size, kind),
        points=_points_table(units),
        best=np.empty(1 << LOW, kind),
        fulls=np.empty(LOW, np.int64),
        sources=rows(Source, cells + len(bombs)),
        now=record(EndgameState, floor=-bound),
    )


def work_of(endgame: Endgame) -> int:
    """About how many values ``proceed`` has to fill in, from the start."""
    return len(endgame.values) + TABLE * len(endgame.starts)


def most_points(units: NDArray[np.int64]) -> int:
    """More than these cells cannot be worth: each unit is completed once, with up to two others."""
    count = len({(kind, int(mask)) for row in units for kind, mask in enumerate(row)})
    most = [0]  # for so many units
    for units_left in range(1, count + 1):
        most.append(max(int(POINTS[k]) + most[units_left - k] for k in range(1, min(units_left, 3) + 1)))
    return most[count]


def _points_table(units: NDArray[np.int64]) -> NDArray[np.int8]:
    table = np.zeros((len(units), 8, 1 << LOW), np.int8)
    low = np.arange(1 << LOW)
    for cell, masks in enumerate(units):
        alone = [(low & mask & ~(1 << cell)) == 0 for mask in masks]
        for full in range(8):
            table[cell, full] = POINTS[sum(alone[unit] * (full >> unit & 1) for unit in range(3))]
    return table


@kernel
def _lay_out(cells: int, bombs: NDArray[np.int64], starts: NDArray[np.int64]) -> int:
    """Say where each table begins; returns where the last one ends."""
    end = 0
    for left in range(starts.size):
        starts[left] = end
        end += 1 << (cells - popcount(np.uint64(needed(bombs, left))))
    return end


@part
def pack_cells(cells: int, within: int) -> int:
    """The number of a set of cells among the subsets of ``within``: its bits, moved together."""
    number, bit = 0, 1
    while within:
        if within & -within & cells:
            number |= bit
        within &= within - 1
        bit <<= 1
    return number


@part
def _unpack(number: int, within: int) -> int:
    """The inverse of ``pack_cells``."""
    cells = 0
    while within:
        if number & 1:
            cells |= within & -within
        within &= within - 1
        number >>= 1
    return cells


@kernel
def _place(bombs: NDArray[np.int64], starts: NDArray[np.int64], all_cells: int, cells: int, left: int) -> int:
    """Where the value of a position stands; its bombs live."""
    return starts[left] + pack_cells(cells, all_cells & ~needed(bombs, left))


@lean_part
def _find_sources(endgame: Endgame, left: int, low: int, number: int) -> None:
    """List the turns that lead from the table of the bombs ``left`` to others, and where block ``number`` finds them.

    As the table's index runs through the subsets of its high cells, so does theirs: it counts within a mask.
    """
    units, bombs, starts, now = endgame.units, endgame.bombs, endgame.starts, endgame.now
    all_cells = (1 << len(units)) - 1
    needs = needed(bombs, left)
    high = all_cells & ~needs & -(1 << low)
    now.sources = 0
    for turn in range(len(units) + bombs.size):
        if turn < len(units):
            if not needs >> turn & 1:
                continue
            cells = needs & ~(1 << turn)
            after = living(bombs, cells, left)
        else:
            if not left >> turn - len(units) & 1:
                continue
            cells, after = needs, left & ~(1 << turn - len(units))
        source = endgame.sources[now.sources]
        source.turn = turn
        source.begin = _place(bombs, starts, all_cells, cells, after)
        source.mask = pack_cells(high, all_cells & ~needed(bombs, after))
        source.at = _unpack(number, source.mask)
        now.sources += 1


@lean_part
def _full(units: NDArray[np.int64], cell: int, above: int) -> int:
    """Which units of the cell have no other empty cell above the block."""
    others = above & ~(1 << cell)
    return (
        (units[cell, 0] & others == 0) | ((units[cell, 1] & others == 0) << 1) | ((units[cell, 2] & others == 0) << 2)
    )


@lean_part
def _offer(
    target: NDArray[np.signedinteger],
    source: NDArray[np.signedinteger],
    points: NDArray[np.int8],
    kind: type[np.signedinteger],
) -> None:
    """Offer each target the turn that scores these points and leads to its source."""
    for i in range(target.size):
        value = kind(points[i] - source[i])
        target[i] = value if value > target[i] else target[i]


@lean_part
def _settle(
    eight: NDArray[np.signedinteger],
    first: NDArray[np.int8],
    second: NDArray[np.int8],
    third: NDArray[np.int8],
    kind: type[np.signedinteger],
) -> None:
    """Offer eight entries the turns that fill the three lowest cells. So short a loop is unrolled, hence its own."""
    for i in range(1, 8):
        top = eight[i]
        if i & 1:
            value = kind(first[i] - eight[i ^ 1])
            top = value if value > top else top
        if i & 2:
            value = kind(second[i] - eight[i ^ 2])
            top = value if value > top else top
        if i & 4:
            value = kind(third[i] - eight[i ^ 4])
            top = value if value > top else top
        eight[i] = top


@lean_part
def _finish(endgame: Endgame, low: int, above: int) -> None:
    """Offer each entry of the block the turns that stay within it.

    At i, everything before i is final: the entries without the lowest cell of i are offered to those with it.
    """
    best, points, fulls, kind = endgame.best, endgame.points, endgame.fulls, endgame.values.dtype.type
    for cell in range(LOW):
        fulls[cell] = _full(endgame.units, cell, above) if cell < low else 0
    step = 8 if low >= 3 else 1
    for i in range(0, 1 << low, step):
        if i:
            cell = lowest(np.uint64(i))
            bit = 1 << cell
            _offer(best[i : i + bit], best[i - bit : i], points[cell, fulls[cell], i : i + bit], kind)
        if step == 8:
            first, second, third = points[0, fulls[0]], points[1, fulls[1]], points[2, fulls[2]]
            _settle(best[i : i + 8], first[i : i + 8], second[i : i + 8], third[i : i + 8], kind)


@lean_part
def _fill_block(endgame: Endgame, start: int, number: int, low: int, above: int, free: int) -> None:
    """Value block ``number`` of the table at ``start``. The cells ``above`` are empty; the table is over ``free``."""
    units, values, points = endgame.units, endgame.values, endgame.points
    kind, size, place = endgame.values.dtype.type, 1 << low, start + (number << low)
    best, floor, sources = endgame.best[:size], endgame.now.floor, endgame.now.sources
    for i in range(size):
        best[i] = floor
    back, rest = size, free
    while rest:
        cell = lowest(np.uint64(rest))
        if above >> cell & 1:
            source = values[place - back : place - back + size]
            _offer(best, source, points[cell, _full(units, cell, above)], kind)
        rest &= rest - 1
        back <<= 1
    for i in range(sources):
        origin = endgame.sources[i]
        turn, mask, at = origin.turn, origin.mask, origin.at
        first = origin.begin + at
        origin.at = (at - mask) & mask
        cell, full = (turn, _full(units, turn, above)) if turn < len(units) else (0, 0)
        _offer(best, values[first : first + size], points[cell, full], kind)
    if above == 0:
        best[0] = 0  # the board is full
    _finish(endgame, low, above)
    for i in range(size):
        values[place + i] = best[i]


@lean
def proceed(endgame: Endgame, most: int) -> bool:
    """Fill in about so many values more, some nanoseconds each; whether all are there now."""
    units, bombs, starts, now = endgame.units, endgame.bombs, endgame.starts, endgame.now
    all_cells = (1 << len(units)) - 1
    while most > 0 and now.bombs < starts.size:
        left, number = now.bombs, now.block
        needs = needed(bombs, left)
        low = min(LOW, len(units) if needs == 0 else lowest(np.uint64(needs)))
        free = all_cells & ~needs & -(1 << low)
        blocks = 1 << popcount(np.uint64(free))
        _find_sources(endgame, left, low, number)
        above = _unpack(number, free)
        while most > 0 and number < blocks:
            _fill_block(endgame, starts[left], number, low, above | needs, free)
            above = (above - free) & free
            number += 1
            most -= 1 << low
        most -= TABLE
        if number == blocks:
            left, number = left + 1, 0
        now.bombs, now.block = left, number
    return now.bombs == starts.size


# -- what the tables say ---------------------------------------------------------------------------------------------


def value_of(endgame: Endgame, cells: int, bombs: int) -> int:
    """What the player to move gets, less what the other one gets, when these cells are empty and these bombs unused."""
    assert endgame.now.bombs == len(endgame.starts), "the tables are not complete"
    all_cells = (1 << len(endgame.units)) - 1
    left = living(endgame.bombs, cells, bombs)
    return int(endgame.values[_place(endgame.bombs, endgame.starts, all_cells, cells, left)])


def turn_values(endgame: Endgame, cells: int, bombs: int) -> dict[int, int]:
    """The value of each turn in this position."""
    count = len(endgame.units)
    values = {}
    for cell, masks in enumerate(endgame.units):
        if cells >> cell & 1:
            gain = POINTS[sum(int(mask) & cells == 1 << cell for mask in masks)]
            values[cell] = int(gain) - value_of(endgame, cells & ~(1 << cell), bombs)
    for bomb in range(len(endgame.bombs)):
        if living(endgame.bombs, cells, bombs) >> bomb & 1:
            values[count + bomb] = -value_of(endgame, cells, bombs & ~(1 << bomb))
    return values


def best_line(endgame: Endgame, cells: int, bombs: int) -> list[int]:
    """The turns of a game in which both play their best; the first of several."""
    count = len(endgame.units)
    line = []
    while cells:
        values = turn_values(endgame, cells, bombs)
        turn = max(values, key=values.__getitem__)
        line.append(turn)
        if turn < count:
            cells &= ~(1 << turn)
        else:
            bombs &= ~(1 << turn - count)
    return line
