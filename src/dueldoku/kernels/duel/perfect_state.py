"""The states of perfect play, in masks: what remains of a game once all of it counts, digits, bombs and territories.

Cells are those that are empty at the start, numbered from 0; a *pair* is a cell and a digit that is legal there. Bit i
of a set of cells, pairs or solutions stands for the one with that number. A state is

    empty       the cells to fill
    mine        of them, those open to the player to move
    theirs      and to the other one; in the classic game, all are open to both
    left        the solutions that agree with what was filled
    possible    the pairs of empty cells that some of these have: the moves that are placed
    bombs       the pairs that are legal, not possible and not used: the moves that pass

Filling leaves fewer solutions, and so turns possible pairs into bombs. Once one solution is left, it is its *sole* one:
then bombs only die, when a cell that they need is filled (see ``bombs.py``).

A player who cannot move is skipped for good. Then digits and bombs do not matter, and neither do they in a game without
bombs: any single solution will do for such a game.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dueldoku.kernels.base.bits import ALL, ONE, ZERO, lowest, mix, popcount
from dueldoku.kernels.base.jit import lean, lean_part
from dueldoku.kernels.base.records import Rows, rows
from dueldoku.kernels.duel.play import POINTS

MANY = -1  # instead of a sole solution
MOST_LISTED = 64  # beyond so many solutions, a state is told by their numbers, not by what they say about empty cells
HALF = ALL >> np.uint64(2)  # sums of numbers up to this do not overflow
# What is mixed into a hash, so that equal numbers with different meanings differ.
_CELL, _BOMB, _LISTED, _NUMBERED, _FILLED, _LIVING = (np.uint64(seed << 56 | seed) for seed in range(1, 7))


class Ground(NamedTuple):
    """What stays as it is for the whole game."""

    units: NDArray[np.uint64]  # cell -> the cells of its row, column and block
    around: NDArray[np.uint64]  # cell -> the cells that filling it opens
    cells: NDArray[np.int64]  # pair -> its cell
    digits: NDArray[np.int64]  # pair -> its digit
    at: NDArray[np.uint64]  # cell -> its pairs
    ends: NDArray[np.uint64]  # pair -> the pairs that are illegal once it is filled in
    solutions: NDArray[np.uint64]  # solution -> its pairs
    within: NDArray[np.uint64]  # pair -> the solutions that have it
    needs: NDArray[np.uint64]  # solution, pair -> the cells that the pair needs as a bomb when that one is the sole one
    images: NDArray[np.uint64]  # symmetry, four cells in a row, which of them -> where they go
    places: NDArray[np.int64]  # symmetry, cell -> the cell that goes there
    names: NDArray[np.int64]  # symmetry, digit -> the digit it becomes; 0 if it may be any that has no name yet
    scratch: NDArray[np.int64]


class PerfectState:
    """What a state is in single numbers, and its key."""

    empty: np.uint64
    mine: np.uint64
    theirs: np.uint64
    sole: int  # the sole solution, or MANY
    count: int  # how many solutions are left
    index: np.uint64  # a hash: where to look for the state,
    check: np.uint64  # and another: how to tell it from others there


class Line(NamedTuple):
    """The states from the start to the one under way, a row each."""

    states: Rows[PerfectState]
    left: NDArray[np.uint64]
    possible: NDArray[np.uint64]
    bombs: NDArray[np.uint64]
    filled: NDArray[np.uint64]  # the pairs that were filled in


def line_of(ground: Ground, plies: int) -> Line:
    """Room for so many states; none of them is set."""
    words, sets = ground.at.shape[1], ground.within.shape[1]
    return Line(
        states=rows(PerfectState, plies),
        left=np.zeros((plies, sets), np.uint64),
        possible=np.zeros((plies, words), np.uint64),
        bombs=np.zeros((plies, words), np.uint64),
        filled=np.zeros((plies, words), np.uint64),
    )


@lean
def points(ground: Ground, empty: np.uint64, cell: int) -> int:
    """What filling the cell is worth."""
    bit = ONE << np.uint64(cell)
    row, col, block = ground.units[cell]
    return POINTS[int(row & empty == bit) + int(col & empty == bit) + int(block & empty == bit)]


@lean_part
def opened(ground: Ground, empty: np.uint64, cell: int) -> int:
    """How many units have one empty cell left when this one is filled."""
    row, col, block = ground.units[cell]
    return int(popcount(row & empty) == 2) + int(popcount(col & empty) == 2) + int(popcount(block & empty) == 2)


@lean
def fill(ground: Ground, line: Line, ply: int, pair: int) -> bool:
    """Write the state after this pair was filled in into the next row; whether the turn passes."""
    state, child = line.states[ply], line.states[ply + 1]
    cell = ground.cells[pair]
    empty = state.empty & ~(ONE << np.uint64(cell))
    mine, theirs = (state.mine | ground.around[cell]) & empty, state.theirs & empty
    child.empty = empty
    child.mine = theirs if theirs else mine
    child.theirs = mine if theirs else ZERO
    child.sole, child.count = state.sole, state.count
    if state.sole == MANY:
        _narrow(ground, line, ply, pair, theirs == ZERO)
    for word in range(ground.at.shape[1]):
        stays, alive = ~ground.ends[pair, word], line.bombs[ply, word]
        if state.sole == MANY:
            line.possible[ply + 1, word] &= line.possible[ply, word] & stays
            alive |= line.possible[ply, word] & ~line.possible[ply + 1, word]
        else:
            line.possible[ply + 1, word] = line.possible[ply, word] & stays
        line.bombs[ply + 1, word] = alive & stays if theirs else ZERO
        line.filled[ply + 1, word] = line.filled[ply, word]
    line.filled[ply + 1, pair >> 6] |= ONE << np.uint64(pair & 63)
    return theirs != ZERO


@lean_part
def _narrow(ground: Ground, line: Line, ply: int, pair: int, is_alone: bool) -> None:
    """Drop the solutions without the pair, and write down all pairs of the others; one will do for who is alone."""
    for word in range(ground.at.shape[1]):
        line.possible[ply + 1, word] = ZERO
    count, last = 0, 0
    for word in range(ground.within.shape[1]):
        rest = line.left[ply, word] & ground.within[pair, word]
        line.left[ply + 1, word] = rest
        while rest and not (is_alone and count):
            last = word << 6 | lowest(rest)
            rest &= rest - ONE
            count += 1
            for other in range(ground.at.shape[1]):
                line.possible[ply + 1, other] |= ground.solutions[last, other]
    line.states[ply + 1].count = count
    if count == 1:
        line.states[ply + 1].sole = last


@lean
def use(ground: Ground, line: Line, ply: int, pair: int) -> bool:
    """Write the state after this bomb was used into the next row; whether the turn passes."""
    state, child = line.states[ply], line.states[ply + 1]
    passes = state.theirs != ZERO
    child.empty, child.sole, child.count = state.empty, state.sole, state.count
    child.mine = state.theirs if passes else state.mine
    child.theirs = state.mine if passes else ZERO
    for word in range(ground.at.shape[1]):
        line.possible[ply + 1, word] = line.possible[ply, word]
        line.bombs[ply + 1, word] = line.bombs[ply, word]
        line.filled[ply + 1, word] = line.filled[ply, word]
    for word in range(ground.within.shape[1]):
        line.left[ply + 1, word] = line.left[ply, word]
    line.bombs[ply + 1, pair >> 6] &= ~(ONE << np.uint64(pair & 63))
    return passes


@lean_part
def count_bombs(line: Line, ply: int) -> int:
    """How many bombs there are."""
    count = 0
    for word in range(line.bombs.shape[1]):
        count += popcount(line.bombs[ply, word])
    return count


# -- keys: states with the same one are worth the same ---------------------------------------------------------------


@lean_part
def identify(ground: Ground, line: Line, ply: int) -> None:
    """Write down the key of this row's state: that of the least of all symmetric ones."""
    state = line.states[ply]
    first = 0 if len(ground.images) else -1  # -1: as it is
    least = ALL
    for symmetry in range(first, len(ground.images)):
        least = min(least, _image(ground, symmetry, state.empty))
    state.index = state.check = ALL
    for symmetry in range(first, len(ground.images)):
        if _image(ground, symmetry, state.empty) != least:
            continue
        mine, theirs = _image(ground, symmetry, state.mine), _image(ground, symmetry, state.theirs)
        contents = _contents(ground, line, ply, symmetry)
        index = mix(contents ^ mix(least ^ mix(mine ^ mix(theirs ^ _CELL))))
        if index <= state.index:
            state.index = index
            state.check = mix(theirs ^ mix(mine ^ mix(least ^ mix(contents ^ _BOMB))))


