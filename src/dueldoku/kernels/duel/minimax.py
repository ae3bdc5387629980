"""Alpha-beta over a duel, to a fixed depth, without recursion: it can stop at any node and go on later.

A search has one list of moves, in the order in which every node tries them; those that do not fit the position are
passed over. With one digit for each cell it is a search over cells, with every legal digit one over moves.

    ply        0       1       2   = depth: not visited, its value is read off the move that leads there
    next     move 3  move 7        the move that each ply tries next
    best      +1      -2           the value of the best move so far, as the root player sees it
    window  (1, inf) (1, -2)       what the value has to lie between to matter; here ply 1 is cut off

A *node* is a move that was looked at. Values are for the player at the root, who maximises; the other one minimises.
A player who is stuck is skipped, so that one may move twice: the mover of a node is asked for, not counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dueldoku.kernels.base.jit import lean
from dueldoku.kernels.duel import play as duel
from dueldoku.kernels.duel.play import ONE, TURN, Play

PLY, DEPTH, NODES, BEST, PRUNE, ROOT, SURE = range(7)  # places in ``counts``; BEST is a move's number, ROOT a player
NEVER, LATE, ALWAYS = range(3)  # when to prune; late: only strictly outside the window, and not at all at the root
PAUSED, IMPROVED, FINISHED = range(3)  # what ``proceed`` may come back with
NONE, WAIT = -1, -2  # what ``_pick`` may come back with instead of a move
INF = 1 << 60


class Search(NamedTuple):
    """A search under way. The arrays ``next``, ``best``, ``alpha`` and ``beta`` have a place for each ply."""

    moves: NDArray[np.uint64]  # cell and digit; a digit 0 never fits
    next: NDArray[np.int32]
    best: NDArray[np.int64]
    alpha: NDArray[np.int64]
    beta: NDArray[np.int64]
    counts: NDArray[np.int64]
    weights: NDArray[np.int64]  # what a point is worth, and each empty cell to the root player when he is to move


def search_of(
    play: Play,
    moves: Sequence[tuple[int, int]],
    prune: int = ALWAYS,
    weights: tuple[int, int] = (1, 0),
    sure: bool = False,
) -> Search:
    """A search from this position, for ``start`` to begin with. ``sure``: the digits are a solution's, so all fit."""
    plies = len(play.trail) + 1
    counts = np.array([0, 0, 0, -1, prune, play.counts[TURN], sure], np.int64)
    best, alpha, beta = np.zeros((3, plies), np.int64)
    array = np.array(moves, np.uint64).reshape(-1, 2)
    return Search(array, np.zeros(plies, np.int32), best, alpha, beta, counts, np.array(weights, np.int64))


@lean
def start(search: Any, depth: Any, floor: Any) -> None:
    """Begin a search of so many plies. Only values above ``floor`` count (by default -INF); the nodes count on."""
    search.counts[PLY] = 0
    search.counts[DEPTH] = depth
    search.counts[BEST] = -1
    search.next[0] = 0
    search.best[0] = search.alpha[0] = floor
    search.beta[0] = INF


@lean
def _fits(play: Any, search: Any, move: Any) -> Any:
    cell, digit = search.moves[move, 0], search.moves[move, 1]
    if not duel.can_fill(play, cell):
        return False
    return search.counts[SURE] or (digit and duel.digits(play, cell) >> np.uint64(digit - 1) & ONE)


@lean
def _level(play: Any, search: Any) -> Any:
    """How far the root player is ahead."""
    root = search.counts[ROOT]
    return search.weights[0] * (play.scores[root] - play.scores[1 - root])


