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

    ply        0              1               2
    masks      the position before the move, in ``terrain.Scene``: a row for each ply
    window     (-inf, inf)    (-120, -119)    as the player to move sees it, in hundredths of points
    mode       SCOUT          FULL            how the move under way is tried
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dueldoku.board.geometry import Geometry
from dueldoku.board.move import Move
from dueldoku.kernels.base.bits import ONE, ZERO, has, lowest
from dueldoku.kernels.base.jit import lean, lean_part
from dueldoku.kernels.base.records import Lists, Rows, lists, record, rows
from dueldoku.kernels.duel import outlook, resumable
from dueldoku.kernels.duel.outlook import Network
from dueldoku.kernels.duel.play import POINTS, units_with
from dueldoku.kernels.duel.resumable import Remembered, SearchMove, SearchState, Window, table_of
from dueldoku.kernels.duel.terrain import Features, Scene, alone, gain_at, look, may_move, scene_of

POINT = 100  # what a point is worth in values
INF = 32_000
FAR = 30_000  # no value is beyond
DEEPEST = 64  # plies
MOST_BOMBS = 62  # their sets are masks of 64 bits
QUICK = 1 << 12  # ranks of moves: what history can add
FULL, SCOUT, SHORT = range(3)  # how the move under way is tried: in full, to see if it is better, that and less deep


class TerritoryState(SearchState):
    """Where a search stands, and how it is done."""

    margin: int  # within which of the best one moves get their exact value
    reduce: int  # how many moves are tried before others are searched less deep; 0: never
    is_alone: int  # whether one player is stuck from the start


class TerritoryPly(Window):
    """A ply under way. A turn is a place to fill, or the number of places + a bomb."""

    side: int  # who moves
    depth: int  # plies to go
    cells: int  # how many are empty
    bombs: int  # those that live
    is_sure: int  # whether the value rests on no estimate
    mode: int  # how the move under way is tried
    killer: int  # the last turn that was too good here,
    killer_before: int  # and the one before


class TerritoryMove(SearchMove):
    """A move that is listed."""

    turn: int
    gain: int


class TerritorySearch(NamedTuple):
    """A search under way."""

    scene: Scene
    weights: Rows[Features]  # empty cells -> what the features are worth
    network: Network  # what was learned beyond that, if it has nodes
    values: NDArray[np.int64]  # turn -> its value; at most that, if it is worse than the best by the margin or more
    random: NDArray[np.int64]  # turn, who can reach it -> its part in the hash; the last one: who moves
    table: Rows[Remembered]
    history: NDArray[np.int64]  # player, turn -> how often it was good
    plies: Rows[TerritoryPly]
    moves: Lists[TerritoryMove]  # of each ply
    now: TerritoryState


def search_of(
    geometry: Geometry,
    values: Sequence[int],
    reach: Sequence[Sequence[int]],
    turn: int,
    weights: Rows[Features],
    bombs: Mapping[Move, Collection[int]] | None = None,
    *,
    doubts: int = 0,
    margin: int = 0,
    reduce: int = 3,
    entries: int = 1 << 20,
    network: Network = outlook.NONE,
) -> TerritorySearch:
    """A search from this position with player ``turn`` (1 or 2) to move, for ``start`` to begin with.

    ``weights`` has a row for each number of empty cells. ``bombs`` are the living ones with the cells that they need,
    ``doubts`` is how many digits may become bombs later. Moves worse than the best by more than ``margin`` may get a
    value that is too good. ``reduce``: how many moves are tried before others are searched less deep, 0 for never. The
    hash table has so many ``entries``, a power of two, of 16 bytes. A ``network`` corrects the weights.
    """
    bombs = bombs or {}
    assert len(bombs) <= MOST_BOMBS
    free = values.count(0)
    plies = min(DEEPEST, free + len(bombs)) + 1
    scene = scene_of(geometry, values, reach, bombs, doubts, plies)
    turns, draw = scene.kills.size + len(bombs), Random(0).getrandbits
    is_alone = not (scene.empty[0] & scene.reach[0, 2 - turn]).any()
    search = TerritorySearch(
        scene=scene,
        weights=weights,
        network=network,
        values=np.zeros(turns, np.int64),
        random=np.array([[draw(62) for _ in range(4)] for _ in range(turns + 1)], np.int64),
        table=table_of(entries),
        history=np.zeros((2, turns), np.int64),
        plies=rows(TerritoryPly, plies + 1),
        moves=lists(TerritoryMove, plies, free + len(bombs) + 1),
        now=record(TerritoryState, margin=margin, reduce=reduce, is_alone=is_alone),
    )
    for ply in search.plies:
        ply.killer = ply.killer_before = -1
    root = search.plies[0]
    root.side, root.cells, root.bombs = turn - 1, free, (1 << len(bombs)) - 1
    return search


@lean
def start(search: TerritorySearch, depth: int) -> None:
    """Begin a search of so many plies, 1 or more. The search before has to be complete; the nodes count on."""
    search.plies[0].depth = depth
    _enter(search, 0, -INF, INF)


