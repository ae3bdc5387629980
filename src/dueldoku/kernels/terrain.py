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
from dueldoku.kernels.bits import lowest, popcount
from dueldoku.kernels.duel import POINTS
from dueldoku.kernels.jit import lean

LARGEST = 62  # the side of boards that fit: a row is shifted by less than a word
EMPTY, REACH = 0, 1  # masks of a position: the empty cells, and from 1 on the players' reach
ZERO, ONE, WORD, TOP = np.uint64(0), np.uint64(1), np.uint64(64), np.uint64(63)
MINE, HIS, NEXT_MINE, NEXT_HIS, MIDDLE, RISKY, ROOM = range(7)  # rows of ``room``
# What a glance tells, each for the player to move less for the other one:
# points that can be had at once, in turn; cells that he gets to first, that only he can ever get to, that he may fill
# now; units that only he can complete; who makes the last move if all that is left belongs to both, and who has more
# moves to spare if not; the turn itself.
HOT, SOONER, ONLY, OPEN, UNITS, PARITY, SPARE, TURN, WHOLE, SAFE, SAFE_OPEN, SAFE_PARITY, FEATURES = range(13)


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
    masks, room, features = ground.masks[ply], ground.room, ground.features
    sooner, is_open, more = 0, 0, ZERO
    for word in range(masks.shape[1]):
        mine = masks[EMPTY, word] & masks[REACH + side, word]
        his = masks[EMPTY, word] & masks[REACH + 1 - side, word]
        room[MINE, word], room[HIS, word] = mine, his
        sooner += popcount(mine & ~his) - popcount(his & ~mine)
        is_open += popcount(mine) - popcount(his)
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
    features[SOONER], features[OPEN] = sooner, is_open


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
def _own_units(ground: Any, masks: Any, side: Any) -> None:
    """Units in which only the player to move can ever fill some cell, less those of the other one.

    As long as he keeps that cell, nobody else completes the unit.
    """
    room, lines, features, some, whole = ground.room, ground.terrain.lines, ground.features, 0, 0
    for word in range(lines.shape[1]):
        room[RISKY, word] = ZERO
    for unit in range(lines.shape[0]):
        if ground.left[unit] == 0:
            continue
        mine = his = both = ZERO
        for word in range(lines.shape[1]):
            line = lines[unit, word]
            mine |= line & room[MINE, word] & ~room[HIS, word]
            his |= line & room[HIS, word] & ~room[MINE, word]
            both |= line & room[HIS, word] & room[MINE, word]
            if ground.left[unit] <= 2:
                room[RISKY, word] |= line
        some += int(mine != ZERO) - int(his != ZERO)
        if both == ZERO:
            whole += int(his == ZERO) - int(mine == ZERO)
    features[UNITS], features[WHOLE] = some, whole
    safe, now, shared = 0, 0, 0
    for word in range(lines.shape[1]):
        good = masks[EMPTY, word] & ~room[RISKY, word]
        mine, his = good & room[MINE, word], good & room[HIS, word]
        safe += popcount(mine & ~his) - popcount(his & ~mine)
        shared += popcount(mine & his)
        now += popcount(good & masks[REACH + side, word]) - popcount(good & masks[REACH + 1 - side, word])
    features[SAFE], features[SAFE_OPEN] = safe, now
    features[SAFE_PARITY] = 1 if shared & 1 else -1


@lean
def look(ground: Any, ply: Any, side: Any, cells: Any, bombs: Any) -> None:
    """Write down the features of the position with so many empty cells and these living bombs."""
    features, room = ground.features, ground.room
    _flood(ground, ply, side)
    mine = his = both = 0
    for word in range(room.shape[1]):
        mine += popcount(room[MINE, word] & ~room[HIS, word])
        his += popcount(room[HIS, word] & ~room[MINE, word])
    features[ONLY] = mine - his
    _own_units(ground, ground.masks[ply], side)
    while bombs:
        place = ground.homes[lowest(np.uint64(bombs))]
        is_mine, is_his = has(room[MINE], place), has(room[HIS], place)
        both += is_mine and is_his
        mine += is_mine and not is_his
        his += is_his and not is_mine
        bombs &= bombs - 1
    features[SPARE] = int(mine > his) - int(his > mine)
    features[PARITY] = 0 if mine != his else 1 if cells & 1 or both & 1 else -1
    features[HOT] = _share_hot(ground, ply, side)
    features[TURN] = 1


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
