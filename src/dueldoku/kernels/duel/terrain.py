"""The ground that players with territories fight for, as masks, and what can be seen on it without searching.

Each cell has a *place*, a bit of a mask of one or more words. A row of N cells takes N + 1 places, so that no cell's
neighbour to the right is the first cell of the next row, and a whole mask is shifted to all its neighbours at once:

    place = row * (N + 1) + column        6x6: one word, 9x9: two, 16x16: five

A position is three masks: the empty cells, and those that each player may fill when they are empty, their *reach*.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dueldoku.board.geometry import Geometry
from dueldoku.board.move import Move
from dueldoku.kernels.base.bits import ONE, ZERO, has, lowest, popcount
from dueldoku.kernels.base.jit import full_part, lean_part
from dueldoku.kernels.base.records import Rows, record, rows
from dueldoku.kernels.duel.play import POINTS, units_with

LARGEST = 62  # the side of boards that fit: a row is shifted by less than a word
WORD = np.uint64(64)
CERTAIN = 64  # the last move, when no bomb can change it, counts a quarter of this


class Features:
    """What a glance tells, each for the player to move less for the other one."""

    hot: int  # the points that can be had at once, in turn
    sooner: int  # the cells that a player gets to first
    only: int  # the cells that only one player can ever get to
    units: int  # the units with such a cell
    parity: int  # the last move, if both have as many moves to spare
    spare: int  # more moves to spare
    turn: int  # the turn itself: 1


class HotCell:
    """A cell that completes units."""

    place: int
    points: int


class Terrain(NamedTuple):
    """What follows from the shape of a board."""

    stride: np.uint64
    units: NDArray[np.uint64]  # place -> its row, column and block
    lines: NDArray[np.uint64]  # unit -> its places
    around: NDArray[np.uint64]  # place -> its neighbours


class Flood(NamedTuple):
    """What each player can get to, as masks: room for ``look``."""

    mine: NDArray[np.uint64]
    theirs: NDArray[np.uint64]
    next_mine: NDArray[np.uint64]
    next_theirs: NDArray[np.uint64]
    middle: NDArray[np.uint64]


class Scene(NamedTuple):
    """A position for each ply of a search, and room for looking at one."""

    terrain: Terrain
    empty: NDArray[np.uint64]  # ply -> the empty cells
    reach: NDArray[np.uint64]  # ply, player -> their reach
    left: NDArray[np.int64]  # unit -> its empty cells, at the ply where the search is
    kills: NDArray[np.int64]  # place -> the bombs that need it empty
    homes: NDArray[np.int64]  # bomb -> its place
    doubts: int  # digits that may become bombs later
    flood: Flood
    hot: Rows[HotCell]
    claimed: NDArray[np.int64]  # for each unit
    features: Features


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
    return Terrain(stride=np.uint64(stride), units=units, lines=lines, around=around)


def mask_of(geometry: Geometry, cells: Iterable[int]) -> NDArray[np.uint64]:
    """These cells as a mask."""
    size = place_of(geometry, geometry.size - 1) + 1
    bits = sum(1 << place_of(geometry, cell) for cell in cells)
    return np.array([bits >> 64 * word & (1 << 64) - 1 for word in range(-(-size // 64))], np.uint64)


def scene_of(
    geometry: Geometry,
    values: Sequence[int],
    reach: Sequence[Sequence[int]],
    bombs: Mapping[Move, Collection[int]],
    doubts: int,
    plies: int,
) -> Scene:
    """The position for the root, and room for so many plies below."""
    terrain = terrain_of(geometry)
    size, words = terrain.around.shape
    free = [cell for cell, value in enumerate(values) if not value]
    empty, reached = np.zeros((plies + 1, words), np.uint64), np.zeros((plies + 1, 2, words), np.uint64)
    empty[0] = mask_of(geometry, free)
    for player in range(2):
        reached[0, player] = mask_of(geometry, (cell for cell in free if reach[player][cell]))
    kills = np.zeros(size, np.int64)
    for bomb, needs in enumerate(bombs.values()):
        for cell in needs:
            kills[place_of(geometry, cell)] |= 1 << bomb
    left = np.array([sum(not values[cell] for cell in unit) for unit in geometry.units], np.int64)
    return Scene(
        terrain=terrain,
        empty=empty,
        reach=reached,
        left=left,
        kills=kills,
        homes=np.array([place_of(geometry, geometry.cell_of(move)) for move in bombs], np.int64),
        doubts=doubts,
        flood=Flood(*np.zeros((len(Flood._fields), words), np.uint64)),
        hot=rows(HotCell, len(left)),
        claimed=np.zeros(len(left), np.int64),
        features=record(Features),
    )


@full_part
def gain_at(scene: Scene, place: int) -> int:
    """What filling the empty cell is worth."""
    return POINTS[units_with(scene.terrain.units, scene.left, place, 1)]


@lean_part
def may_move(scene: Scene, ply: int, player: int) -> bool:
    """Whether the player has a cell to fill."""
    cells = ZERO
    for word in range(scene.empty.shape[1]):
        cells |= scene.empty[ply, word] & scene.reach[ply, player, word]
    return cells != ZERO


@lean_part
def _spread(source: NDArray[np.uint64], target: NDArray[np.uint64], shift: np.uint64) -> None:
    """Add to the places those that come so many before and after: 1 to the left and right, a row above and below."""
    words, back = source.size, WORD - shift
    for word in range(words):
        mask = source[word]
        mask |= mask << shift | mask >> shift
        if word > 0:
            mask |= source[word - 1] >> back
        if word + 1 < words:
            mask |= source[word + 1] << back
        target[word] = mask


@lean_part
def _flood(scene: Scene, ply: int, side: int) -> None:
    """See who gets where, and when, if each goes on alone. Leaves in ``flood`` what each can ever fill."""
    flood, stride = scene.flood, scene.terrain.stride
    sooner, more = 0, ZERO
    for word in range(flood.mine.size):
        empty = scene.empty[ply, word]
        mine, theirs = empty & scene.reach[ply, side, word], empty & scene.reach[ply, 1 - side, word]
        flood.mine[word], flood.theirs[word] = mine, theirs
        sooner += popcount(mine & ~theirs) - popcount(theirs & ~mine)
        more |= empty & ~(mine & theirs)
    while more != ZERO:
        more = ZERO
        _spread(flood.mine, flood.middle, ONE)
        _spread(flood.middle, flood.next_mine, stride)
        _spread(flood.theirs, flood.middle, ONE)
        _spread(flood.middle, flood.next_theirs, stride)
        for word in range(flood.mine.size):
            empty, seen_mine, seen_theirs = scene.empty[ply, word], flood.mine[word], flood.theirs[word]
            mine, theirs = flood.next_mine[word] & empty & ~seen_mine, flood.next_theirs[word] & empty & ~seen_theirs
            sooner += popcount(mine & ~(seen_theirs | theirs)) - popcount(theirs & ~(seen_mine | mine))
            flood.mine[word], flood.theirs[word] = seen_mine | mine, seen_theirs | theirs
            more |= mine | theirs
    scene.features.sooner = sooner


@lean_part
def _find_hot(scene: Scene, ply: int) -> int:
    """List the cells that complete units; returns how many there are."""
    hot, count = scene.hot, 0
    for unit in range(scene.left.size):
        if scene.left[unit] != 1:
            continue
        place = 0
        for word in range(scene.empty.shape[1]):
            cell = scene.terrain.lines[unit, word] & scene.empty[ply, word]
            if cell != ZERO:
                place = (word << 6) + lowest(cell)
        is_new = True
        for i in range(count):
            if hot[i].place == place:
                is_new = False
        if is_new:
            hot[count].place = place
            hot[count].points = gain_at(scene, place)
            count += 1
    return count


@lean_part
def _share_hot(scene: Scene, ply: int, side: int) -> int:
    """What the player to move gets, less what the other one gets, when they complete units in turn, the best first."""
    hot, count = scene.hot, _find_hot(scene, ply)
    value, player, idle = 0, side, 0
    while count and idle < 2:
        best = gain = 0
        for i in range(count):
            if hot[i].points > gain and has(scene.reach[ply, player], hot[i].place):
                best, gain = i, hot[i].points
        hot[best].points -= gain
        value += gain if player == side else -gain
        idle = 0 if gain else idle + 1
        player = 1 - player
    return value


@lean_part
def _own_units(scene: Scene) -> int:
    """Units in which only the player to move can ever fill some cell, less those of the other one.

    As long as a player keeps that cell, nobody else completes the unit.
    """
    flood, lines, value = scene.flood, scene.terrain.lines, 0
    for unit in range(lines.shape[0]):
        if scene.left[unit] == 0:
            continue
        mine = theirs = ZERO
        for word in range(lines.shape[1]):
            mine |= lines[unit, word] & flood.mine[word] & ~flood.theirs[word]
            theirs |= lines[unit, word] & flood.theirs[word] & ~flood.mine[word]
        value += int(mine != ZERO) - int(theirs != ZERO)
    return value


@lean_part
def _see_tempo(scene: Scene, only: int, cells: int, bombs: int) -> None:
    """See who runs out of moves first: cells and bombs that only one player gets to are moves to spare.

    If both have the same, the last move goes to the player to move if the number of cells is odd, or that of bombs; the
    more bombs there are, the less that tells.
    """
    flood, features, both, spare = scene.flood, scene.features, 0, 0
    while bombs:
        place = scene.homes[lowest(np.uint64(bombs))]
        bombs &= bombs - 1
        is_mine, is_theirs = has(flood.mine, place), has(flood.theirs, place)
        both += int(is_mine and is_theirs)
        spare += int(is_mine) - int(is_theirs)
    sign = int(2 * only + spare > 0) - int(2 * only + spare < 0)
    features.spare = 2 * sign if only else sign
    certainty = 0 if sign else CERTAIN // (4 + both + scene.doubts)
    features.parity = certainty if cells & 1 or both & 1 else -certainty


@lean_part
def look(scene: Scene, ply: int, side: int, cells: int, bombs: int) -> None:
    """Write down the features of the position with so many empty cells and these living bombs."""
    features, flood = scene.features, scene.flood
    _flood(scene, ply, side)
    mine = theirs = 0
    for word in range(flood.mine.size):
        mine += popcount(flood.mine[word] & ~flood.theirs[word])
        theirs += popcount(flood.theirs[word] & ~flood.mine[word])
    features.only = mine - theirs
    features.units = _own_units(scene) if mine or theirs else 0
    features.hot = _share_hot(scene, ply, side)
    features.turn = 1
    _see_tempo(scene, mine - theirs, cells, bombs)


@lean_part
def alone(scene: Scene, ply: int) -> int:
    """About what a player gets who fills all the empty cells alone, in the best order.

    Seen from the end: the last cell completes all its units, the one before those that the last one is not in, ...
    """
    units, claimed = scene.terrain.units, scene.claimed
    for unit in range(claimed.size):
        claimed[unit] = 0
    value = 0
    for most in range(3, 0, -1):
        for word in range(scene.empty.shape[1]):
            mask = scene.empty[ply, word]
            while mask != ZERO:
                row, col, block = units[(word << 6) + lowest(mask)]
                mask &= mask - ONE
                if 3 - claimed[row] - claimed[col] - claimed[block] >= most:
                    claimed[row] = claimed[col] = claimed[block] = 1
                    value += POINTS[most]
    return value
