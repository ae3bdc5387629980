"""The game for compiled searches: a position in arrays, moves made and taken back in place.

    values    5 0 0 3 ...      cell -> its digit, 0 if it is empty; ``used`` and ``empty`` sum up each unit
    trail     (7, 0) (-1, 1)   the turns since: player 0 filled cell 7, player 1 used a bomb
    now       turn 0, length 2

Nothing is checked here: a search proposes only what is legal, and whether a digit leaves the board solvable is for the
solver to say. A bomb is a ``skip``. The scores, the turn and who is stuck follow the rules of ``game/`` exactly, unless
the position is ``refillable``, which reproduces a mistake of report 000.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from dueldoku.board.geometry import Geometry
from dueldoku.duel import rules
from dueldoku.kernels.base.bits import ALL, ONE
from dueldoku.kernels.base.jit import lean_part
from dueldoku.kernels.base.records import Index, Rows, Small, record, rows

POINTS = np.array(rules.POINTS)  # for completing so many units at once
_SETS = np.array([0, *(1 << bit for bit in range(64))], np.uint64)  # the set of one digit; of none for an empty cell


class PlayState:
    """Where a game stands."""

    turn: int  # who moves: 0 or 1
    length: int  # how many turns are on the trail


class Made:
    """A turn on the trail."""

    cell: Small  # -1 for a skip
    player: Small
    digit: Small  # these two where cells are refilled, and only there
    gain: Small


class Fill:
    """A digit for a cell."""

    cell: Index
    digit: Index


class Field(NamedTuple):
    """What follows from the shape of a board."""

    units: NDArray[np.uint64]  # cell -> its row, column and block; unsigned indices are not checked for their sign
    neighbours: NDArray[np.int32]  # cell -> the cells around it, then -1s


class Play(NamedTuple):
    """A position, and the turns since. Players are 0 and 1 here, digits from 1 on, digit sets have bit digit - 1."""

    field: Field
    values: NDArray[np.uint8]
    used: NDArray[np.uint64]  # the digits of each unit
    empty: NDArray[np.int32]  # the empty cells of each unit
    reach: NDArray[np.int32]  # player, cell -> how often it is open to them: by their region, by their cells around it
    open: NDArray[np.int32]  # player -> how many empty cells are open to them
    scores: NDArray[np.int64]
    now: PlayState
    trail: Rows[Made]
    # Whether cells may be filled again. A tuple, empty or not, tells that when compiling: minimax is an eighth faster
    # so. The tree searches are not, and with a bool they need to be compiled only once.
    refills: bool | tuple[int, ...] = ()


@cache
def field_of(geometry: Geometry, territories: bool) -> Field:
    """The tables of these boards; neighbours only where there are territories."""
    neighbours = np.full((geometry.size, 8), -1, np.int32)
    for cell, around in enumerate(geometry.neighbours if territories else ()):
        neighbours[cell, : len(around)] = sorted(around)
    return Field(np.array(geometry.units_of, np.uint64), neighbours)


@cache
def _units(geometry: Geometry) -> NDArray[np.intp]:
    """The cells of each unit."""
    return np.array(geometry.units, np.intp)


def play_of(
    geometry: Geometry,
    values: Sequence[int],
    scores: Sequence[int],
    turn: int,
    reach: Sequence[Sequence[int]],
    most_skips: int = 0,
) -> Play:
    """The position with player ``turn`` (1 or 2) to move. Without ``reach``, every cell is open to both.

    There is room for as many turns as there are empty cells, and for ``most_skips`` more.
    """
    field = field_of(geometry, bool(reach))
    array = np.array(values, np.uint8)
    in_units = array[_units(geometry)]
    used = np.bitwise_or.reduce(_SETS[in_units], axis=1)
    empty = (in_units == 0).sum(axis=1, dtype=np.int32)
    reached = np.array(reach, np.int32) if reach else np.ones((2, geometry.size), np.int32)
    is_open = ((array == 0) & (reached > 0)).sum(axis=1).astype(np.int32)
    return Play(
        field=field,
        values=array,
        used=used,
        empty=empty,
        reach=reached,
        open=is_open,
        scores=np.array(scores, np.int64),
        now=record(PlayState, turn=turn - 1),
        trail=rows(Made, int((array == 0).sum()) + most_skips + 1),
    )


def refillable(play: Play) -> Play:
    """The position, with cells that may be filled again and again, as in the searches of report 000.

    A filled cell rules its digit out in its units, but stays open to its other digits. A second digit takes the place
    of the first and scores whatever units are full then; both stay ruled out. Taking back empties the cell, whatever
    stood there before. The players take turns until nobody has a legal move: not the turn, but ``digits`` tells that.
    Only where every cell is open to both; elsewhere nothing changes.
    """
    if play.field.neighbours[0, 0] >= 0:
        return play
    play.reach[:] = play.values == 0
    play.open[:] = play.values.size  # nobody is ever stuck
    return play._replace(refills=True if play.refills is False else (1,))


def copy_of(play: Play) -> Play:
    """The same position once more. What follows from the shape of the board is shared."""
    shared = ("field", "refills")
    return play._replace(**{name: getattr(play, name).copy() for name in Play._fields if name not in shared})


def fills_of(pairs: Sequence[tuple[int, int]]) -> Rows[Fill]:
    """These cells and digits as rows."""
    fills = np.asarray(rows(Fill, len(pairs)))
    fills["cell"], fills["digit"] = np.array(pairs, np.int64).reshape(-1, 2).T
    return cast(Rows[Fill], fills)


@lean_part
def units_with(units: NDArray[np.uint64], empty: NDArray[np.integer], cell: int, count: int) -> int:
    """How many of the cell's units have so many empty cells."""
    row, col, block = units[cell]
    return int(empty[row] == count) + int(empty[col] == count) + int(empty[block] == count)


