"""Alpha-beta over a duel, to a fixed depth. It stops at any ply and at each better move of the root, and goes on later.

A search has one list of moves, in the order in which every node tries them; those that do not fit the position are
passed over. With one digit for each cell it is a search over cells, with every legal digit one over moves.

    ply        0       1       2   = depth: not visited, its value is read off the move that leads there
    next     move 3  move 7        the move that each ply tries next
    best      +1      -2           the value of the best move so far, as the root player sees it
    window  (1, inf) (1, -2)       what the value has to lie between to matter; here ply 1 is cut off

A *node* is a move that was looked at: one that leads to a ply, or one of the last ply, whose moves are valued together
without being made. Values are for the player at the root, who maximises; the other one minimises. A player who is stuck
is skipped, so that one may move twice: the mover of a node is asked for, not counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from dueldoku.kernels.base.bits import ONE
from dueldoku.kernels.base.jit import lean, lean_part
from dueldoku.kernels.base.records import Rows, record, rows
from dueldoku.kernels.duel import play as duel
from dueldoku.kernels.duel import resumable
from dueldoku.kernels.duel.play import Fill, Play, fills_of
from dueldoku.kernels.duel.resumable import SearchPly, SearchState

NEVER, LATE, ALWAYS = range(3)  # when to prune; late: only strictly outside the window, and not at all at the root
INF = 1 << 60


class MinimaxState(SearchState):
    """Where a search stands, and how it is done."""

    depth: int  # plies to search
    choice: int  # the number of the root's best move so far, or -1
    is_better: int  # whether that is news
    root: int  # the player who moves there
    prune: int
    is_sure: int  # the digits are a solution's, so all fit
    point: int  # what a point is worth,
    free_cell: int  # and each empty cell to the root player when they are to move


class MinimaxPly(SearchPly):
    """A ply under way."""

    best: int
    alpha: int
    beta: int


class MinimaxSearch(NamedTuple):
    """A search under way."""

    play: Play
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
        play=play,
        moves=fills_of(moves),
        plies=rows(MinimaxPly, len(play.trail) + 1),
        now=record(MinimaxState, root=play.now.turn, prune=prune, is_sure=sure, point=point, free_cell=free_cell),
    )


@lean
def start(search: MinimaxSearch, depth: int, floor: int) -> None:
    """Begin a search of so many plies. Only values above ``floor`` count (by default -INF); the nodes count on."""
    now, root = search.now, search.plies[0]
    now.ply = 0
    now.depth = depth
    now.choice = -1
    root.next, root.count = 0, len(search.moves)  # no move leads to the root, so that it is no node
    root.best = root.alpha = floor
    root.beta = INF


@lean_part
def _fits(search: MinimaxSearch, move: int) -> bool:
    play, fill = search.play, search.moves[move]
    if not duel.can_fill(play, fill.cell):
        return False
    if search.now.is_sure:
        return True
    return fill.digit != 0 and duel.digits(play, fill.cell) >> np.uint64(fill.digit - 1) & ONE != 0


@lean_part
def _level(search: MinimaxSearch) -> int:
    """How far the root player is ahead."""
    scores, root = search.play.scores, search.now.root
    return search.now.point * (scores[root] - scores[1 - root])


@lean_part
def _bonus(search: MinimaxSearch) -> int:
    """What the empty cells are worth to the root player when they are to move."""
    empty = search.play.empty
    return search.now.free_cell * empty[: empty.size // 3].sum()


@lean_part
def _stop(search: MinimaxSearch, ply: int, sign: int) -> int:
    """The value from which on, as the mover sees it (``sign`` 1: the root player), the other one has a better way."""
    here, prune = search.plies[ply], search.now.prune
    if prune == NEVER:
        return INF
    bound = here.beta if sign > 0 else -here.alpha
    return bound if prune == ALWAYS else bound + 1


@lean_part
def _look(search: MinimaxSearch, ply: int) -> None:
    """Value the moves of the last ply without making them. This is where the time goes, so it works on variables."""
    now, here, play = search.now, search.plies[ply], search.play
    sign = 1 if play.now.turn == now.root else -1
    level, weight, bonus = sign * _level(search), now.point, sign * (_bonus(search) - now.free_cell)
    best, stop, nodes = sign * here.best, _stop(search, ply, sign), now.nodes
    for move in range(len(search.moves)):
        if _fits(search, move):
            nodes += 1
            cell = search.moves[move].cell
            value = level + weight * duel.points(play, cell)
            if bonus and duel.passes(play, cell) == (sign < 0):  # then the root player is to move
                value += bonus
            if value > best:
                best = value
                if best >= stop:
                    break
    now.nodes = nodes
    here.best = sign * best


@lean_part
def _open(search: MinimaxSearch, ply: int) -> bool:
    """Begin with this ply; whether no move has to be made to value it."""
    here, above = search.plies[ply], search.plies[ply - 1]
    is_whole = ply == 1 and search.now.prune == LATE
    here.next, here.count = 0, len(search.moves)
    here.alpha = -INF if is_whole else above.alpha
    here.beta = INF if is_whole else above.beta
    here.best = -INF if search.play.now.turn == search.now.root else INF
    plies = search.now.depth - ply
    if plies == 1:
        _look(search, ply)
    return plies <= 1


@lean_part
def _descend(search: MinimaxSearch, ply: int) -> bool:
    """Make the next move that fits; False if there is none, or the root's choice is to be told first."""
    here = search.plies[ply]
    if ply == 0 and search.now.is_better:
        return False
    for number in range(here.next, here.count):
        if _fits(search, number):
            here.next = number + 1
            duel.fill(search.play, search.moves[number].cell, search.moves[number].digit)
            resumable.enter(search, ply + 1)
            return True
    return False


@lean_part
def _close(search: MinimaxSearch, ply: int) -> None:
    """If no move was valued, the position itself is."""
    here, is_mine = search.plies[ply], search.play.now.turn == search.now.root
    if ply > 0 and abs(here.best) == INF:
        here.best = _level(search) + (_bonus(search) if is_mine else 0)


@lean_part
def _ascend(search: MinimaxSearch, ply: int) -> None:
    """Take back the move under way, and note its value. If it stops the ply, no other is tried."""
    now, here, value = search.now, search.plies[ply], search.plies[ply + 1].best
    duel.undo(search.play)
    sign = 1 if search.play.now.turn == now.root else -1
    if sign * value <= sign * here.best:
        return
    here.best = value
    if ply == 0:
        now.choice, now.is_better = here.next - 1, 1
    if sign > 0:
        here.alpha = max(here.alpha, value)
    else:
        here.beta = min(here.beta, value)
    if sign * value >= _stop(search, ply, sign):
        here.next = here.count


@lean
def proceed(search: MinimaxSearch, most_nodes: int) -> bool:
    """Go on for so many nodes, and to the end of a last ply; False if that was not enough.

    Else the root has a better move if ``now.is_better``: ``now.choice``, worth the ``best`` of ply 0; go on for others.
    If not, all moves were valued, and the position is the root's again.
    """
    search.now.is_better = 0
    return resumable.proceed(search, most_nodes, _open, _descend, _close, _ascend)
