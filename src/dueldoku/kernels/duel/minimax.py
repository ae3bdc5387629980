"""Alpha-beta over a duel, to a fixed depth, without recursion: it can stop at any node and go on later.

A search has one list of moves, in the order in which every node tries them; those that do not fit the position are
passed over. With one digit for each cell it is a search over cells, with every legal digit one over moves.

    ply        0       1       2   = depth: not visited, its value is read off the move that leads there
    next     move 3  move 7        the move that each ply tries next
    best      +1      -2           the value of the best move so far, as the root player sees it
    window  (1, inf) (1, -2)       what the value has to lie between to matter; here ply 1 is cut off

A *node* is a move that was looked at, not a ply as in ``resumable``: so this search has a loop of its own, which also
stops at each better move of the root. Values are for the player at the root, who maximises; the other one minimises.
A player who is stuck is skipped, so that one may move twice: the mover of a node is asked for, not counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from dueldoku.kernels.base.jit import lean, lean_part
from dueldoku.kernels.base.records import Rows, record, rows
from dueldoku.kernels.duel import play as duel
from dueldoku.kernels.duel.play import ONE, Fill, Play, fills_of
from dueldoku.kernels.duel.resumable import SearchState

NEVER, LATE, ALWAYS = range(3)  # when to prune; late: only strictly outside the window, and not at all at the root
PAUSED, IMPROVED, FINISHED = range(3)  # what ``proceed`` may come back with
NONE, WAIT = -1, -2  # what ``_pick`` may come back with instead of a move
INF = 1 << 60


class MinimaxState(SearchState):
    """Where a search stands, and how it is done."""

    depth: int  # plies to search
    choice: int  # the number of the root's best move so far, or -1
    root: int  # the player who moves there
    prune: int
    is_sure: int  # the digits are a solution's, so all fit
    point: int  # what a point is worth,
    free_cell: int  # and each empty cell to the root player when they are to move


class MinimaxPly:
    """A ply under way."""

    next: int
    best: int
    alpha: int
    beta: int


class MinimaxSearch(NamedTuple):
    """A search under way."""

    moves: Rows[Fill]  # a digit 0 never fits
    plies: Rows[MinimaxPly]
    now: MinimaxState


def search_of(
    play: Play,
    moves: Sequence[tuple[int, int]],
    prune: int = ALWAYS,
    weights: tuple[int, int] = (1, 0),
    sure: bool = False,
) -> MinimaxSearch:
    """A search from this position, for ``start`` to begin with. ``sure``: the digits are a solution's, so all fit.

    ``weights``: what a point is worth, and each empty cell to the root player when they are to move.
    """
    point, free_cell = weights
    return MinimaxSearch(
        moves=fills_of(moves),
        plies=rows(MinimaxPly, len(play.trail) + 1),
        now=record(
            MinimaxState,
            choice=-1,
            root=play.now.turn,
            prune=prune,
            is_sure=sure,
            point=point,
            free_cell=free_cell,
        ),
    )


@lean
def start(search: MinimaxSearch, depth: int, floor: int) -> None:
    """Begin a search of so many plies. Only values above ``floor`` count (by default -INF); the nodes count on."""
    now, root = search.now, search.plies[0]
    now.ply = 0
    now.depth = depth
    now.choice = -1
    root.next = 0
    root.best = root.alpha = floor
    root.beta = INF


@lean_part
def _fits(play: Play, search: MinimaxSearch, move: int) -> bool:
    fill = search.moves[move]
    if not duel.can_fill(play, fill.cell):
        return False
    if search.now.is_sure:
        return True
    return fill.digit != 0 and duel.digits(play, fill.cell) >> np.uint64(fill.digit - 1) & ONE != 0


@lean_part
def _level(play: Play, search: MinimaxSearch) -> int:
    """How far the root player is ahead."""
    root = search.now.root
    return search.now.point * (play.scores[root] - play.scores[1 - root])


@lean_part
def _bonus(play: Play, search: MinimaxSearch, player: int, filled: int) -> int:
    """What the empty cells are worth when ``player`` is to move and so many more are filled."""
    if player != search.now.root:
        return 0
    return search.now.free_cell * (play.empty[: play.empty.size // 3].sum() - filled)


@lean_part
def _stop(search: MinimaxSearch, ply: int, sign: int) -> int:
    """The value from which on, as the mover sees it (``sign`` 1: the root player), the other one has a better way."""
    here, prune = search.plies[ply], search.now.prune
    if prune == NEVER:
        return INF
    bound = here.beta if sign > 0 else -here.alpha
    return bound if prune == ALWAYS else bound + 1


@lean_part
def _back_up(search: MinimaxSearch, ply: int, value: int, sign: int) -> bool:
    """Take note of a move's value; whether it is better than those before. If it stops the ply, no other is tried."""
    here = search.plies[ply]
    if sign * value <= sign * here.best:
        return False
    here.best = value
    if sign > 0:
        here.alpha = max(here.alpha, value)
    else:
        here.beta = min(here.beta, value)
    if sign * value >= _stop(search, ply, sign):
        here.next = len(search.moves)
    return True


