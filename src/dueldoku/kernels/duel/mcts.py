"""Monte Carlo tree search (UCT) over the game in arrays.

The nodes of the tree lie in one pool. Node 0 is the root; the children of a node lie side by side, the more points
their moves score the earlier, and are tried in this order before any of them is visited again:

    node    0 | 1 2 3 | 4 5 | ...          first[0] = 1, children[0] = 3: the children of the root
            |   |                          first[2] = 4, children[2] = 2: the children of node 2
            root  tried[0] = 2: node 3 waits for its first visit

The visits and the value of a node are those of the move that leads to it, and the value counts for the player who made
this move: not always the other one than before, as a player who is stuck is skipped. One iteration goes down the tree,
adds at most one node's children, plays the game to its end at random on a copy, and counts the result on its way back.

All random numbers come from a state of the caller's, so the same state makes the same tree.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dueldoku.kernels.base.bits import lowest, popcount
from dueldoku.kernels.base.jit import lean
from dueldoku.kernels.duel import play as duel
from dueldoku.kernels.duel.play import ONE, POINTS, Play
from dueldoku.kernels.solving.fill import draw

DIGITS = 64  # a move is written as cell * DIGITS + digit - 1; a bomb as ~move, which is negative
ZERO = np.uint64(0)
GROWTH = 20_000
FIFTEEN_BITS = 1 << 15  # chances are drawn in steps of 1 / FIFTEEN_BITS


# What the reports did wrong, each a bit of ``Policy.mistakes``.
STALE, FLIPPED, TWICE, UNEVEN = 1, 2, 4, 8


class Policy(NamedTuple):
    """How to search."""

    c: float = 2.0  # the weight of exploring, in units of the value
    points: bool = False  # count the lead in points; else 1 for a win, 0.5 for a draw
    ordered: bool = True  # try moves that score first; else in the order of the board
    digits: bool = False  # playouts draw among moves and end when there is none; else among cells, to the last
    greedy: float = 0.0  # how often a playout takes the most points there are, where it could
    mistakes: int = 0


class Digits(NamedTuple):
    """What the search considers, as far as it is legal: for each cell, digits to fill in and digits that are bombs."""

    fills: NDArray[np.uint64]
    bombs: NDArray[np.uint64]


class Tree(NamedTuple):
    """The pool of nodes."""

    moves: NDArray[np.int32]
    visits: NDArray[np.int32]
    means: NDArray[np.float64]  # the mean value of the visits
    widths: NDArray[np.float64]  # 1 / sqrt(visits): how uncertain that is
    first: NDArray[np.int32]
    children: NDArray[np.int32]  # how many there are, from ``first`` on
    tried: NDArray[np.int32]
    turns: NDArray[np.int8]  # who is to move at a node that has children: 0 or 1
    size: NDArray[np.int64]  # one number: how many nodes there are


class Work(NamedTuple):
    """Room for one iteration."""

    copy: Play  # the game to its end
    path: NDArray[np.int32]  # the nodes visited
    empty: NDArray[np.int32]  # the empty cells at the root
    cells: NDArray[np.int32]  # those in a playout,
    place: NDArray[np.int32]  # and where each stands in this list
    unit_masks: NDArray[np.uint64]  # cell -> its units; none with territories, or more units than bits
    last: NDArray[np.int32]  # unit -> all its empty cells, xor: if there is one, this is it
    ripe: NDArray[np.int32]  # the units that had one empty cell when last looked at
    deepest: NDArray[np.int64]  # one number: how many turns the deepest node is away from the root


def new_tree(capacity: int) -> Tree:
    """A tree that consists of its root, with room for ``capacity`` nodes."""
    moves, visits, first, children, tried = (np.empty(capacity, np.int32) for _ in range(5))
    means, widths, turns = np.empty(capacity), np.empty(capacity), np.empty(capacity, np.int8)
    tree = Tree(moves, visits, means, widths, first, children, tried, turns, np.ones(1, np.int64))
    clear(tree)
    return tree


def clear(tree: Tree) -> None:
    """Leave nothing but a root that was never visited."""
    tree.size[0] = 1
    for array in tree[:-1]:
        array[0] = 0


def new_work(play: Play) -> Work:
    """Room to search from this position."""
    size, units = play.values.size, play.used.size
    path, empty = np.zeros(len(play.trail) + 1, np.int32), np.flatnonzero(play.values == 0).astype(np.int32)
    cells, place = np.zeros(empty.size + 1, np.int32), np.zeros(size, np.int32)
    has_masks = units <= 64 and play.field.neighbours[0, 0] < 0
    masks = (np.uint64(1) << play.field.units.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    last, ripe = np.zeros(units, np.int32), np.zeros(units, np.int32)
    return Work(
        duel.copy_of(play),
        path,
        empty,
        cells,
        place,
        masks if has_masks else masks[:0],
        last,
        ripe,
        np.zeros(1, np.int64),
    )


@lean
def search(tree: Any, play: Any, digits: Any, policy: Any, work: Any, random: Any, iterations: Any) -> Any:
    """Improve the tree of this position by so many iterations; returns how many were done. Playouts use no bombs.

    It ends early once the tree has grown by GROWTH nodes, which takes a millisecond or two: on large boards growing is
    slow, and comes in bursts.
    """
    player = play.now.turn
    limit = tree.size[0] + GROWTH
    for done in range(iterations):
        if tree.size[0] > limit:
            return done
        before = tree.size[0]
        _descend(tree, play, digits, policy, work, random)
        depth = play.now.length
        work.deepest[0] = max(work.deepest[0], depth)
        margin = play.scores[0] - play.scores[1]
        if policy.mistakes & TWICE:
            # The child that was drawn when its parent got its children was the only one to be counted once.
            margin += _counted_again(play, depth - 1 if tree.size[0] > before else depth)
        if policy.digits:
            margin += _play_moves(play, digits.fills, policy, work, random)
        elif work.unit_masks.size > 0 and policy.greedy == 0.0 and not policy.mistakes & STALE:
            margin += _play_backwards(play, work, random)
        else:
            margin += _play_cells(play, policy, work, random)
        tree.visits[0] += 1
        for step in range(depth):
            mover, node = tree.turns[work.path[step]], work.path[step + 1]
            tree.visits[node] += 1
            tree.means[node] += (_worth(margin, mover, player, policy) - tree.means[node]) / tree.visits[node]
            tree.widths[node] = 1.0 / sqrt(tree.visits[node])
        for step in range(depth, 0, -1):
            if tree.moves[work.path[step]] < 0:
                _switch(digits.bombs, tree.moves[work.path[step]])
            duel.undo(play)
    return iterations


# -- in the tree -----------------------------------------------------------------------------------------------------


@lean
def _descend(tree: Any, play: Any, digits: Any, policy: Any, work: Any, random: Any) -> None:
    """Make the moves that lead to the node where the next playout starts. A node gets children on its second visit."""
    node = 0
    work.path[0] = 0
    while tree.visits[node] > 0:
        if tree.children[node] == 0 and not _expand(tree, node, play, digits, policy, work, random):
            return
        node = _choose(tree, node, policy.c)
        move = tree.moves[node]
        if move < 0:
            _switch(digits.bombs, move)
            duel.skip(play)
        else:
            duel.fill(play, move // DIGITS, move % DIGITS + 1)
        work.path[play.now.length] = node


@lean
def _switch(bombs: Any, move: Any) -> None:
    """Use a bomb up, or take that back."""
    bombs[~move // DIGITS] ^= ONE << np.uint64(~move % DIGITS)


@lean
def _choose(tree: Any, node: Any, c: Any) -> Any:
    """The child to visit: the next one untried, or else the one with the highest upper confidence bound."""
    first, count = tree.first[node], tree.children[node]
    if tree.tried[node] < count:
        tree.tried[node] += 1
        return first + tree.tried[node] - 1
    explore = c * sqrt(log(tree.visits[node]))
    best, highest = first, -np.inf
    for child in range(first, first + count):
        bound = tree.means[child] + explore * tree.widths[child]
        if bound > highest:
            best, highest = child, bound
    return best


@lean
def _expand(tree: Any, node: Any, play: Any, digits: Any, policy: Any, work: Any, random: Any) -> Any:
    """Give the node its children; returns whether there are any, and room for them."""
    first = end = tree.size[0]
    most, bomb = 0, -1
    shift = draw(random, work.empty.size)  # equals come from a random cell on
    for k in range(shift - work.empty.size, shift):
        cell = work.empty[k]
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
    front = _sort(tree.moves, first, end, play, most) if policy.ordered else first
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
    tree.turns[node] = play.now.turn
    tree.size[0] = end
    return end > first


@lean
def _sort(moves: Any, first: Any, end: Any, play: Any, most: Any) -> Any:
    """Bring the moves that score to the front, the best first; returns where the others begin."""
    for rank in (7, 3, 1):
        for at in range(first, end if rank <= most else first):
            if duel.points(play, moves[at] // DIGITS) == rank:
                moves[first], moves[at] = moves[at], moves[first]
                first += 1
    return first


@lean
def _worth(margin: Any, mover: Any, player: Any, policy: Any) -> Any:
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


@lean
def _counted_again(play: Any, steps: Any) -> Any:
    """The lead of player 0 in points that the first turns would score if they were the last ones."""
    lead = 0
    for step in range(steps):
        cell, player = play.trail[step].cell, play.trail[step].player
        if cell < 0:
            continue
        row, col, block = play.field.units[cell]
        gain = POINTS[(play.empty[row] == 0) + (play.empty[col] == 0) + (play.empty[block] == 0)]
        lead += gain if player == 0 else -gain
    return lead


# -- playouts --------------------------------------------------------------------------------------------------------


@lean
def _play_backwards(play: Any, work: Any, random: Any) -> Any:
    """What ``_play_cells`` returns, where every cell is open to both and nobody is greedy, in a fraction of its time.

    The players take turns to the end, and a unit is completed by the last of its cells. So the last turn is drawn
    first, then the one before, until every unit has been completed; what happens before that scores nothing.
    """
    lead, left = 0, _list_cells(play, work)
    open_mask = ZERO
    for unit in range(play.empty.size):
        open_mask |= np.uint64(play.empty[unit] > 0) << np.uint64(unit)
    sign = 1 if (play.now.turn + left) & 1 else -1  # player 0 has the last turn, or player 1
    while open_mask != ZERO:
        at = draw(random, left)
        left -= 1
        complete_mask = work.unit_masks[work.cells[at]] & open_mask
        work.cells[at] = work.cells[left]
        lead += sign * POINTS[popcount(complete_mask)]
        open_mask ^= complete_mask
        sign = -sign
    return lead


@lean
def _play_cells(play: Any, policy: Any, work: Any, random: Any) -> Any:
    """Fill the board of the copy to its end; returns by how much more player 0 scores there."""
    copy, lead = work.copy, 0
    duel.copy(play, copy)
    left = _list_cells(copy, work)
    chance = int(policy.greedy * FIFTEEN_BITS)
    ripe = _list_ripe(copy, work) if chance > 0 else 0
    while not duel.is_over(copy):
        player = copy.now.turn
        cell = -1
        if chance == FIFTEEN_BITS or (chance > 0 and draw(random, FIFTEEN_BITS) < chance):
            cell, ripe = _most_points(copy, work, ripe)
        if cell < 0:
            cell = _random_cell(copy, work, random, left)
        gain = duel.mark(copy, cell)
        if policy.mistakes & STALE:
            gain = duel.points(play, cell)
        lead += gain if player == 0 else -gain
        left -= 1
        at, moved = work.place[cell], work.cells[left]
        work.cells[at], work.place[moved] = moved, at
        if chance > 0:
            ripe = _ripen(copy, work, cell, ripe)
    return lead


@lean
def _list_cells(copy: Any, work: Any) -> Any:
    """List the empty cells; returns how many there are."""
    left = 0
    for k in range(work.empty.size):
        cell = work.empty[k]
        work.cells[left], work.place[cell] = cell, left
        left += copy.values[cell] == 0
    return left


@lean
def _random_cell(copy: Any, work: Any, random: Any, left: Any) -> Any:
    """A cell that is open to the player to move, each as likely as the other."""
    while True:
        cell = work.cells[draw(random, left)]
        if copy.reach[copy.now.turn, cell] > 0:
            return cell


@lean
def _list_ripe(copy: Any, work: Any) -> Any:
    """Find the last empty cells of all units; returns how many units have just one."""
    work.last[:] = 0
    for cell in range(copy.values.size):
        if copy.values[cell] == 0:
            for k in range(3):
                work.last[copy.field.units[cell, k]] ^= cell
    ripe = 0
    for unit in range(copy.empty.size):
        if copy.empty[unit] == 1:
            work.ripe[ripe] = unit
            ripe += 1
    return ripe


@lean
def _ripen(copy: Any, work: Any, cell: Any, ripe: Any) -> Any:
    """Note that the cell was filled; returns how many units are listed now."""
    for k in range(3):
        unit = copy.field.units[cell, k]
        work.last[unit] ^= cell
        if copy.empty[unit] == 1:
            work.ripe[ripe] = unit
            ripe += 1
    return ripe


@lean
def _most_points(copy: Any, work: Any, ripe: Any) -> Any:
    """The first cell that scores most for the player to move (-1: none does), and how many units are still listed."""
    best, most = -1, 0
    at = 0
    while at < ripe:
        unit = work.ripe[at]
        if copy.empty[unit] == 0:
            ripe -= 1
            work.ripe[at] = work.ripe[ripe]
            continue
        at += 1
        cell = work.last[unit]
        gain = duel.points(copy, cell)
        if copy.reach[copy.now.turn, cell] > 0 and (gain > most or (gain == most and cell < best)):
            best, most = cell, gain
    return best, ripe


@lean
def _play_moves(play: Any, allowed: Any, policy: Any, work: Any, random: Any) -> Any:
    """Make random moves on the copy until the player to move has none; returns by how much more player 0 scores."""
    copy, lead = work.copy, 0
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
        if policy.mistakes & STALE:
            gain = duel.points(play, cell)
        lead += gain if player == 0 else -gain


# -- from turn to turn -----------------------------------------------------------------------------------------------


@lean
def find_child(tree: Any, node: Any, move: Any) -> Any:
    """The child that this move leads to, or -1."""
    for child in range(tree.first[node], tree.first[node] + tree.children[node]):
        if tree.moves[child] == move:
            return child
    return -1


@lean
def graft(tree: Any, node: Any, other: Any, source: Any) -> Any:
    """Make the tree below ``node`` the whole of ``other``, as far as there is room: the upper levels first.

    What does not fit is forgotten: its parents have no children yet. ``source`` gets where each node was. Returns
    whether everything did fit.
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
        other.first[at], other.children[at], other.tried[at] = size, count, tree.tried[node] if count > 0 else 0
        for child in range(count):
            source[size + child] = tree.first[node] + child
        size += count
        at += 1
    other.size[0] = size
    return complete