@lean_part
def _contents(ground: Ground, line: Line, ply: int, symmetry: int) -> np.uint64:
    """All that counts beside the cells, as a number."""
    if line.states[ply].sole != MANY:
        return _bombs(ground, line, ply, symmetry)
    if symmetry >= 0:
        return _board(ground, line, ply, symmetry)
    is_short = line.states[ply].count <= MOST_LISTED
    solutions = _listing(ground, line, ply) if is_short else _numbers(line, ply)
    return mix(solutions ^ mix(_bombs(ground, line, ply, symmetry)))


@lean_part
def _image(ground: Ground, symmetry: int, cells: np.uint64) -> np.uint64:
    """Where the symmetry takes the cells; -1 leaves them where they are."""
    if symmetry < 0:
        return cells
    image = ZERO
    for four in range(ground.images.shape[1]):
        image |= ground.images[symmetry, four, cells >> np.uint64(4 * four) & np.uint64(15)]
    return image


@lean_part
def _bombs(ground: Ground, line: Line, ply: int, symmetry: int) -> np.uint64:
    """The bombs: only what ends them counts, and where not both can use them.

    With one solution left, that is filling the cells that they need, with several, some of the possible moves.
    """
    state, total = line.states[ply], ZERO
    for word in range(line.bombs.shape[1]):
        rest = line.bombs[ply, word]
        while rest:
            pair = word << 6 | lowest(rest)
            rest &= rest - ONE
            cell = ONE << np.uint64(ground.cells[pair])
            is_shared = state.mine & state.theirs & cell != ZERO
            if state.sole != MANY:
                hash = mix(_image(ground, symmetry, ground.needs[state.sole, pair]) ^ _BOMB)
                place = ZERO if is_shared else _image(ground, symmetry, cell)
            else:
                hash, place = _LIVING, np.uint64(ground.cells[pair]) ^ _CELL
                for other in range(line.bombs.shape[1]):
                    hash = mix(hash ^ (ground.ends[pair, other] & line.possible[ply, other]))
            if not is_shared:
                hash = mix(hash ^ place)
            total = (total + (hash & HALF)) & HALF
    return total