@lean_part
def _pick(play: Play, search: MinimaxSearch, end: int) -> int:
    """The next move of this ply that fits, which makes a node; NONE if there is no other, WAIT if the nodes are up."""
    now, here = search.now, search.plies[search.now.ply]
    for move in range(here.next, len(search.moves)):
        if _fits(play, search, move):
            if now.nodes == end:
                here.next = move
                return WAIT
            now.nodes += 1
            here.next = move + 1
            return move
    here.next = len(search.moves)
    return NONE


@lean_part
def _look(play: Play, search: MinimaxSearch, end: int) -> int:
    """Value the moves of the last ply without making them. This is where the time goes, so it works on variables."""
    now, here, ply, player = search.now, search.plies[search.now.ply], search.now.ply, play.now.turn
    sign = 1 if player == now.root else -1
    level, weight = _level(play, search), now.point
    best, stop = sign * here.best, _stop(search, ply, sign)
    nodes, status = now.nodes, FINISHED
    move, last = here.next, len(search.moves)
    while move < last:
        if _fits(play, search, move):
            if nodes == end:
                status = PAUSED
                break
            nodes += 1
            cell = search.moves[move].cell
            value = sign * level + weight * duel.points(play, cell)
            if now.free_cell:
                value += sign * _bonus(play, search, 1 - player if duel.passes(play, cell) else player, 1)
            if value > best:
                best = value
                if ply == 0:
                    now.choice, status = move, IMPROVED
                    move += 1
                    break
                if best >= stop:
                    move = last
                    break
        move += 1
    now.nodes = nodes
    here.next = move
    here.best = sign * best
    if ply == 0:
        here.alpha = best
    return status


@lean_part
def _descend(play: Play, search: MinimaxSearch, move: int) -> None:
    """Make the move, and set up the ply below."""
    now, here, below = search.now, search.plies[search.now.ply], search.plies[search.now.ply + 1]
    duel.fill(play, search.moves[move].cell, search.moves[move].digit)
    is_whole = now.ply == 0 and now.prune == LATE
    now.ply += 1
    below.alpha = -INF if is_whole else here.alpha
    below.beta = INF if is_whole else here.beta
    below.best = -INF if play.now.turn == now.root else INF
    below.next = 0


@lean_part
def _ascend(play: Play, search: MinimaxSearch) -> bool:
    """All moves of this ply were valued: give the value to the ply above. Whether it is the best there."""
    now = search.now
    value = search.plies[now.ply].best
    if abs(value) == INF:  # there was no move at all
        value = _level(play, search) + _bonus(play, search, play.now.turn, 0)
    duel.undo(play)
    now.ply -= 1
    return _back_up(search, now.ply, value, 1 if play.now.turn == now.root else -1)


@lean
def proceed(play: Play, search: MinimaxSearch, most_nodes: int) -> int:
    """Go on for at most ``most_nodes`` nodes.

    IMPROVED: the root has a better move, ``now.choice``, worth the ``best`` of ply 0; go on for others.
    FINISHED: all moves were valued, and the position is the root's again. PAUSED: the nodes are used up.
    """
    now = search.now
    end = now.nodes + most_nodes
    while True:
        ply = now.ply
        if ply + 1 == now.depth:
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
            now.choice = search.plies[0].next - 1
            return IMPROVED
