"""Monte Carlo tree search (UCT) over the game in arrays.

The nodes of the tree lie in one pool. Node 0 is the root; the children of a node lie side by side, the more points
their moves score the earlier, and are tried in this order before any of them is visited again:

    node    0 | 1 2 3 | 4 5 | ...          first[0] = 1, children[0] = 3: the children of the root
            |   |                          first[2] = 4, children[2] = 2: the children of node 2
            root  tried[0] = 2: node 3 waits for its first visit

The visits and the value of a node are those of the move that leads to it, and the value counts for the player who made
this move: not always the other one than before, as a player who is stuck is skipped. One iteration goes down the tree,
adds at most one node's children, plays the game to its end at random (``playouts.py``), and counts the result on
its way back.

All random numbers come from a state of the caller's, so the same state makes the same tree.

With a table (``PlayoutRoom.shares``) nodes that stand for one position have the same children, and the tree becomes a
graph: what is known about a move counts in whatever order the moves before it were made.
"""

from __future__ import annotations

from math import log, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dueldoku.kernels.base.bits import ONE, ZERO, lowest, mix, popcount, signed
from dueldoku.kernels.base.chance import draw
from dueldoku.kernels.base.jit import lean, lean_part
from dueldoku.kernels.base.records import record
from dueldoku.kernels.duel import play as duel
from dueldoku.kernels.duel.play import POINTS, Play
from dueldoku.kernels.duel.playouts import Numbers, PlayoutRoom, play_backwards, play_cells, play_moves

DIGITS = 64  # a move is written as cell * DIGITS + digit - 1; a bomb as ~move, which is negative
GROWTH = 20_000
ANY = np.empty(0, np.uint64)
_PROBES = 16  # places of the table that are looked at; beyond them a position is not noted
_STUCK = 1 << 40
_ABOVE = 1 << 20  # any move and any lead, so that with it none is negative


SCORING, SHIFTED, BOARD = range(3)  # how children lie: those that score first, from a random cell on, as on the board

# What the reports did wrong, each a bit of ``Policy.mistakes``.
STALE, FLIPPED, TWICE, UNEVEN, CACHED = 1, 2, 4, 8, 16


class Policy(NamedTuple):
    """How to search."""

    c: float = 2.0  # the weight of exploring, in units of the value
    points: bool = False  # count the lead in points; else 1 for a win, 0.5 for a draw
    order: int = SCORING  # as on the board: the reports', where a node that gets children visits a random one first
    digits: bool = False  # playouts draw among moves and end when there is none; else among cells, to the last
    greedy: float = 0.0  # how often a playout takes the most points there are, where it could
    mistakes: int = 0


class Digits(NamedTuple):
    """What the search considers, as far as it is legal: for each cell, digits to fill in and digits that are bombs."""

    fills: NDArray[np.uint64]
    bombs: NDArray[np.uint64]


class Growth:
    """How large a tree is."""

    nodes: int


class Tree(NamedTuple):
    """The pool of nodes."""

    moves: NDArray[np.int32]
    visits: NDArray[np.int32]
    means: NDArray[np.float64]  # the mean value of the visits
    widths: NDArray[np.float64]  # 1 / sqrt(visits): how uncertain that is; the whole bound if that is cached
    first: NDArray[np.int32]
    children: NDArray[np.int32]  # how many there are, from ``first`` on; -1 if all were dropped
    tried: NDArray[np.int32]
    turns: NDArray[np.int8]  # who is to move at a node that has children: 0 or 1
    grown: Growth


def new_tree(capacity: int) -> Tree:
    """A tree that consists of its root, with room for ``capacity`` nodes."""
    tree = Tree(
        moves=np.empty(capacity, np.int32),
        visits=np.empty(capacity, np.int32),
        means=np.empty(capacity),
        widths=np.empty(capacity),
        first=np.empty(capacity, np.int32),
        children=np.empty(capacity, np.int32),
        tried=np.empty(capacity, np.int32),
        turns=np.empty(capacity, np.int8),
        grown=record(Growth),
    )
    clear(tree)
    return tree


