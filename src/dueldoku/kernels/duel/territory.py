"""Alpha-beta over cells for games with territories, bombs included: a value for the best move at any time.

It is searched to depth 1, 2, 3, ...; each depth tries first what was best before, the others only to see that they are
no better (a window of one, and less deep the later they come), and again in full if they seem to be. It stops at any
node and goes on later.

A value is in hundredths of points: what the player to move gets from there on, less what the other one gets. It is
*sure* if it rests on no estimate, that is if all lines that matter were searched to the end of the game. A hash table
keeps values by what matters for the rest of the game: the empty cells, who may fill which of them, the bombs that live
and whose turn it is. A player who is stuck is passed over.

The bombs are those of the position that the search starts from; each lives until a cell that it needs is filled, as
``bombs`` explains. With several solutions that is an estimate as well: some digits become bombs later.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dueldoku.board.geometry import Geometry
from dueldoku.board.move import Move
from dueldoku.kernels.base.bits import lowest
from dueldoku.kernels.base.jit import lean
from dueldoku.kernels.duel.play import POINTS
from dueldoku.kernels.duel.terrain import (
    EMPTY,
    FEATURES,
    ONE,
    REACH,
    ROOM,
    ZERO,
    Ground,
    alone,
    gain_at,
    has,
    look,
    mask_of,
    may_move,
    place_of,
    terrain_of,
)

POINT = 100  # what a point is worth in values
INF = 32_000
FAR = 30_000  # no value is beyond
MOST_BOMBS = 62  # their sets are masks of 64 bits
QUICK = 1 << 12  # ranks of moves: what history can add
EXACT, AT_LEAST, AT_MOST = range(3)  # what a value of the hash table is
FULL, SCOUT, SHORT = range(3)  # how the move under way is tried: in full, to see if it is better, that and less deep
PLY, NODES, MARGIN, REDUCE, ALONE = range(5)  # places in ``counts``
# Places in a ply: who moves, the plies to go, how many moves there are and which comes next (-1 before they are
# listed), the best value and its move, the window, alpha as it was at first, the hash, the empty cells, the living
# bombs, whether the value is sure, and how the move under way is tried.
SIDE, DEPTH, SIZE, NEXT, BEST, CHOICE, ALPHA, BETA, FLOOR, HASH, CELLS, BOMBS, SURE, MODE, WIDTH = range(15)
RANK, TURN, GAIN = range(3)  # places in a move; a turn is a place to fill, or ``places`` + a bomb


class Search(NamedTuple):
    """A search under way."""

    ground: Ground
    weights: NDArray[np.int64]  # empty cells -> what the features are worth
    values: NDArray[np.int64]  # turn -> its value; at most that, if it is worse than the best by the margin or more
    random: NDArray[np.int64]  # place, who can reach it -> its part in the hash
    keys: NDArray[np.int64]  # hash -> position,
    known: NDArray[
        np.int64
    ]  # and how deep it was searched, whether it is sure, the kind of value, the best turn, value
    history: NDArray[np.int64]  # player, turn -> how often it was good
    killers: NDArray[np.int64]  # ply -> the last two turns that were too good
    plies: NDArray[np.int64]  # ply, place -> number
    moves: NDArray[np.int64]  # ply, move -> rank, turn, gain
    counts: NDArray[np.int64]


def search_of(
    geometry: Geometry,
    values: Sequence[int],
    reach: Sequence[Sequence[int]],
    turn: int,
    weights: NDArray[np.int64],
    bombs: Mapping[Move, Collection[int]] | None = None,
    *,
    doubts: int = 0,
    margin: int = 0,
    reduce: int = 3,
    deepest: int = 64,
    entries: int = 1 << 20,
) -> Search:
    """A search from this position with player ``turn`` (1 or 2) to move, for ``start`` to begin with.

    ``weights`` has a row for each number of empty cells. ``bombs`` are the living ones with the cells that they need,
    ``doubts`` is how many digits may become bombs later. Moves worse than the best by more than ``margin`` may get a
    value that is too good. ``reduce``: how many moves are tried before others are searched less deep, 0 for never. The
    hash table has so many ``entries``, a power of two, of 16 bytes.
    """
    bombs = bombs or {}
    assert len(bombs) <= MOST_BOMBS
    terrain, draw = terrain_of(geometry), Random(0).getrandbits
    size, words = terrain.around.shape
    free = [cell for cell, value in enumerate(values) if not value]
    plies = min(deepest, len(free) + len(bombs)) + 1
    masks = np.zeros((plies + 1, 3, words), np.uint64)
    masks[0, EMPTY] = mask_of(geometry, free)
    for player in range(2):
        masks[0, REACH + player] = mask_of(geometry, (cell for cell in free if reach[player][cell]))
    left = np.array([sum(not values[cell] for cell in unit) for unit in geometry.units], np.int64)
    kills = np.zeros(size, np.int64)
    for bomb, needs in enumerate(bombs.values()):
        for cell in needs:
            kills[place_of(geometry, cell)] |= 1 << bomb
    homes = np.array([place_of(geometry, geometry.cell_of(move)) for move in bombs], np.int64)
    ground = Ground(
        terrain,
        masks,
        left,
        kills,
        homes,
        doubts,
        np.zeros((ROOM, words), np.uint64),
        np.zeros((len(left), 2), np.int64),
        np.zeros(len(left), np.int64),
        np.zeros(FEATURES, np.int64),
    )
    search = Search(
        ground,
        weights,
        np.zeros(size + len(bombs), np.int64),
        np.array([[draw(62) for _ in range(4)] for _ in range(size + len(bombs) + 1)], np.int64),
        np.zeros(entries, np.int64),
        np.zeros(entries, np.int64),
        np.zeros((2, size + len(bombs)), np.int64),
        np.full((plies + 1, 2), -1, np.int64),
        np.zeros((plies + 1, WIDTH), np.int64),
        np.empty((plies, len(free) + len(bombs) + 1, 3), np.int64),
        np.array([0, 0, margin, reduce, 0], np.int64),
    )
    search.counts[ALONE] = not may_move(masks[0], 2 - turn)
    root = search.plies[0]
    root[SIDE], root[CELLS], root[BOMBS] = turn - 1, len(free), (1 << len(bombs)) - 1
    return search


@lean
def start(search: Any, depth: Any) -> None:
    """Begin a search of so many plies, 1 or more. The search before has to be complete; the nodes count on."""
    search.counts[PLY] = 0
    search.plies[0, DEPTH] = depth
    _enter(search, 0, -INF, INF)


@lean
def _enter(search: Any, ply: Any, alpha: Any, beta: Any) -> None:
    here = search.plies[ply]
    here[ALPHA] = here[FLOOR] = alpha
    here[BETA] = beta
    here[BEST] = -INF
    here[CHOICE] = -1
    here[NEXT] = -1
    here[SURE] = 1


# -- a node ----------------------------------------------------------------------------------------------------------


@lean
def estimate(search: Any, ply: Any) -> Any:
    """What a glance at the position of this ply says."""
    ground, here = search.ground, search.plies[ply]
    look(ground, ply, here[SIDE], here[CELLS], here[BOMBS])
    weights, value = search.weights[here[CELLS]], 0
    for feature in range(FEATURES):
        value += ground.features[feature] * weights[feature]
    return max(-FAR, min(FAR, value))


@lean
def _is_settled(search: Any, ply: Any) -> Any:
    """Whether the value of this node is known without a search."""
    ground, here = search.ground, search.plies[ply]
    if not may_move(ground.masks[ply], here[SIDE]):  # then nobody can
        here[BEST] = 0
        return True
    is_last = here[DEPTH] <= 0 or ply == search.moves.shape[0]
    is_alone = not may_move(ground.masks[ply], 1 - here[SIDE])
    if is_alone and (is_last or (here[DEPTH] < here[CELLS] and not search.counts[ALONE])):  # or it takes too long
        here[BEST] = POINT * alone(ground, ply)
        here[SURE] = 0
        return True
    if is_last:
        here[BEST] = estimate(search, ply)
        here[SURE] = 0
    return is_last


@lean
def _recall(search: Any, ply: Any) -> Any:
    """Whether the hash table has the value of this node; at least it may know the best turn."""
    here = search.plies[ply]
    slot = here[HASH] & search.keys.size - 2
    if search.keys[slot] != here[HASH]:
        slot += 1
        if search.keys[slot] != here[HASH]:
            return False
    entry = search.known[slot]
    value, kind, sure = (entry & 0xFFFF) - INF, entry >> 32 & 3, entry >> 34 & 1
    here[CHOICE] = (entry >> 16 & 0xFFFF) - 1
    if ply == 0 or (entry >> 35 < here[DEPTH] and not sure):
        return False
    if kind == EXACT or (kind == AT_LEAST and value >= here[BETA]) or (kind == AT_MOST and value <= here[ALPHA]):
        here[BEST] = value
        here[SURE] = sure
        return True
    return False


@lean
def _remember(search: Any, ply: Any) -> None:
    """Write the value into the hash table: over one that was not searched deeper, or else into the second place."""
    here = search.plies[ply]
    best, depth = here[BEST], here[DEPTH]
    slot = here[HASH] & search.keys.size - 2
    if search.keys[slot] != here[HASH] and search.known[slot] >> 35 > depth:
        slot += 1
    kind = AT_MOST if best <= here[FLOOR] else AT_LEAST if best >= here[BETA] else EXACT
    search.keys[slot] = here[HASH]
    search.known[slot] = depth << 35 | here[SURE] << 34 | kind << 32 | (here[CHOICE] + 1) << 16 | best + INF


@lean
def _rank(search: Any, ply: Any, turn: Any, gain: Any) -> Any:
    """How early to try a turn: most points, opening least; among equals what was good elsewhere."""
    here, killers, opened = search.plies[ply], search.killers[ply], 0
    if turn == here[CHOICE]:
        return INF * QUICK
    if turn < search.ground.kills.size:
        row, col, block = search.ground.terrain.units[turn]
        left = search.ground.left
        opened = int(left[row] == 2) + int(left[col] == 2) + int(left[block] == 2)
    rank = (gain - POINTS[opened]) * QUICK + search.history[here[SIDE], turn]
    return rank + QUICK // 2 if turn == killers[0] or turn == killers[1] else rank


@lean
def _list(search: Any, ply: Any, turn: Any, gain: Any) -> None:
    move = search.moves[ply, search.plies[ply, SIZE]]
    move[RANK] = _rank(search, ply, turn, gain)
    move[TURN] = turn
    move[GAIN] = gain
    search.plies[ply, SIZE] += 1


@lean
def _open(search: Any, ply: Any) -> Any:
    """List the moves of this ply; whether its value is known without."""
    if _is_settled(search, ply) or _recall(search, ply):
        return True
    here, ground = search.plies[ply], search.ground
    here[NEXT] = here[SIZE] = 0
    masks, side = ground.masks[ply], here[SIDE]
    for word in range(masks.shape[1]):
        mask = masks[EMPTY, word] & masks[REACH + side, word]
        while mask != ZERO:
            place = (word << 6) + lowest(mask)
            mask &= mask - ONE
            _list(search, ply, place, gain_at(ground, place))
    bombs = here[BOMBS] if may_move(masks, 1 - side) else 0
    while bombs:
        bomb = lowest(np.uint64(bombs))
        bombs &= bombs - 1
        if has(masks[REACH + side], ground.homes[bomb]):
            _list(search, ply, ground.kills.size + bomb, 0)
    return False


# -- from node to node -----------------------------------------------------------------------------------------------


@lean
def _descend(search: Any, ply: Any) -> Any:
    """Make the best move that is left; whether there was one, and it matters."""
    here, moves = search.plies[ply], search.moves[ply]
    size, child = here[SIZE], here[NEXT]
    if child == size or here[BEST] >= here[BETA]:
        return False
    for other in range(child + 1, size):
        if moves[other, RANK] > moves[child, RANK]:
            for i in range(3):
                moves[child, i], moves[other, i] = moves[other, i], moves[child, i]
    here[NEXT] += 1
    reduce = search.counts[REDUCE]
    here[MODE] = FULL if child == 0 else SCOUT
    if reduce and child >= reduce and ply > 0 and here[DEPTH] > 2 and moves[child, GAIN] == 0:
        here[MODE] = SHORT
    _dive(search, ply)
    return True


@lean
def _dive(search: Any, ply: Any) -> None:
    """Make the move under way, and begin with the node that it leads to."""
    here, below = search.plies[ply], search.plies[ply + 1]
    move = search.moves[ply, here[NEXT] - 1]
    if move[TURN] < search.ground.kills.size:
        _fill(search, ply, move[TURN])
    else:
        _use(search, ply, move[TURN])
    side, gain = here[SIDE], POINT * move[GAIN]
    below[SIDE] = 1 - side if may_move(search.ground.masks[ply + 1], 1 - side) else side
    below[DEPTH] = here[DEPTH] - (2 if here[MODE] == SHORT else 1)
    alpha, beta = here[ALPHA], here[BETA] if here[MODE] == FULL else here[ALPHA] + 1
    search.counts[PLY] = ply + 1
    if below[SIDE] == side:
        _enter(search, ply + 1, alpha - gain, beta - gain)
    else:
        below[HASH] ^= search.random[search.random.shape[0] - 1, 0]
        _enter(search, ply + 1, gain - beta, gain - alpha)


@lean
def _fill(search: Any, ply: Any, place: Any) -> None:
    """Write the position after filling the cell into the next ply."""
    ground, here, below, random = search.ground, search.plies[ply], search.plies[ply + 1], search.random
    masks, after, side = ground.masks[ply], ground.masks[ply + 1], here[SIDE]
    mine, his = REACH + side, REACH + 1 - side
    hash = here[HASH] ^ random[place, 1 << side | int(has(masks[his], place)) << 1 - side]
    for word in range(masks.shape[1]):
        after[EMPTY, word] = masks[EMPTY, word]
        after[his, word] = masks[his, word]
    after[EMPTY, place >> 6] &= ~(ONE << np.uint64(place & 63))
    for word in range(masks.shape[1]):
        new = ground.terrain.around[place, word] & after[EMPTY, word] & ~masks[mine, word]
        after[mine, word] = masks[mine, word] | new
        while new != ZERO:
            near = (word << 6) + lowest(new)
            new &= new - ONE
            before = int(has(masks[his], near)) << 1 - side
            hash ^= random[near, before] ^ random[near, before | 1 << side]
    for i in range(3):
        ground.left[ground.terrain.units[place, i]] -= 1
    dead = here[BOMBS] & ground.kills[place]
    below[HASH] = hash
    below[CELLS] = here[CELLS] - 1
    below[BOMBS] = here[BOMBS] & ~dead
    while dead:
        below[HASH] ^= random[ground.kills.size + lowest(np.uint64(dead)), 0]
        dead &= dead - 1


@lean
def _use(search: Any, ply: Any, turn: Any) -> None:
    """Write the position after using a bomb into the next ply."""
    ground, here, below = search.ground, search.plies[ply], search.plies[ply + 1]
    for i in range(3):
        for word in range(ground.masks.shape[2]):
            ground.masks[ply + 1, i, word] = ground.masks[ply, i, word]
    below[HASH] = here[HASH] ^ search.random[turn, 0]
    below[CELLS] = here[CELLS]
    below[BOMBS] = here[BOMBS] & ~(1 << turn - ground.kills.size)


@lean
def _ascend(search: Any, ply: Any) -> None:
    """Take back the move that led to this ply, and give its value to the ply above, or try it again in full."""
    below = search.plies[ply]
    if below[NEXT] >= 0:  # it was searched, not just looked up
        _remember(search, ply)
    ply -= 1
    here = search.plies[ply]
    search.counts[PLY] = ply
    move = search.moves[ply, here[NEXT] - 1]
    if move[TURN] < search.ground.kills.size:
        for i in range(3):
            search.ground.left[search.ground.terrain.units[move[TURN], i]] += 1
    value = POINT * move[GAIN] + (below[BEST] if below[SIDE] == here[SIDE] else -below[BEST])
    if here[MODE] == SHORT and value > here[ALPHA] and not below[SURE]:
        here[MODE] = SCOUT
        _dive(search, ply)
    elif here[MODE] != FULL and here[ALPHA] < value < here[BETA]:
        here[MODE] = FULL
        _dive(search, ply)
    else:
        _take(search, ply, move[TURN], value, below[SURE])


@lean
def _take(search: Any, ply: Any, turn: Any, value: Any, sure: Any) -> None:
    """Note the value of the move under way."""
    here = search.plies[ply]
    here[SURE] = sure if value >= here[BETA] else here[SURE] & sure
    if ply == 0:
        search.values[turn] = value
    if value > here[BEST]:
        here[BEST] = value
        here[CHOICE] = turn
        here[ALPHA] = max(here[ALPHA], value - (search.counts[MARGIN] if ply == 0 else 0))
    if value >= here[BETA]:
        _praise(search, ply, turn)


@lean
def _praise(search: Any, ply: Any, turn: Any) -> None:
    """Have the turn that was too good tried early elsewhere."""
    here, killers, history = search.plies[ply], search.killers[ply], search.history
    if killers[0] != turn:
        killers[1] = killers[0]
        killers[0] = turn
    history[here[SIDE], turn] += here[DEPTH] * here[DEPTH]
    if history[here[SIDE], turn] >= QUICK // 2:
        for side in range(2):
            for other in range(history.shape[1]):
                history[side, other] >>= 1


@lean
def proceed(search: Any, most_nodes: Any) -> Any:
    """Go on for at most so many nodes; whether the search is complete, and the root has the values of its depth."""
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
                _remember(search, 0)
                return True
            _ascend(search, ply)
