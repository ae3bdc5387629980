"""What remains of a game, in masks: empty cells, solutions, bombs, territories. For searches that need all of it.

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

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dueldoku.kernels.base.bits import lowest, mix, popcount
from dueldoku.kernels.base.jit import lean
from dueldoku.kernels.duel.play import POINTS

ONE, NONE = np.uint64(1), np.uint64(0)
EMPTY, MINE, THEIRS, SOLE, COUNT = range(5)  # places in ``masks``: sets of cells, the sole solution, how many are left
MANY = ~NONE  # instead of a sole solution
MOST_LISTED = 64  # beyond so many solutions, a state is told by their numbers, not by what they say about empty cells
HALF = ~NONE >> np.uint64(2)  # sums of numbers up to this do not overflow
INDEX, CHECK = range(2)  # places in ``keys``
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


class Line(NamedTuple):
    """The states from the start to the one under way, a row each."""

    masks: NDArray[np.uint64]
    left: NDArray[np.uint64]
    possible: NDArray[np.uint64]
    bombs: NDArray[np.uint64]
    filled: NDArray[np.uint64]  # the pairs that were filled in
    keys: NDArray[np.uint64]  # two hashes: where to look for the state, and how to tell it from others there


@lean
def points(ground: Any, empty: Any, cell: Any) -> Any:
    """What filling the cell is worth."""
    bit = ONE << np.uint64(cell)
    row, col, block = ground.units[cell]
    return POINTS[int(row & empty == bit) + int(col & empty == bit) + int(block & empty == bit)]


@lean
def opened(ground: Any, empty: Any, cell: Any) -> Any:
    """How many units have one empty cell left when this one is filled."""
    row, col, block = ground.units[cell]
    return int(popcount(row & empty) == 2) + int(popcount(col & empty) == 2) + int(popcount(block & empty) == 2)


@lean
def fill(ground: Any, line: Any, ply: Any, pair: Any) -> Any:
    """Write the state after this pair was filled in into the next row; whether the turn passes."""
    masks, child = line.masks[ply], line.masks[ply + 1]
    cell = ground.cells[pair]
    empty = masks[EMPTY] & ~(ONE << np.uint64(cell))
    mine, theirs = (masks[MINE] | ground.around[cell]) & empty, masks[THEIRS] & empty
    child[EMPTY] = empty
    child[MINE] = theirs if theirs else mine
    child[THEIRS] = mine if theirs else NONE
    child[SOLE], child[COUNT] = masks[SOLE], masks[COUNT]
    if masks[SOLE] == MANY:
        _narrow(ground, line, ply, pair, theirs == NONE)
    for word in range(ground.at.shape[1]):
        stays, alive = ~ground.ends[pair, word], line.bombs[ply, word]
        if masks[SOLE] == MANY:
            line.possible[ply + 1, word] &= line.possible[ply, word] & stays
            alive |= line.possible[ply, word] & ~line.possible[ply + 1, word]
        else:
            line.possible[ply + 1, word] = line.possible[ply, word] & stays
        line.bombs[ply + 1, word] = alive & stays if theirs else NONE
        line.filled[ply + 1, word] = line.filled[ply, word]
    line.filled[ply + 1, pair >> 6] |= ONE << np.uint64(pair & 63)
    return theirs != NONE


@lean
def _narrow(ground: Any, line: Any, ply: Any, pair: Any, is_alone: Any) -> None:
    """Drop the solutions without the pair, and write down all pairs of the others; one will do for who is alone."""
    for word in range(ground.at.shape[1]):
        line.possible[ply + 1, word] = NONE
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
    line.masks[ply + 1, COUNT] = count
    if count == 1:
        line.masks[ply + 1, SOLE] = last


@lean
def use(ground: Any, line: Any, ply: Any, pair: Any) -> Any:
    """Write the state after this bomb was used into the next row; whether the turn passes."""
    masks, child = line.masks[ply], line.masks[ply + 1]
    passes = masks[THEIRS] != NONE
    child[EMPTY], child[SOLE], child[COUNT] = masks[EMPTY], masks[SOLE], masks[COUNT]
    child[MINE] = masks[THEIRS] if passes else masks[MINE]
    child[THEIRS] = masks[MINE] if passes else NONE
    for word in range(ground.at.shape[1]):
        line.possible[ply + 1, word] = line.possible[ply, word]
        line.bombs[ply + 1, word] = line.bombs[ply, word]
        line.filled[ply + 1, word] = line.filled[ply, word]
    for word in range(ground.within.shape[1]):
        line.left[ply + 1, word] = line.left[ply, word]
    line.bombs[ply + 1, pair >> 6] &= ~(ONE << np.uint64(pair & 63))
    return passes


@lean
def count_bombs(line: Any, ply: Any) -> Any:
    """How many bombs there are."""
    count = 0
    for word in range(line.bombs.shape[1]):
        count += popcount(line.bombs[ply, word])
    return count


# -- keys: states with the same one are worth the same ---------------------------------------------------------------


@lean
def identify(ground: Any, line: Any, ply: Any) -> None:
    """Write down the key of this row's state: that of the least of all symmetric ones."""
    masks, key = line.masks[ply], line.keys[ply]
    first = 0 if len(ground.images) else -1  # -1: as it is
    least = MANY
    for symmetry in range(first, len(ground.images)):
        least = min(least, _image(ground, symmetry, masks[EMPTY]))
    key[INDEX] = key[CHECK] = MANY
    for symmetry in range(first, len(ground.images)):
        if _image(ground, symmetry, masks[EMPTY]) != least:
            continue
        mine, theirs = _image(ground, symmetry, masks[MINE]), _image(ground, symmetry, masks[THEIRS])
        contents = _contents(ground, line, ply, symmetry)
        index = mix(contents ^ mix(least ^ mix(mine ^ mix(theirs ^ _CELL))))
        if index <= key[INDEX]:
            key[INDEX] = index
            key[CHECK] = mix(theirs ^ mix(mine ^ mix(least ^ mix(contents ^ _BOMB))))