def clear(tree: Tree) -> None:
    """Leave nothing but a root that was never visited."""
    tree.grown.nodes = 1
    for array in tree[:-1]:
        array[0] = 0


@lean
def search(
    tree: Tree, play: Play, digits: Digits, policy: Policy, room: PlayoutRoom, random: Numbers, iterations: int
) -> int:
    """Improve the tree of this position by so many iterations; returns how many were done. Playouts use no bombs.

    It ends early once the tree has grown by GROWTH nodes, which takes a millisecond or two: on large boards growing is
    slow, and comes in bursts. And it ends, ``reached.stuck``, at a node whose children were all dropped.
    """
    reached, player, stale = room.reached, room.reached.player, policy.mistakes & STALE != 0
    limit = tree.grown.nodes + GROWTH
    for done in range(iterations):
        if tree.grown.nodes > limit:
            return done
        again = _descend(tree, play, digits, policy, room, random)
        depth = play.now.length
        if again == _STUCK:
            reached.stuck = 1
            _ascend(tree, play, digits, room)
            return done
        reached.depth = max(reached.depth, depth)
        margin = play.scores[0] - play.scores[1] + again
        if policy.digits:
            margin += play_moves(play, digits.fills, stale, room, random)
        elif room.unit_masks.size > 0 and policy.greedy == 0.0 and not stale:
            margin += play_backwards(play, room, random)
        else:
            margin += play_cells(play, policy.greedy, stale, room, random)
        tree.visits[0] += 1
        for step in range(depth):
            parent, node = room.path[step], room.path[step + 1]
            _count(tree, parent, node, _worth(margin, tree.turns[parent], player, policy), policy)
        _ascend(tree, play, digits, room)
    return iterations


# -- in the tree -----------------------------------------------------------------------------------------------------


