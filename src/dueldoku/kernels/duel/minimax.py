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

A search over cells may have a table of what positions are worth, by the set of their empty cells: what the player to
move there gains from there on. And it may be *rotating*, as in report 001: a move that is tried goes to the end of one
line of moves, which all plies share, so that a ply that was cut off leaves another order behind.

    line    4 9 7 2    a ply tries 4, then 9, and is cut off:    7 2 4 9
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dueldoku.kernels.base.bits import ONE
from dueldoku.kernels.base.jit import lean, lean_part
from dueldoku.kernels.base.records import Rows, record, rows
from dueldoku.kernels.duel import play as duel
from dueldoku.kernels.duel import resumable
from dueldoku.kernels.duel.play import Fill, Play, fills_of
from dueldoku.kernels.duel.resumable import AT_LEAST, AT_MOST, EXACT, Remembered, SearchPly, SearchState

NEVER, LATE, ALWAYS = range(3)  # when to prune; late: only strictly outside the window, and not at all at the root
INF = 1 << 60
_MIX = 0x9E3779B97F4A7C15 >> 2  # spreads depths over the table


class MinimaxState(SearchState):
    """Where a search stands, and how it is done."""

    depth: int  # plies to search
    choice: int  # the number of the root's best move so far, or -1
    is_better: int  # whether that is news
    root: int  # the player who moves there
    empty: int  # how many cells are empty there
    prune: int
    is_sure: int  # the digits are a solution's, so all fit
    point: int  # what a point is worth,
    free_cell: int  # and each empty cell to the root player when they are to move
    tried: int  # how many of the moves are tried, the first ones,
    root_tried: int  # and how many of these at the root
    waiting: int  # how many moves are on the line


class MinimaxPly(SearchPly):
    """A ply under way."""

    best: int
    alpha: int
    beta: int
    hash: int  # of the position


class MinimaxSearch(NamedTuple):
    """A search under way."""

    play: Play
    moves: Rows[Fill]  # a digit 0 never fits
    plies: Rows[MinimaxPly]
    now: MinimaxState
    table: Rows[Remembered]  # empty if there is none
    random: NDArray[np.int64]  # cell -> its part in the hash of a position
    line: NDArray[np.int64]  # of a rotating search: the numbers of the moves, in the order of the next ply
    turns: NDArray[np.int64]  # ply -> the line as it was when the ply began
    rotates: tuple[int, ...] = ()  # not empty if the search is rotating; its length is known when compiling


def search_of(
    play: Play,
    moves: Sequence[tuple[int, int]],
    prune: int = ALWAYS,
    weights: tuple[int, int] = (1, 0),
    sure: bool = False,
    *,
    untried: Sequence[tuple[int, int]] = (),
    at_root: int | None = None,
    rotating: bool = False,
    table: Rows[Remembered] | None = None,
) -> MinimaxSearch:
    """A search from this position, for ``start`` to begin with. ``sure``: the digits are a solution's, so all fit.

    ``weights``: what a point is worth, and each empty cell to the root player when they are to move. At the root only
    the first ``at_root`` moves are tried. A position where no move fits is worth what it is; but if one of the
    ``untried`` fits, it is infinitely bad for the player to move, which reproduces a mistake of report 000. A ``table``
    is for digits that are sure, and boards without territories.
    """
    point, free_cell = weights
    draw, plies = Random(0).getrandbits, len(play.trail) + 1
    search = MinimaxSearch(
        play=play,
        moves=fills_of([*moves, *untried]),
        plies=rows(MinimaxPly, plies),
        now=record(MinimaxState, root=play.now.turn, empty=int((play.values == 0).sum()), prune=prune, is_sure=sure),
        table=rows(Remembered, 0) if table is None else table,
        random=np.array([draw(62) for _ in play.values] if table is not None else [0], np.int64),
        line=np.arange(len(moves)),
        turns=np.zeros((plies, len(moves)) if rotating else (1, 1), np.int64),
        rotates=(1,) if rotating else (),
    )
    now = search.now
    now.point, now.free_cell = point, free_cell
    now.tried = now.waiting = len(moves)
    now.root_tried = len(moves) if at_root is None else at_root
    if table is not None:
        search.plies[0].hash = int(np.bitwise_xor.reduce(search.random[play.values != 0]))
    return search