@lean
def _contents(ground: Any, line: Any, ply: Any, symmetry: Any) -> Any:
    """All that counts beside the cells, as a number."""
    if line.masks[ply, SOLE] != MANY:
        return _bombs_of_one(ground, line, ply, symmetry)
    if symmetry >= 0:
        return _board(ground, line, ply, symmetry)
    is_short = line.masks[ply, COUNT] <= MOST_LISTED
    solutions = _listing(ground, line, ply) if is_short else _numbers(line, ply)
    return mix(solutions ^ mix(_living(ground, line, ply)))


@lean
def _image(ground: Any, symmetry: Any, cells: Any) -> Any:
    """Where the symmetry takes the cells; -1 leaves them where they are."""
    if symmetry < 0:
        return cells
    image = NONE
    for four in range(ground.images.shape[1]):
        image |= ground.images[symmetry, four, cells >> np.uint64(4 * four) & np.uint64(15)]
    return image


@lean
def _is_shared(masks: Any, cell: Any) -> Any:
    return masks[MINE] & masks[THEIRS] & (ONE << np.uint64(cell)) != NONE


@lean
def _bombs_of_one(ground: Any, line: Any, ply: Any, symmetry: Any) -> Any:
    """The bombs when one solution is left: only which cells they need counts, and where not both can use them."""
    masks = line.masks[ply]
    total = NONE
    for word in range(line.bombs.shape[1]):
        rest = line.bombs[ply, word]
        while rest:
            pair = word << 6 | lowest(rest)
            rest &= rest - ONE
            hash = mix(_image(ground, symmetry, ground.needs[masks[SOLE], pair]) ^ _BOMB)
            if not _is_shared(masks, ground.cells[pair]):
                hash = mix(hash ^ _image(ground, symmetry, ONE << np.uint64(ground.cells[pair])))
            total = (total + (hash & HALF)) & HALF
    return total


@lean
def _living(ground: Any, line: Any, ply: Any) -> Any:
    """The bombs of several solutions: only which moves end them counts, and where not both can use them."""
    total = NONE
    for word in range(line.bombs.shape[1]):
        rest = line.bombs[ply, word]
        while rest:
            pair = word << 6 | lowest(rest)
            rest &= rest - ONE
            hash = _LIVING
            for other in range(line.bombs.shape[1]):
                hash = mix(hash ^ (ground.ends[pair, other] & line.possible[ply, other]))
            if not _is_shared(line.masks[ply], ground.cells[pair]):
                hash = mix(hash ^ np.uint64(ground.cells[pair]) ^ _CELL)
            total = (total + (hash & HALF)) & HALF
    return total


@lean
def _listing(ground: Any, line: Any, ply: Any) -> Any:
    """What several solutions say about the empty cells. What stands in the others does not matter."""
    total = NONE
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


@lean
def _numbers(line: Any, ply: Any) -> Any:
    """Many solutions, by their numbers."""
    hash = _NUMBERED
    for word in range(line.left.shape[1]):
        hash = mix(hash ^ line.left[ply, word])
    return hash


@lean
def _board(ground: Any, line: Any, ply: Any, symmetry: Any) -> Any:
    """What was filled in and the bombs, seen through a symmetry; digits that may be any are named as they appear."""
    names, total, next_name = ground.scratch, NONE, 64
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