@lean_part
def digits(play: Play, cell: int) -> np.uint64:
    """The digits that do not yet stand in a unit of the cell, as a set."""
    row, col, block = play.field.units[cell]
    side = np.uint64(play.used.size // 3)
    return ~(play.used[row] | play.used[col] | play.used[block]) & (ALL >> np.uint64(64) - side)


@lean_part
def _is_refill(play: Play, cell: int) -> bool:
    """Whether the cell is filled, and may be filled all the same."""
    return bool(play.refills) and play.values[cell] != 0


@lean_part
def points(play: Play, cell: int) -> int:
    """What filling the cell is worth."""
    return POINTS[units_with(play.field.units, play.empty, cell, 0 if _is_refill(play, cell) else 1)]


@lean_part
def is_over(play: Play) -> bool:
    """Whether nobody can move."""
    return play.open[0] == 0 and play.open[1] == 0


@lean_part
def can_fill(play: Play, cell: int) -> bool:
    """Whether the cell is empty, or can be refilled, and open to the player to move."""
    return (play.values[cell] == 0 or bool(play.refills)) and play.reach[play.now.turn, cell] > 0


@lean_part
def passes(play: Play, cell: int) -> bool:
    """Whether filling the cell gives the turn to the other player; not if that leaves them stuck."""
    other = 1 - play.now.turn
    return play.open[other] - (play.reach[other, cell] > 0) > 0


@lean_part
def _pass_on(play: Play, cell: int) -> None:
    """Write the turn down and give it to the other player, unless they are stuck."""
    now = play.now
    player, made = now.turn, play.trail[now.length]
    made.cell, made.player = cell, player
    now.length += 1
    if play.open[1 - player] > 0:
        now.turn = 1 - player


@lean_part
def mark(play: Play, cell: int) -> int:
    """The player to move fills the cell with no digit in particular; returns the points they get. There is no undo.

    A digit never changes the score, so this is all that a game to its end needs.
    """
    player = play.now.turn
    gain = points(play, cell)
    if not _is_refill(play, cell):
        for k in range(3):
            play.empty[play.field.units[cell, k]] -= 1
    play.scores[player] += gain
    play.values[cell] = 1
    if not bool(play.refills):
        _reach_out(play, cell)
    _pass_on(play, cell)
    return gain


@lean_part
def _reach_out(play: Play, cell: int) -> None:
    """The cell is no longer open to anybody, and those around it are open to the player to move."""
    player = play.now.turn
    for other in range(2):
        if play.reach[other, cell] > 0:
            play.open[other] -= 1
    for k in range(8):
        neighbour = play.field.neighbours[cell, k]
        if neighbour < 0:
            break
        play.reach[player, neighbour] += 1
        if play.reach[player, neighbour] == 1 and play.values[neighbour] == 0:
            play.open[player] += 1


@lean_part
def fill(play: Play, cell: int, digit: int) -> int:
    """The player to move fills the cell; returns the points they get."""
    gain = mark(play, cell)
    play.values[cell] = digit
    for k in range(3):
        play.used[play.field.units[cell, k]] |= ONE << np.uint64(digit - 1)
    if bool(play.refills):
        made = play.trail[play.now.length - 1]
        made.digit, made.gain = digit, gain
    return gain


@lean_part
def skip(play: Play) -> None:
    """The player to move uses a bomb: nothing is filled, and the turn passes on."""
    _pass_on(play, -1)


@lean_part
def undo(play: Play) -> None:
    """Take back the last turn."""
    now = play.now
    now.length -= 1
    made = play.trail[now.length]
    cell, player = made.cell, made.player
    now.turn = player
    if cell < 0:
        return
    if bool(play.refills):
        _empty(play, made)
        return
    digit = play.values[cell]
    play.values[cell] = 0
    for k in range(3):
        unit = play.field.units[cell, k]
        play.used[unit] &= ~(ONE << np.uint64(digit - 1))
        play.empty[unit] += 1
    for k in range(8):
        neighbour = play.field.neighbours[cell, k]
        if neighbour < 0:
            break
        play.reach[player, neighbour] -= 1
        if play.reach[player, neighbour] == 0 and play.values[neighbour] == 0:
            play.open[player] -= 1
    for other in range(2):
        if play.reach[other, cell] > 0:
            play.open[other] += 1
    play.scores[player] -= points(play, cell)


@lean_part
def _empty(play: Play, made: Made) -> None:
    """Take back a turn where cells are refilled: the cell is empty then, even if it was not before that turn."""
    vacate(play, made.cell)
    for k in range(3):
        play.used[play.field.units[made.cell, k]] &= ~(ONE << np.uint64(made.digit - 1))
    play.scores[made.player] -= made.gain


@lean_part
def vacate(play: Play, cell: int) -> None:
    """Where cells are refilled: the cell is empty, as after a refill that was made and taken back."""
    if _is_refill(play, cell):
        play.values[cell] = 0
        for k in range(3):
            play.empty[play.field.units[cell, k]] += 1


@lean_part
def copy(play: Play, other: Play) -> None:
    """Give ``other``, a game on a board of the same shape and rules, the same position. Its trail is empty then."""
    for cell in range(play.values.size):
        other.values[cell] = play.values[cell]
    for unit in range(play.used.size):
        other.used[unit] = play.used[unit]
        other.empty[unit] = play.empty[unit]
    if play.field.neighbours[0, 0] >= 0:  # without territories, the reach never changes
        for player in range(2):
            for cell in range(play.values.size):
                other.reach[player, cell] = play.reach[player, cell]
    for player in range(2):
        other.open[player] = play.open[player]
        other.scores[player] = play.scores[player]
    other.now.turn = play.now.turn
    other.now.length = 0