@lean
def start(search: MinimaxSearch, depth: int, floor: int) -> None:
    """Begin a search of so many plies. Only values above ``floor`` count (by default -INF); the nodes count on."""
    now, root = search.now, search.plies[0]
    now.ply = 0
    now.depth = depth
    now.choice = -1
    _list(search, 0)  # no move leads to the root, so that it is no node
    root.best = root.alpha = floor
    root.beta = INF


@lean_part
def _list(search: MinimaxSearch, ply: int) -> None:
    """List the moves of this ply."""
    now, here = search.now, search.plies[ply]
    here.next = 0
    here.count = now.tried if ply > 0 else now.root_tried
    if len(search.rotates) > 0:
        here.count = now.waiting
        for place in range(here.count):
            search.turns[ply, place] = search.line[place]


@lean_part
def _number(search: MinimaxSearch, ply: int, place: int) -> int:
    """The number of the move that this ply tries at this place."""
    return search.turns[ply, place] if len(search.rotates) > 0 else place


@lean_part
def _leave(search: MinimaxSearch, move: int) -> None:
    """The move leaves the line."""
    now, line = search.now, search.line
    place = 0
    while line[place] != move:
        place += 1
    now.waiting -= 1
    for k in range(place, now.waiting):
        line[k] = line[k + 1]


@lean_part
def _rotate(search: MinimaxSearch, ply: int, count: int) -> None:
    """So many moves go from the front of the line to its end."""
    line, copy, waiting = search.line, search.turns[ply], search.now.waiting
    for place in range(waiting):
        copy[place] = line[place]
    for place in range(waiting):
        line[place] = copy[(place + count) % waiting]


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
    return search.now.free_cell * (search.now.empty - search.play.now.length)


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
    rotates = len(search.rotates) > 0
    for place in range(now.waiting if rotates else now.tried):
        move = search.line[place] if rotates else place
        if _fits(search, move):
            nodes += 1
            cell = search.moves[move].cell
            value = level + weight * duel.points(play, cell)
            duel.vacate(play, cell)
            if bonus and duel.passes(play, cell) == (sign < 0):  # then the root player is to move
                value += bonus
            if value > best:
                best = value
                if best >= stop:
                    if rotates:
                        _rotate(search, ply, place + 1)
                    break
    now.nodes = nodes
    here.best = sign * best


@lean_part
def _open(search: MinimaxSearch, ply: int) -> bool:
    """Begin with this ply; whether no move has to be made to value it."""
    here, plies = search.plies[ply], search.now.depth - ply
    here.alpha, here.beta = _window(search, ply)
    here.best = -INF if search.play.now.turn == search.now.root else INF
    if plies > 1 and len(search.table) > 0 and _recall(search, ply):
        return True
    _list(search, ply)
    if plies == 1:
        _look(search, ply)
    return plies <= 1


@lean_part
def _window(search: MinimaxSearch, ply: int) -> tuple[int, int]:
    """What the value of this ply has to lie between to matter."""
    above, prune = search.plies[ply - 1], search.now.prune
    is_whole = prune == NEVER or (ply == 1 and prune == LATE)
    return (-INF, INF) if is_whole else (above.alpha, above.beta)


@lean_part
def _plies_left(search: MinimaxSearch, ply: int) -> int:
    """How many turns there are still to come."""
    now = search.now
    return min(now.depth - ply, now.empty - search.play.now.length)


@lean_part
def _entry(search: MinimaxSearch, ply: int) -> Remembered:
    """Where the table has this position, searched so deep: a deeper search does not drive a shallower one out."""
    mixed = search.plies[ply].hash ^ _plies_left(search, ply) * _MIX
    return search.table[mixed & len(search.table) - 1]