@lean_part
def _descend(tree: Tree, play: Play, digits: Digits, policy: Policy, room: PlayoutRoom, random: Numbers) -> int:
    """Make the moves that lead to the node where the next playout starts. A node gets children on its second visit.

    Returns the lead of player 0 in points that count ``TWICE``, the mistake of making the moves once more before the
    playout, but for that of a child that is new; and _STUCK if the way leads to a node whose children were all dropped.
    """
    node = 0
    room.path[0] = 0
    counted, again = policy.mistakes & TWICE != 0, 0
    while tree.visits[node] > 0:
        draws = False
        if tree.children[node] <= 0:
            if tree.children[node] < 0:
                return _STUCK
            size = tree.grown.nodes
            if not _expand(tree, node, play, digits, policy, room, random):
                break
            is_new = tree.grown.nodes > size
            if counted and is_new:
                again, counted = _counted_again(play), False
            draws = is_new and policy.order == BOARD
        if draws:
            node = tree.first[node] + draw(random, tree.children[node])
        else:
            node = _choose(tree, node, policy, len(room.shares) > 0)
        move = tree.moves[node]
        if move < 0:
            _switch(digits.bombs, move)
            duel.skip(play)
        else:
            duel.fill(play, move // DIGITS, move % DIGITS + 1)
        room.path[play.now.length] = node
    return _counted_again(play) if counted else again


@lean_part
def _ascend(tree: Tree, play: Play, digits: Digits, room: PlayoutRoom) -> None:
    """Take all moves back."""
    for step in range(play.now.length, 0, -1):
        if tree.moves[room.path[step]] < 0:
            _switch(digits.bombs, tree.moves[room.path[step]])
        duel.undo(play)


@lean_part
def _switch(bombs: NDArray[np.uint64], move: int) -> None:
    """Use a bomb up, or take that back."""
    bombs[~move // DIGITS] ^= ONE << np.uint64(~move % DIGITS)


@lean_part
def _choose(tree: Tree, node: int, policy: Policy, is_shared: bool) -> int:
    """The child to visit: the next one untried, or else the one with the highest upper confidence bound."""
    first, count = tree.first[node], tree.children[node]
    while tree.tried[node] < count:
        tree.tried[node] += 1
        if tree.visits[first + tree.tried[node] - 1] == 0:
            return first + tree.tried[node] - 1
    visits = tree.visits[node]
    if is_shared:  # other nodes led to these children, too
        visits = tree.visits[first : first + count].sum() + 1
    explore = policy.c * sqrt(log(visits))
    is_cached = policy.mistakes & CACHED != 0
    best, highest = first, -np.inf
    for child in range(first, first + count):
        bound = tree.widths[child] if is_cached else tree.means[child] + explore * tree.widths[child]
        if bound > highest:
            best, highest = child, bound
    return best


@lean_part
def _expand(
    tree: Tree, node: int, play: Play, digits: Digits, policy: Policy, room: PlayoutRoom, random: Numbers
) -> bool:
    """Give the node its children; returns whether there are any, and room for them."""
    first = end = tree.grown.nodes
    most, bomb = 0, -1
    tree.turns[node] = play.now.turn
    if len(room.shares) > 0:
        twin = _twin(tree, node, play, room)
        if twin != node:
            tree.first[node], tree.children[node], tree.tried[node] = tree.first[twin], tree.children[twin], 0
            return True
    # Equals come from a random cell on.
    shift = draw(random, room.empty.size) if policy.order != BOARD else 0
    for k in range(shift - room.empty.size, shift):
        cell = room.empty[k]
        if not duel.can_fill(play, cell):
            continue
        most = max(most, duel.points(play, cell))
        legal = duel.digits(play, cell)
        left = legal & digits.fills[cell]
        if end + popcount(left) >= tree.moves.size:  # with one place for a bomb
            return False
        while left != ZERO:
            tree.moves[end] = cell * DIGITS + lowest(left)
            end += 1
            left &= left - ONE
        if bomb < 0 and legal & digits.bombs[cell] != ZERO:
            bomb = cell * DIGITS + lowest(legal & digits.bombs[cell])
    front = _sort(tree.moves, first, end, play, most) if policy.order == SCORING else first
    if bomb >= 0:
        if front < end:
            tree.moves[end] = tree.moves[front]
        tree.moves[front] = ~bomb
        end += 1
    for child in range(first, end):
        tree.visits[child] = 0
        tree.means[child] = 0.0
        tree.children[child] = 0
    tree.first[node], tree.children[node], tree.tried[node] = first, end - first, 0
    tree.grown.nodes = end
    return end > first


@lean_part
def _twin(tree: Tree, node: int, play: Play, room: PlayoutRoom) -> int:
    """The node that stands for this position and has children; the node itself, which is noted, if there is none.

    A position is told by the moves that led to it, in any order, the lead, and whose turn it is. Who made the moves
    matters only where there are territories.
    """
    owned = play.field.neighbours[0, 0] >= 0
    key = np.uint64(2 * (play.scores[0] - play.scores[1] + _ABOVE) + play.now.turn)
    for step in range(play.now.length):
        move, player = tree.moves[room.path[step + 1]] + _ABOVE, play.trail[step].player
        key ^= mix(np.uint64(4 * move + 1 + player if owned else 4 * move))
    key = mix(key) | ONE  # 0 is an empty place
    at = signed(key % np.uint64(room.keys.size))
    for _ in range(_PROBES):
        if room.keys[at] == key and tree.children[room.owners[at]] > 0:
            return room.owners[at]
        if room.keys[at] == ZERO or room.keys[at] == key:
            room.keys[at], room.owners[at] = key, node
            return node
        at = (at + 1) % room.keys.size
    return node


@lean_part
def _sort(moves: NDArray[np.int32], first: int, end: int, play: Play, most: int) -> int:
    """Bring the moves that score to the front, the best first; returns where the others begin."""
    for units in range(POINTS.size - 1, 0, -1):
        for at in range(first, end if POINTS[units] <= most else first):
            if duel.points(play, moves[at] // DIGITS) == POINTS[units]:
                moves[first], moves[at] = moves[at], moves[first]
                first += 1
    return first


@lean_part
def _count(tree: Tree, parent: int, node: int, worth: float, policy: Policy) -> None:
    """Count a visit of this worth. The parent's has been counted before."""
    before = tree.visits[node]
    tree.visits[node] += 1
    visits = tree.visits[node]
    if policy.order == BOARD:  # from the sum, which is a multiple of 1/2: the first of several equals is to be chosen
        tree.means[node] = (np.rint(2.0 * tree.means[node] * before) / 2.0 + worth) / visits
    else:
        tree.means[node] += (worth - tree.means[node]) / visits
    if policy.mistakes & CACHED:
        tree.widths[node] = tree.means[node] + policy.c * sqrt(log(tree.visits[parent]) / visits)
    else:
        tree.widths[node] = 1.0 / sqrt(visits)


@lean_part
def _worth(margin: int, mover: int, player: int, policy: Policy) -> float:
    """What a game that player 0 wins by ``margin`` is worth to the mover; ``player`` is the one who searches."""
    if policy.mistakes & FLIPPED:
        mover = 1 - mover
    if mover == 1:
        margin = -margin
    if policy.points:
        return 1.0 * margin
    if policy.mistakes & UNEVEN:
        return 1.0 * (margin > 0) if mover == player else -1.0 * (margin < 0)
    return 0.5 * (margin > 0) + 0.5 * (margin >= 0)


@lean_part
def _counted_again(play: Play) -> int:
    """The lead of player 0 in points that the turns would score if each were the last one."""
    lead = 0
    for step in range(play.now.length):
        cell, player = play.trail[step].cell, play.trail[step].player
        if cell < 0:
            continue
        gain = POINTS[duel.units_with(play.field.units, play.empty, cell, 0)]
        lead += gain if player == 0 else -gain
    return lead


# -- from turn to turn -----------------------------------------------------------------------------------------------


@lean
def find_child(tree: Tree, node: int, move: int) -> int:
    """The child that this move leads to, or -1."""
    for child in range(tree.first[node], tree.first[node] + tree.children[node]):
        if tree.moves[child] == move:
            return child
    return -1


@lean
def graft(tree: Tree, node: int, other: Tree, source: NDArray[np.int32], fills: NDArray[np.uint64]) -> bool:
    """Make the tree below ``node`` the whole of ``other``, as far as there is room: the upper levels first.

    What does not fit is forgotten: its parents have no children yet. ``source`` gets where each node was. Moves that
    are not among ``fills``, digits for each cell or ANY, are dropped. Returns whether everything did fit.
    """
    source[0] = node
    size = 1
    at = 0
    complete = True
    while at < size:
        node = source[at]
        other.moves[at], other.visits[at], other.turns[at] = tree.moves[node], tree.visits[node], tree.turns[node]
        other.means[at], other.widths[at] = tree.means[node], tree.widths[node]
        count = tree.children[node]
        if size + count > source.size:
            count = 0
            complete = False
        end = size
        for child in range(tree.first[node], tree.first[node] + count):
            if _is_among(fills, tree.moves[child]):
                source[end] = child
                end += 1
        was_cut = end - size < count
        other.first[at], other.children[at] = size, end - size if end > size or count == 0 else -1
        other.tried[at] = tree.tried[node] if count > 0 and not was_cut else 0
        size = end
        at += 1
    other.grown.nodes = size
    return complete


@lean_part
def _is_among(fills: NDArray[np.uint64], move: int) -> bool:
    """Whether the move is a bomb, or one of these."""
    return fills.size == 0 or move < 0 or fills[move // DIGITS] >> np.uint64(move % DIGITS) & ONE != ZERO