@lean
def _bonus(play: Any, search: Any, player: Any, filled: Any) -> Any:
    """What the empty cells are worth when ``player`` is to move and so many more are filled."""
    if player != search.counts[ROOT]:
        return 0
    return search.weights[1] * (play.empty[: play.empty.size // 3].sum() - filled)


@lean
def _stop(search: Any, ply: Any, sign: Any) -> Any:
    """The value from which on, as the mover sees it (``sign`` 1: the root player), the other one has a better way."""
    if search.counts[PRUNE] == NEVER:
        return INF
    bound = search.beta[ply] if sign > 0 else -search.alpha[ply]
    return bound if search.counts[PRUNE] == ALWAYS else bound + 1


@lean
def _back_up(search: Any, ply: Any, value: Any, sign: Any) -> Any:
    """Take note of a move's value; whether it is better than those before. If it stops the ply, no other is tried."""
    if sign * value <= sign * search.best[ply]:
        return False
    search.best[ply] = value
    if sign > 0:
        search.alpha[ply] = max(search.alpha[ply], value)
    else:
        search.beta[ply] = min(search.beta[ply], value)
    if sign * value >= _stop(search, ply, sign):
        search.next[ply] = len(search.moves)
    return True


@lean
def _pick(play: Any, search: Any, end: Any) -> Any:
    """The next move of this ply that fits, which makes a node; NONE if there is no other, WAIT if the nodes are up."""
    counts, ply = search.counts, search.counts[PLY]
    for move in range(search.next[ply], len(search.moves)):
        if _fits(play, search, move):
            if counts[NODES] == end:
                search.next[ply] = move
                return WAIT
            counts[NODES] += 1
            search.next[ply] = move + 1
            return move
    search.next[ply] = len(search.moves)
    return NONE


@lean
def _look(play: Any, search: Any, end: Any) -> Any:
    """Value the moves of the last ply without making them. This is where the time goes, so it works on variables."""
    counts, ply, player = search.counts, search.counts[PLY], play.counts[TURN]
    sign = 1 if player == counts[ROOT] else -1
    level, weight = _level(play, search), search.weights[0]
    best, stop = sign * search.best[ply], _stop(search, ply, sign)
    nodes, status = counts[NODES], FINISHED
    move, last = search.next[ply], len(search.moves)
    while move < last:
        if _fits(play, search, move):
            if nodes == end:
                status = PAUSED
                break
            nodes += 1
            cell = search.moves[move, 0]
            value = sign * level + weight * duel.points(play, cell)
            if search.weights[1]:
                value += sign * _bonus(play, search, 1 - player if duel.passes(play, cell) else player, 1)
            if value > best:
                best = value
                if ply == 0:
                    counts[BEST], status = move, IMPROVED
                    move += 1
                    break
                if best >= stop:
                    move = last
                    break
        move += 1
    counts[NODES] = nodes
    search.next[ply] = move
    search.best[ply] = sign * best
    if ply == 0:
        search.alpha[0] = best
    return status


@lean
def _descend(play: Any, search: Any, move: Any) -> None:
    """Make the move, and set up the ply below."""
    counts, ply = search.counts, search.counts[PLY]
    duel.fill(play, search.moves[move, 0], search.moves[move, 1])
    counts[PLY] = ply + 1
    whole = ply == 0 and counts[PRUNE] == LATE
    search.alpha[ply + 1] = -INF if whole else search.alpha[ply]
    search.beta[ply + 1] = INF if whole else search.beta[ply]
    search.best[ply + 1] = -INF if play.counts[TURN] == counts[ROOT] else INF
    search.next[ply + 1] = 0


@lean
def _ascend(play: Any, search: Any) -> Any:
    """All moves of this ply were valued: give the value to the ply above. Whether it is the best there."""
    counts, ply = search.counts, search.counts[PLY]
    value = search.best[ply]
    if abs(value) == INF:  # there was no move at all
        value = _level(play, search) + _bonus(play, search, play.counts[TURN], 0)
    duel.undo(play)
    counts[PLY] = ply - 1
    return _back_up(search, ply - 1, value, 1 if play.counts[TURN] == counts[ROOT] else -1)


@lean
def proceed(play: Any, search: Any, most_nodes: Any) -> Any:
    """Go on for at most ``most_nodes`` nodes.

    IMPROVED: the root has a better move, ``counts[BEST]``, worth ``best[0]``; go on for others.
    FINISHED: all moves were valued, and the position is the root's again. PAUSED: the nodes are used up.
    """
    counts = search.counts
    end = counts[NODES] + most_nodes
    while True:
        ply = counts[PLY]
        if ply + 1 == counts[DEPTH]:
            status = _look(play, search, end)
            if status != FINISHED:
                return status
        else:
            move = _pick(play, search, end)
            if move == WAIT:
                return PAUSED
            if move != NONE:
                _descend(play, search, move)
                continue
        if ply == 0:
            return FINISHED
        if _ascend(play, search) and ply == 1:
            counts[BEST] = search.next[0] - 1
            return IMPROVED