@lean_part
def _enter(search: TerritorySearch, ply: int, alpha: int, beta: int) -> None:
    resumable.enter(search, ply)
    here = search.plies[ply]
    resumable.set_window(here, alpha, beta, -INF)
    here.choice, here.is_sure = -1, 1


# -- a node ----------------------------------------------------------------------------------------------------------


@lean_part
def estimate(search: TerritorySearch, ply: int) -> int:
    """What a glance at the position of this ply says."""
    here, seen = search.plies[ply], search.scene.features
    look(search.scene, ply, here.side, here.cells, here.bombs)
    weight = search.weights[here.cells]
    value = seen.hot * weight.hot + seen.sooner * weight.sooner + seen.only * weight.only + seen.units * weight.units
    value += seen.parity * weight.parity + seen.spare * weight.spare + seen.turn * weight.turn
    if search.network.nodes.size:
        value += outlook.judge(search.network, search.scene, ply, here.side, here.cells, here.bombs)
    return max(-FAR, min(FAR, value))


@lean_part
def _is_settled(search: TerritorySearch, ply: int) -> bool:
    """Whether the value of this node is known without a search."""
    scene, here = search.scene, search.plies[ply]
    if not may_move(scene, ply, here.side):  # then nobody can
        here.best = 0
        return True
    is_last = here.depth <= 0 or ply == len(search.moves)
    is_alone = not may_move(scene, ply, 1 - here.side)
    if is_alone and (is_last or (here.depth < here.cells and not search.now.is_alone)):  # or it takes too long
        here.best = POINT * alone(scene, ply)
        here.is_sure = 0
        return True
    if is_last:
        here.best = estimate(search, ply)
        here.is_sure = 0
    return is_last


@lean_part
def _recall(search: TerritorySearch, ply: int) -> bool:
    """Whether the hash table has the value of this node; at least it may know the best turn."""
    here, table = search.plies[ply], search.table
    slot = here.hash & len(table) - 2
    if table[slot].hash != here.hash:
        slot += 1
        if table[slot].hash != here.hash:
            return False
    entry = table[slot]
    here.choice = entry.choice
    if ply == 0 or (entry.depth < here.depth and not entry.is_sure) or not resumable.settle(here, entry):
        return False
    here.is_sure = entry.is_sure
    return True


@lean_part
def _close(search: TerritorySearch, ply: int) -> None:
    """Remember the value of this ply, unless it was just looked up.

    It goes over one that was not searched deeper, or else into the second place.
    """
    here, table = search.plies[ply], search.table
    if ply > 0 and here.next < 0:
        return
    slot = here.hash & len(table) - 2
    if table[slot].hash != here.hash and table[slot].depth > here.depth:
        slot += 1
    resumable.remember(here, table[slot], here.depth, here.is_sure)


@lean_part
def _rank(search: TerritorySearch, ply: int, turn: int, gain: int) -> int:
    """How early to try a turn: most points, opening least; among equals what was good elsewhere."""
    here, scene, opened = search.plies[ply], search.scene, 0
    if turn == here.choice:
        return INF * QUICK
    if turn < scene.kills.size:
        opened = units_with(scene.terrain.units, scene.left, turn, 2)
    rank = (gain - POINTS[opened]) * QUICK + search.history[here.side, turn]
    return rank + QUICK // 2 if turn == here.killer or turn == here.killer_before else rank


@lean_part
def _list(search: TerritorySearch, ply: int, turn: int, gain: int) -> None:
    move = search.moves[ply, search.plies[ply].count]
    move.rank, move.turn, move.gain = _rank(search, ply, turn, gain), turn, gain
    search.plies[ply].count += 1


@lean_part
def _open(search: TerritorySearch, ply: int) -> bool:
    """List the moves of this ply; whether its value is known without."""
    if _is_settled(search, ply) or _recall(search, ply):
        return True
    here, scene = search.plies[ply], search.scene
    here.next = here.count = 0
    for word in range(scene.empty.shape[1]):
        mask = scene.empty[ply, word] & scene.reach[ply, here.side, word]
        while mask != ZERO:
            place = (word << 6) + lowest(mask)
            mask &= mask - ONE
            _list(search, ply, place, gain_at(scene, place))
    bombs = here.bombs if may_move(scene, ply, 1 - here.side) else 0
    while bombs:
        bomb = lowest(np.uint64(bombs))
        bombs &= bombs - 1
        if has(scene.reach[ply, here.side], scene.homes[bomb]):
            _list(search, ply, scene.kills.size + bomb, 0)
    return False


# -- from node to node -----------------------------------------------------------------------------------------------


@lean_part
def _descend(search: TerritorySearch, ply: int) -> bool:
    """Make the best move that is left; whether there was one, and it matters."""
    here, reduce = search.plies[ply], search.now.reduce
    child = here.next
    if child == here.count or here.best >= here.beta:
        return False
    move = resumable.pick(here, search.moves[ply])
    here.mode = FULL if child == 0 else SCOUT
    if reduce and child >= reduce and ply > 0 and here.depth > 2 and move.gain == 0:
        here.mode = SHORT
    _dive(search, ply)
    return True


