"""The game for compiled searches: a position in arrays, moves made and taken back in place.

Nothing is checked here: a search proposes only what is legal, and whether a digit leaves the board solvable is for the
solver to say. A bomb is a ``skip``. The scores, the turn and who is stuck follow the rules of ``game/`` exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dueldoku.board.geometry import Geometry
from dueldoku.kernels.base.jit import lean

ONE = np.uint64(1)
POINTS = np.array([0, 1, 3, 7])  # for completing so many units at once
TURN, LENGTH = range(2)  # places in ``counts``: who moves (0 or 1), how many turns are on the trail


class Field(NamedTuple):
    """What follows from the shape of a board."""

    units: NDArray[
        np.uint64
    ]  # cell -> its row, column and block; unsigned, so that an index is not checked for its sign
    neighbours: NDArray[np.int32]  # cell -> the cells around it, then -1s


class Play(NamedTuple):
    """A position, and the turns since. Players are 0 and 1 here, digits from 1 on, digit sets have bit digit - 1."""

    field: Field
    values: NDArray[np.uint8]
    used: NDArray[np.uint64]  # the digits of each unit
    empty: NDArray[np.int32]  # the empty cells of each unit
    reach: NDArray[np.int32]  # player, cell -> how often it is open to him: by his region, by his neighbouring cells
    open: NDArray[np.int32]  # player -> how many empty cells are open to him
    scores: NDArray[np.int64]
    counts: NDArray[np.int64]
    trail: NDArray[np.int32]  # cell and player of each turn; -1 for a skip


@cache
def field_of(m: int, n: int, territories: bool) -> Field:
    """The tables of boards with blocks of ``m`` rows by ``n`` columns; neighbours only where there are territories."""
    geometry = Geometry.of(m, n)
    neighbours = np.full((geometry.size, 8), -1, np.int32)
    for cell, around in enumerate(geometry.neighbours if territories else ()):
        neighbours[cell, : len(around)] = sorted(around)
    return Field(np.array(geometry.units_of, np.uint64), neighbours)


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
    field = field_of(geometry.m, geometry.n, bool(reach))
    array = np.array(values, np.uint8)
    used, empty = np.zeros(3 * geometry.side, np.uint64), np.zeros(3 * geometry.side, np.int32)
    for cell, value in enumerate(values):
        for unit in geometry.units_of[cell]:
            if value:
                used[unit] |= ONE << np.uint64(value - 1)
            else:
                empty[unit] += 1
    reached = np.array(reach, np.int32) if reach else np.ones((2, geometry.size), np.int32)
    is_open = ((array == 0) & (reached > 0)).sum(axis=1).astype(np.int32)
    counts = np.array([turn - 1, 0], np.int64)
    trail = np.zeros((int((array == 0).sum()) + most_skips + 1, 2), np.int32)
    return Play(field, array, used, empty, reached, is_open, np.array(scores, np.int64), counts, trail)


@lean
def digits(play: Any, cell: Any) -> Any:
    """The digits that do not yet stand in a unit of the cell, as a set."""
    row, col, block = play.field.units[cell]
    side = np.uint64(play.used.size // 3)
    return ~(play.used[row] | play.used[col] | play.used[block]) & (~np.uint64(0) >> np.uint64(64) - side)


@lean
def points(play: Any, cell: Any) -> Any:
    """What filling the empty cell is worth."""
    row, col, block = play.field.units[cell]
    complete = int(play.empty[row] == 1) + int(play.empty[col] == 1) + int(play.empty[block] == 1)
    return POINTS[complete]


@lean
def is_over(play: Any) -> Any:
    """Whether nobody can move."""
    return play.open[0] == 0 and play.open[1] == 0


@lean
def can_fill(play: Any, cell: Any) -> Any:
    """Whether the cell is empty and open to the player to move."""
    return play.values[cell] == 0 and play.reach[play.counts[TURN], cell] > 0


@lean
def passes(play: Any, cell: Any) -> Any:
    """Whether filling the cell gives the turn to the other player; not if that leaves him stuck."""
    other = 1 - play.counts[TURN]
    return play.open[other] - (play.reach[other, cell] > 0) > 0


@lean
def _pass_on(play: Any, cell: Any) -> None:
    """Write the turn down and give it to the other player, unless he is stuck."""
    counts = play.counts
    player = counts[TURN]
    play.trail[counts[LENGTH], 0] = cell
    play.trail[counts[LENGTH], 1] = player
    counts[LENGTH] += 1
    if play.open[1 - player] > 0:
        counts[TURN] = 1 - player


@lean
def close(play: Any, cell: Any) -> Any:
    """Count the cell as filled in its units; returns what that is worth. Nothing else changes."""
    gain = points(play, cell)
    for k in range(3):
        play.empty[play.field.units[cell, k]] -= 1
    return gain


@lean
def mark(play: Any, cell: Any) -> Any:
    """The player to move fills the cell with no digit in particular; returns the points he gets. There is no undo.

    A digit never changes the score, so this is all that a game to its end needs.
    """
    player = play.counts[TURN]
    gain = close(play, cell)
    play.scores[player] += gain
    play.values[cell] = 1
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
    _pass_on(play, cell)
    return gain


@lean
def fill(play: Any, cell: Any, digit: Any) -> Any:
    """The player to move fills the cell; returns the points he gets."""
    gain = mark(play, cell)
    play.values[cell] = digit
    for k in range(3):
        play.used[play.field.units[cell, k]] |= ONE << np.uint64(digit - 1)
    return gain


@lean
def skip(play: Any) -> None:
    """The player to move uses a bomb: nothing is filled, and the turn passes on."""
    _pass_on(play, -1)


@lean
def undo(play: Any) -> None:
    """Take back the last turn."""
    counts = play.counts
    counts[LENGTH] -= 1
    cell, player = play.trail[counts[LENGTH]]
    counts[TURN] = player
    if cell < 0:
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


@lean
def copy(play: Any, other: Any) -> None:
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
    other.counts[TURN] = play.counts[TURN]
    other.counts[LENGTH] = 0