@lean_part
def _recall(search: MinimaxSearch, ply: int) -> bool:
    """Whether the table has a value of this position that will do. Then it is the ply's."""
    now, here, entry = search.now, search.plies[ply], _entry(search, ply)
    if entry.hash != here.hash or entry.depth != _plies_left(search, ply):
        return False
    sign = 1 if search.play.now.turn == now.root else -1
    value = sign * _level(search) + now.point * entry.value
    floor = here.alpha if sign > 0 else -here.beta
    is_too_low, is_too_high = value < _stop(search, ply, sign), value > floor
    if (entry.kind == AT_LEAST and is_too_low) or (entry.kind == AT_MOST and is_too_high):
        return False
    here.best = sign * value
    return True


@lean_part
def _remember(search: MinimaxSearch, ply: int) -> None:
    """Keep the value of this ply in the table, as its mover sees it."""
    now, here, entry = search.now, search.plies[ply], _entry(search, ply)
    alpha, beta = _window(search, ply)
    sign = 1 if search.play.now.turn == now.root else -1
    floor, ceiling = (alpha, beta) if sign > 0 else (-beta, -alpha)
    value = sign * here.best
    entry.hash = here.hash
    entry.value = (value - sign * _level(search)) // now.point
    entry.depth = _plies_left(search, ply)
    entry.kind = AT_MOST if value <= floor else AT_LEAST if value >= ceiling else EXACT


@lean_part
def _descend(search: MinimaxSearch, ply: int) -> bool:
    """Make the next move that fits; False if there is none, or the root's choice is to be told first."""
    here = search.plies[ply]
    if ply == 0 and search.now.is_better:
        return False
    for place in range(here.next, here.count):
        number = _number(search, ply, place)
        if _fits(search, number):
            here.next = place + 1
            _make(search, ply, number)
            return True
    return False


@lean_part
def _make(search: MinimaxSearch, ply: int, number: int) -> None:
    """Make the move, and go to the ply below."""
    fill = search.moves[number]
    if len(search.rotates) > 0:
        _leave(search, number)
    if len(search.table) > 0:
        search.plies[ply + 1].hash = search.plies[ply].hash ^ search.random[fill.cell]
    duel.fill(search.play, fill.cell, fill.digit)
    resumable.enter(search, ply + 1)


@lean_part
def _close(search: MinimaxSearch, ply: int) -> None:
    """If no move was valued, the position itself is. What was searched is remembered."""
    here, is_mine = search.plies[ply], search.play.now.turn == search.now.root
    if ply == 0:
        return
    if abs(here.best) == INF and _is_dead(search, ply):
        here.best = _level(search) + (_bonus(search) if is_mine else 0)
    elif here.next >= 0 and len(search.table) > 0 and search.now.depth - ply > 1:
        _remember(search, ply)


@lean_part
def _is_dead(search: MinimaxSearch, ply: int) -> bool:
    """Whether nothing goes on here: the depth is reached, or no move fits, not even one that is never tried."""
    if search.now.depth == ply or search.now.tried == len(search.moves):
        return True
    goes_on = False
    for number in range(len(search.moves)):
        goes_on |= _fits(search, number)
    return not goes_on


@lean_part
def _ascend(search: MinimaxSearch, ply: int) -> None:
    """Take back the move under way, and note its value. If it stops the ply, no other is tried."""
    now, here, value = search.now, search.plies[ply], search.plies[ply + 1].best
    duel.undo(search.play)
    number = _number(search, ply, here.next - 1)
    if len(search.rotates) > 0:
        search.line[now.waiting] = number
        now.waiting += 1
    sign = 1 if search.play.now.turn == now.root else -1
    if sign * value <= sign * here.best:
        return
    here.best = value
    if ply == 0:
        now.choice, now.is_better = number, 1
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