@lean_part
def _dive(search: TerritorySearch, ply: int) -> None:
    """Make the move under way, and begin with the node that it leads to."""
    here, below = search.plies[ply], search.plies[ply + 1]
    move = search.moves[ply, here.next - 1]
    if move.turn < search.scene.kills.size:
        _fill(search, ply, move.turn)
    else:
        _use(search, ply, move.turn)
    side, gain = here.side, POINT * move.gain
    below.side = 1 - side if may_move(search.scene, ply + 1, 1 - side) else side
    below.depth = here.depth - (2 if here.mode == SHORT else 1)
    alpha, beta = here.alpha, here.beta if here.mode == FULL else here.alpha + 1
    if below.side == side:
        _enter(search, ply + 1, alpha - gain, beta - gain)
    else:
        below.hash ^= search.random[search.random.shape[0] - 1, 0]
        _enter(search, ply + 1, gain - beta, gain - alpha)


@lean_part
def _fill(search: TerritorySearch, ply: int, place: int) -> None:
    """Write the position after filling the cell into the next ply."""
    scene, here, below, random = search.scene, search.plies[ply], search.plies[ply + 1], search.random
    empty, side, other = scene.empty[ply + 1], here.side, 1 - here.side
    mine, theirs = scene.reach[ply, side], scene.reach[ply, other]
    hash = here.hash ^ random[place, 1 << side | int(has(theirs, place)) << other]
    for word in range(empty.size):
        empty[word] = scene.empty[ply, word]
        scene.reach[ply + 1, other, word] = theirs[word]
    empty[place >> 6] &= ~(ONE << np.uint64(place & 63))
    for word in range(empty.size):
        new = scene.terrain.around[place, word] & empty[word] & ~mine[word]
        scene.reach[ply + 1, side, word] = mine[word] | new
        while new != ZERO:
            near = (word << 6) + lowest(new)
            new &= new - ONE
            before = int(has(theirs, near)) << other
            hash ^= random[near, before] ^ random[near, before | 1 << side]
    for i in range(3):
        scene.left[scene.terrain.units[place, i]] -= 1
    dead = here.bombs & scene.kills[place]
    below.cells = here.cells - 1
    below.bombs = here.bombs & ~dead
    while dead:
        hash ^= random[scene.kills.size + lowest(np.uint64(dead)), 0]
        dead &= dead - 1
    below.hash = hash


@lean_part
def _use(search: TerritorySearch, ply: int, turn: int) -> None:
    """Write the position after using a bomb into the next ply."""
    scene, here, below = search.scene, search.plies[ply], search.plies[ply + 1]
    for word in range(scene.empty.shape[1]):
        scene.empty[ply + 1, word] = scene.empty[ply, word]
        for player in range(2):
            scene.reach[ply + 1, player, word] = scene.reach[ply, player, word]
    below.hash = here.hash ^ search.random[turn, 0]
    below.cells = here.cells
    below.bombs = here.bombs & ~(1 << turn - scene.kills.size)


@lean_part
def _ascend(search: TerritorySearch, ply: int) -> None:
    """Take back the move under way, and note its value, or try it again in full."""
    here, below, scene = search.plies[ply], search.plies[ply + 1], search.scene
    move = search.moves[ply, here.next - 1]
    if move.turn < scene.kills.size:
        for i in range(3):
            scene.left[scene.terrain.units[move.turn, i]] += 1
    value = POINT * move.gain + (below.best if below.side == here.side else -below.best)
    if here.mode == SHORT and value > here.alpha and not below.is_sure:
        here.mode = SCOUT
        _dive(search, ply)
    elif here.mode != FULL and here.alpha < value < here.beta:
        here.mode = FULL
        _dive(search, ply)
    else:
        _take(search, ply, move.turn, value, below.is_sure)


@lean_part
def _take(search: TerritorySearch, ply: int, turn: int, value: int, is_sure: int) -> None:
    """Note the value of the move under way."""
    here = search.plies[ply]
    here.is_sure = is_sure if value >= here.beta else here.is_sure & is_sure
    if ply == 0:
        search.values[turn] = value
    if value > here.best:
        here.best = value
        here.choice = turn
        here.alpha = max(here.alpha, value - (search.now.margin if ply == 0 else 0))
    if value >= here.beta:
        _praise(search, ply, turn)


@lean_part
def _praise(search: TerritorySearch, ply: int, turn: int) -> None:
    """Have the turn that was too good tried early elsewhere."""
    here, history = search.plies[ply], search.history
    if here.killer != turn:
        here.killer, here.killer_before = turn, here.killer
    history[here.side, turn] += here.depth * here.depth
    if history[here.side, turn] >= QUICK // 2:
        for side in range(2):
            for other in range(history.shape[1]):
                history[side, other] >>= 1


@lean
def proceed(search: TerritorySearch, most_nodes: int) -> bool:
    """Go on for at most so many nodes; whether the search is complete, and the root has the values of its depth."""
    return resumable.proceed(search, most_nodes, _open, _descend, _close, _ascend)