@lean_part
def _listing(ground: Ground, line: Line, ply: int) -> np.uint64:
    """What several solutions say about the empty cells. What stands in the others does not matter."""
    total = ZERO
    for word in range(ground.within.shape[1]):
        rest = line.left[ply, word]
        while rest:
            solution = word << 6 | lowest(rest)
            rest &= rest - ONE
            hash = _LISTED
            for other in range(line.bombs.shape[1]):
                hash = mix(hash ^ (ground.solutions[solution, other] & line.possible[ply, other]))
            total = (total + (hash & HALF)) & HALF
    return total


@lean_part
def _numbers(line: Line, ply: int) -> np.uint64:
    """Many solutions, by their numbers."""
    hash = _NUMBERED
    for word in range(line.left.shape[1]):
        hash = mix(hash ^ line.left[ply, word])
    return hash


@lean_part
def _board(ground: Ground, line: Line, ply: int, symmetry: int) -> np.uint64:
    """What was filled in and the bombs, seen through a symmetry; digits that may be any are named as they appear."""
    names, total, next_name = ground.scratch, ZERO, 64
    for digit in range(names.size):
        names[digit] = ground.names[symmetry, digit]
    for seed in range(2):
        for place in range(ground.places.shape[1]):
            cell = ground.places[symmetry, place]
            for word in range(line.bombs.shape[1]):
                rest = ground.at[cell, word] & (line.bombs[ply, word] if seed else line.filled[ply, word])
                while rest:
                    digit = ground.digits[word << 6 | lowest(rest)]
                    rest &= rest - ONE
                    if names[digit] == 0:
                        names[digit] = next_name
                        next_name += 1
                    hash = mix(np.uint64(place << 8 | names[digit]) ^ (_FILLED if seed else _LISTED))
                    total = (total + (hash & HALF)) & HALF
    return total
