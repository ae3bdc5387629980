"""The ground that players with territories fight for, as masks, and what can be seen on it without searching.

Each cell has a *place*, a bit of a mask of one or more words. A row of N cells takes N + 1 places, so that no cell's
neighbour to the right is the first cell of the next row, and a whole mask is shifted to all its neighbours at once:

    place = row * (N + 1) + column        6x6: one word, 9x9: two, 16x16: five

A position is three masks: the empty cells, and those that each player may fill when they are empty, his *reach*.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dueldoku.board.geometry import Geometry
from dueldoku.kernels.base.bits import lowest, popcount
from dueldoku.kernels.base.jit import lean
from dueldoku.kernels.duel.play import POINTS

LARGEST = 62  # the side of boards that fit: a row is shifted by less than a word
EMPTY, REACH = 0, 1  # masks of a position: the empty cells, and from 1 on the players' reach
ZERO, ONE, WORD, TOP = np.uint64(0), np.uint64(1), np.uint64(64), np.uint64(63)
MINE, HIS, NEXT_MINE, NEXT_HIS, MIDDLE, ROOM = range(6)  # rows of ``room``
# What a glance tells, each for the player to move less for the other one:
# the points that can be had at once, in turn; the cells that he gets to first; those that only he can ever get to; the
# units in which he has such a cell; the last move, if both have as much to spare; more moves to spare; the turn itself.
HOT, SOONER, ONLY, UNITS, PARITY, SPARE, TURN, FEATURES = range(8)
CERTAIN = 64  # the last move, when no bomb can change it, counts a quarter of this


class Terrain(NamedTuple):
    """What follows from the shape of a board."""

    stride: np.uint64
    units: NDArray[np.uint64]  # place -> its row, column and block
    lines: NDArray[np.uint64]  # unit -> its places
    around: NDArray[np.uint64]  # place -> its neighbours


class Ground(NamedTuple):
    """A position for each ply of a search, and room for looking at one."""

    terrain: Terrain
    masks: NDArray[np.uint64]  # ply -> empty cells, reach of player 0, of player 1
    left: NDArray[np.int64]  # unit -> its empty cells, at the ply where the search is
    kills: NDArray[np.int64]  # place -> the bombs that need it empty
    homes: NDArray[np.int64]  # bomb -> its place
    doubts: int  # digits that may become bombs later
    room: NDArray[np.uint64]
    hot: NDArray[np.int64]  # cells that complete something: place, points
    claimed: NDArray[np.int64]  # for each unit
    features: NDArray[np.int64]


def place_of(geometry: Geometry, cell: int) -> int:
    """The place of a cell."""
    return cell + cell // geometry.side


@cache
def terrain_of(geometry: Geometry) -> Terrain:
    """The tables of these boards."""
    stride, size = geometry.side + 1, place_of(geometry, geometry.size - 1) + 1
    words = -(-size // 64)
    units, around = np.zeros((size, 3), np.uint64), np.zeros((size, words), np.uint64)
    lines = np.zeros((3 * geometry.side, words), np.uint64)
    for cell, numbers in enumerate(geometry.units_of):
        place = place_of(geometry, cell)
        units[place] = numbers
        around[place] = mask_of(geometry, geometry.neighbours[cell])
    for unit, cells in enumerate(geometry.units):
        lines[unit] = mask_of(geometry, cells)
    return Terrain(np.uint64(stride), units, lines, around)


def mask_of(geometry: Geometry, cells: Any) -> NDArray[np.uint64]:
    """These cells as a mask."""
    size = place_of(geometry, geometry.size - 1) + 1
    bits = sum(1 << place_of(geometry, cell) for cell in cells)
    return np.array([bits >> 64 * word & (1 << 64) - 1 for word in range(-(-size // 64))], np.uint64)


@lean
def has(mask: Any, place: Any) -> Any:
    """Whether the place is in the mask."""
    return mask[place >> 6] >> np.uint64(place & 63) & ONE != ZERO


@lean
def gain_at(ground: Any, place: Any) -> Any:
    """What filling the empty cell is worth."""
    row, col, block = ground.terrain.units[place]
    return POINTS[int(ground.left[row] == 1) + int(ground.left[col] == 1) + int(ground.left[block] == 1)]


@lean
def may_move(masks: Any, player: Any) -> Any:
    """Whether the player has a cell to fill."""
    cells = ZERO
    for word in range(masks.shape[1]):
        cells |= masks[EMPTY, word] & masks[REACH + player, word]
    return cells != ZERO


@lean
def _spread(source: Any, middle: Any, target: Any, stride: Any) -> None:
    """Add their neighbours to the places: first to the left and right, then the rows above and below."""
    words, back = source.size, WORD - stride
    for word in range(words):
        mask = source[word]
        mask |= mask << ONE | mask >> ONE
        if word > 0:
            mask |= source[word - 1] >> TOP
        if word + 1 < words:
            mask |= source[word + 1] << TOP
        middle[word] = mask
    for word in range(words):
        mask = middle[word]
        mask |= mask << stride | mask >> stride
        if word > 0:
            mask |= middle[word - 1] >> back
        if word + 1 < words:
            mask |= middle[word + 1] << back
        target[word] = mask


@lean
def _flood(ground: Any, ply: Any, side: Any) -> None:
    """See who gets where, and when, if each goes on alone. Leaves in ``room`` what each can ever fill."""
    masks, room = ground.masks[ply], ground.room
    sooner, more = 0, ZERO
    for word in range(masks.shape[1]):
        mine = masks[EMPTY, word] & masks[REACH + side, word]
        his = masks[EMPTY, word] & masks[REACH + 1 - side, word]
        room[MINE, word], room[HIS, word] = mine, his
        sooner += popcount(mine & ~his) - popcount(his & ~mine)
        more |= masks[EMPTY, word] & ~(mine & his)
    while more != ZERO:
        more = ZERO
        _spread(room[MINE], room[MIDDLE], room[NEXT_MINE], ground.terrain.stride)
        _spread(room[HIS], room[MIDDLE], room[NEXT_HIS], ground.terrain.stride)
        for word in range(masks.shape[1]):
            empty, seen_mine, seen_his = masks[EMPTY, word], room[MINE, word], room[HIS, word]
            mine, his = room[NEXT_MINE, word] & empty & ~seen_mine, room[NEXT_HIS, word] & empty & ~seen_his
            sooner += popcount(mine & ~(seen_his | his)) - popcount(his & ~(seen_mine | mine))
            room[MINE, word], room[HIS, word] = seen_mine | mine, seen_his | his
            more |= mine | his
    ground.features[SOONER] = sooner


@lean
def _find_hot(ground: Any, masks: Any) -> Any:
    """List the cells that complete units; returns how many there are."""
    hot, count = ground.hot, 0
    for unit in range(ground.left.size):
        if ground.left[unit] != 1:
            continue
        place = 0
        for word in range(masks.shape[1]):
            cell = ground.terrain.lines[unit, word] & masks[EMPTY, word]
            if cell != ZERO:
                place = (word << 6) + lowest(cell)
        is_new = True
        for i in range(count):
            if hot[i, 0] == place:
                is_new = False
        if is_new:
            hot[count, 0] = place
            hot[count, 1] = gain_at(ground, place)
            count += 1
    return count


@lean
def _share_hot(ground: Any, ply: Any, side: Any) -> Any:
    """What the player to move gets, less what the other one gets, when they complete units in turn, the best first."""
    masks, hot = ground.masks[ply], ground.hot
    count = _find_hot(ground, masks)
    value, player, idle = 0, side, 0
    while count and idle < 2:
        best = gain = 0
        for i in range(count):
            if hot[i, 1] > gain and has(masks[REACH + player], hot[i, 0]):
                best, gain = i, hot[i, 1]
        hot[best, 1] -= gain
        value += gain if player == side else -gain
        idle = 0 if gain else idle + 1
        player = 1 - player
    return value


@lean
def _own_units(ground: Any) -> Any:
    """Units in which only the player to move can ever fill some cell, less those of the other one.

    As long as he keeps that cell, nobody else completes the unit.
    """
    room, lines, value = ground.room, ground.terrain.lines, 0
    for unit in range(lines.shape[0]):
        if ground.left[unit] == 0:
            continue
        mine = his = ZERO
        for word in range(lines.shape[1]):
            mine |= lines[unit, word] & room[MINE, word] & ~room[HIS, word]
            his |= lines[unit, word] & room[HIS, word] & ~room[MINE, word]
        value += int(mine != ZERO) - int(his != ZERO)
    return value


@lean
def _see_tempo(ground: Any, only: Any, cells: Any, bombs: Any) -> None:
    """See who runs out of moves first: cells and bombs that only one player gets to are moves that he can spare.

    If both have the same, the last move goes to whoever has an odd number of cells before him, or an odd number of
    bombs; the more bombs there are, the less that tells.
    """
    room, features, both, spare = ground.room, ground.features, 0, 0
    while bombs:
        place = ground.homes[lowest(np.uint64(bombs))]
        bombs &= bombs - 1
        is_mine, is_his = has(room[MINE], place), has(room[HIS], place)
        both += int(is_mine and is_his)
        spare += int(is_mine) - int(is_his)
    sign = int(2 * only + spare > 0) - int(2 * only + spare < 0)
    features[SPARE] = 2 * sign if only else sign
    certainty = 0 if sign else CERTAIN // (4 + both + ground.doubts)
    features[PARITY] = certainty if cells & 1 or both & 1 else -certainty


@lean
def look(ground: Any, ply: Any, side: Any, cells: Any, bombs: Any) -> None:
    """Write down the features of the position with so many empty cells and these living bombs."""
    features, room = ground.features, ground.room
    _flood(ground, ply, side)
    mine = his = 0
    for word in range(room.shape[1]):
        mine += popcount(room[MINE, word] & ~room[HIS, word])
        his += popcount(room[HIS, word] & ~room[MINE, word])
    features[ONLY] = mine - his
    features[UNITS] = _own_units(ground) if mine or his else 0
    features[HOT] = _share_hot(ground, ply, side)
    features[TURN] = 1
    _see_tempo(ground, mine - his, cells, bombs)


@lean
def alone(ground: Any, ply: Any) -> Any:
    """About what a player gets who fills all the empty cells alone, in the order that suits him.

    Seen from the end: the last cell completes all its units, the one before those that the last one is not in, ...
    """
    empty, units, claimed = ground.masks[ply, EMPTY], ground.terrain.units, ground.claimed
    for unit in range(claimed.size):
        claimed[unit] = 0
    value = 0
    for most in range(3, 0, -1):
        for word in range(empty.size):
            mask = empty[word]
            while mask != ZERO:
                row, col, block = units[(word << 6) + lowest(mask)]
                mask &= mask - ONE
                if 3 - claimed[row] - claimed[col] - claimed[block] >= most:
                    claimed[row] = claimed[col] = claimed[block] = 1
                    value += POINTS[most]
    return value
