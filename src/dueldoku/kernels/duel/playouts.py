"""Games played to their end at random, from a node of a tree search (``mcts.py``).

There are three ways to do it, and a test holds that they agree with the rules:

    play_backwards   where every cell is open to both and nobody is greedy: the last turn is drawn first
    play_cells       cells are drawn until the board is full, some by the points that they score
    play_moves       moves are drawn until the player to move has none

Each returns by how much more player 0 scores than player 1 from there on.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dueldoku.kernels.base.bits import ONE, ZERO, lowest, popcount
from dueldoku.kernels.base.chance import draw
from dueldoku.kernels.base.jit import lean_part
from dueldoku.kernels.base.records import record
from dueldoku.kernels.duel import play as duel
from dueldoku.kernels.duel.play import POINTS, Play

Numbers = NDArray[np.int64]
FIFTEEN_BITS = 1 << 15  # chances are drawn in steps of 1 / FIFTEEN_BITS


class Reached:
    """Who searches, and how far they got."""

    player: int
    depth: int  # turns from the root to the deepest node
    stuck: int  # whether the way down led to a node that has lost its children


class PlayoutRoom(NamedTuple):
    """Room for one iteration of a search: its way down the tree, and the game to its end."""

    copy: Play  # the game to its end
    path: NDArray[np.int32]  # the nodes visited
    empty: NDArray[np.int32]  # the empty cells at the root
    cells: NDArray[np.int32]  # those in a playout
    place: NDArray[np.int32]  # cell -> where it stands in this list
    unit_masks: NDArray[np.uint64]  # cell -> its units; none with territories, or more units than bits
    last: NDArray[np.int32]  # unit -> all its empty cells, xor: if there is one, this is it
    ripe: NDArray[np.int32]  # the units that had one empty cell when last looked at
    keys: NDArray[np.uint64]  # a table of positions, and the nodes that stand for them
    owners: NDArray[np.int32]
    reached: Reached
    shares: tuple[int, ...] = ()  # not empty if there is such a table; its length is known when compiling


def room_for(play: Play, table: int = 0) -> PlayoutRoom:
    """Room to search from this position, with a table of so many positions."""
    units = play.used.size
    empty = np.flatnonzero(play.values == 0).astype(np.int32)
    has_masks = units <= 64 and play.field.neighbours[0, 0] < 0
    masks = (ONE << play.field.units.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    return PlayoutRoom(
        copy=duel.copy_of(play),
        path=np.zeros(len(play.trail) + 1, np.int32),
        empty=empty,
        cells=np.zeros(empty.size + 1, np.int32),
        place=np.zeros(play.values.size, np.int32),
        unit_masks=masks if has_masks else masks[:0],
        last=np.zeros(units, np.int32),
        ripe=np.zeros(units, np.int32),
        keys=np.zeros(table, np.uint64),
        owners=np.zeros(table, np.int32),
        reached=record(Reached, player=play.now.turn),
        shares=(1,) if table else (),
    )


@lean_part
def play_backwards(play: Play, room: PlayoutRoom, random: Numbers) -> int:
    """What ``play_cells`` returns where it may be used, in a fraction of its time.

    The players take turns to the end, and a unit is completed by the last of its cells. So the last turn is drawn
    first, then the one before, until every unit has been completed; what happens before that scores nothing.
    """
    lead, left = 0, _list_cells(play, room)
    open_mask = ZERO
    for unit in range(play.empty.size):
        open_mask |= np.uint64(play.empty[unit] > 0) << np.uint64(unit)
    sign = 1 if (play.now.turn + left) & 1 else -1  # player 0 has the last turn, or player 1
    while open_mask != ZERO:
        at = draw(random, left)
        left -= 1
        complete_mask = room.unit_masks[room.cells[at]] & open_mask
        room.cells[at] = room.cells[left]
        lead += sign * POINTS[popcount(complete_mask)]
        open_mask ^= complete_mask
        sign = -sign
    return lead


@lean_part
def play_cells(play: Play, greedy: float, stale: bool, room: PlayoutRoom, random: Numbers) -> int:
    """Fill the board of the copy to its end. ``greedy`` is how often the most points are taken, where there are some.

    With ``stale``, a mistake of a report, cells score by the counts where the playout began.
    """
    copy, lead = room.copy, 0
    duel.copy(play, copy)
    left = _list_cells(copy, room)
    chance = int(greedy * FIFTEEN_BITS)
    ripe = _list_ripe(copy, room) if chance > 0 else 0
    while not duel.is_over(copy):
        player = copy.now.turn
        cell = -1
        if chance == FIFTEEN_BITS or (chance > 0 and draw(random, FIFTEEN_BITS) < chance):
            cell, ripe = _most_points(copy, room, ripe)
        if cell < 0:
            cell = _random_cell(copy, room, random, left)
        gain = duel.mark(copy, cell)
        if stale:
            gain = duel.points(play, cell)
        lead += gain if player == 0 else -gain
        left -= 1
        at, moved = room.place[cell], room.cells[left]
        room.cells[at], room.place[moved] = moved, at
        if chance > 0:
            ripe = _ripen(copy, room, cell, ripe)
    return lead


@lean_part
def _list_cells(play: Play, room: PlayoutRoom) -> int:
    """List the empty cells; returns how many there are."""
    left = 0
    for k in range(room.empty.size):
        cell = room.empty[k]
        room.cells[left], room.place[cell] = cell, left
        left += play.values[cell] == 0
    return left


@lean_part
def _random_cell(copy: Play, room: PlayoutRoom, random: Numbers, left: int) -> int:
    """A cell that is open to the player to move, each as likely as the other."""
    while True:
        cell = room.cells[draw(random, left)]
        if copy.reach[copy.now.turn, cell] > 0:
            return cell


@lean_part
def _list_ripe(copy: Play, room: PlayoutRoom) -> int:
    """Find the last empty cells of all units; returns how many units have just one."""
    room.last[:] = 0
    for cell in range(copy.values.size):
        if copy.values[cell] == 0:
            for k in range(3):
                room.last[copy.field.units[cell, k]] ^= cell
    ripe = 0
    for unit in range(copy.empty.size):
        if copy.empty[unit] == 1:
            room.ripe[ripe] = unit
            ripe += 1
    return ripe


@lean_part
def _ripen(copy: Play, room: PlayoutRoom, cell: int, ripe: int) -> int:
    """Note that the cell was filled; returns how many units are listed now."""
    for k in range(3):
        unit = copy.field.units[cell, k]
        room.last[unit] ^= cell
        if copy.empty[unit] == 1:
            room.ripe[ripe] = unit
            ripe += 1
    return ripe


@lean_part
def _most_points(copy: Play, room: PlayoutRoom, ripe: int) -> tuple[int, int]:
    """The first cell that scores most for the player to move (-1: none does), and how many units are still listed."""
    best, most = -1, 0
    at = 0
    while at < ripe:
        unit = room.ripe[at]
        if copy.empty[unit] == 0:
            ripe -= 1
            room.ripe[at] = room.ripe[ripe]
            continue
        at += 1
        cell = room.last[unit]
        gain = duel.points(copy, cell)
        if copy.reach[copy.now.turn, cell] > 0 and (gain > most or (gain == most and cell < best)):
            best, most = cell, gain
    return best, ripe


@lean_part
def play_moves(play: Play, allowed: NDArray[np.uint64], stale: bool, room: PlayoutRoom, random: Numbers) -> int:
    """Make random moves on the copy, of the digits allowed, until the player to move has none."""
    copy, lead = room.copy, 0
    duel.copy(play, copy)
    while True:
        count = 0
        for cell in range(copy.values.size):
            if duel.can_fill(copy, cell):
                count += popcount(duel.digits(copy, cell) & allowed[cell])
        if count == 0:
            return lead
        number = draw(random, count)
        cell = -1
        left = ZERO
        while number >= 0:
            cell += 1
            if duel.can_fill(copy, cell):
                left = duel.digits(copy, cell) & allowed[cell]
                number -= popcount(left)
        for _ in range(number + popcount(left)):
            left &= left - ONE
        player = copy.now.turn
        gain = duel.fill(copy, cell, lowest(left) + 1)
        if stale:
            gain = duel.points(play, cell)
        lead += gain if player == 0 else -gain
