"""Counting and solving boards of side 8 and less, whose cells fit into one 64-bit word: each digit has one.

A *frame* is a state that is still to be looked at: a word for each digit, a bit for each cell that may hold it, and a
last word with a bit for each cell that is not settled. Frames lie on a stack, so a count can stop and go on later.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from dueldoku.kernels.base.bits import ALL, ONE, ZERO, lowest
from dueldoku.kernels.base.jit import kernel, lean_part

Words = NDArray[np.uint64]
Tables = tuple[Words, Words]
LARGEST = 8  # side
_DEPTH = 65  # frames: one for each guess, and a guess settles a cell


@cache
def tables_of(m: int, n: int) -> Tables:
    """For each cell the others in its units, and for each unit its cells, as bits."""
    side = m * n
    row, col = (axis.ravel() for axis in np.indices((side, side)))
    block = row // m * m + col // n
    units = [_bits(key == number) for key in (row, col, block) for number in range(side)]
    peers = [
        _bits((row == row[cell]) | (col == col[cell]) | (block == block[cell])) & ~(1 << cell)
        for cell in range(side * side)
    ]
    return np.array(peers, np.uint64), np.array(units, np.uint64)


def _bits(cells: NDArray[np.bool_]) -> int:
    return sum(1 << int(cell) for cell in np.flatnonzero(cells))


def new_frames(side: int) -> Words:
    """Room for a search."""
    return np.empty((_DEPTH, side + 1), np.uint64)


@kernel
def start(frames: Words, values: NDArray[np.uint8]) -> None:
    """Begin with these values, 0 for an empty cell: they are the first frame, and so far the only one."""
    side = frames.shape[1] - 1
    frame = frames[0]
    frame[:] = ZERO
    for cell in range(values.size):
        bit = ONE << np.uint64(cell)
        frame[side] |= bit
        for digit in range(side):
            if values[cell] == 0 or values[cell] == digit + 1:
                frame[digit] |= bit


@lean_part
def _settle(frame: Words, peers: Words) -> tuple[np.uint64, np.uint64, np.uint64]:
    """Settle the cells with one candidate, and what follows: the cells with two or more, three or more, and open ones.

    There are none of two or more and some open ones if it is a contradiction.
    """
    side = frame.size - 1
    while True:
        one = two = three = ZERO
        for digit in range(side):
            three |= two & frame[digit]
            two |= one & frame[digit]
            one |= frame[digit]
        free = frame[side]
        if free & ~one:
            return ZERO, ZERO, ALL
        singles = free & ~two
        if singles == ZERO:
            return two & free, three & free, free
        for digit in range(side):
            mine = frame[digit] & singles
            while mine:
                bit = mine & (~mine + ONE)
                if frame[digit] & bit:  # else it saw another of these: it has no candidate left, as the next look tells
                    frame[digit] &= ~peers[lowest(bit)]
                    frame[side] &= ~bit
                mine &= mine - ONE


@lean_part
def _look_at_units(frame: Words, units: Words) -> int:
    """Look for digits with one place left in a unit, and keep others out of it: 1 if there was any, else 0.

    -1 if a digit has no place at all.
    """
    side = frame.size - 1
    found = 0
    for digit in range(side):
        for unit in range(units.size):
            places = frame[digit] & units[unit]
            if places == ZERO:
                return -1
            if places & (places - ONE) == ZERO and places & frame[side]:
                for other in range(side):
                    if other != digit:
                        frame[other] &= ~places
                found = 1
    return found


@lean_part
def _write(frame: Words, solution: NDArray[np.uint8]) -> None:
    for cell in range(solution.size):
        for digit in range(frame.size - 1):
            if frame[digit] >> np.uint64(cell) & ONE:
                solution[cell] = digit + 1


@kernel
def count(
    frames: Words, depth: int, tables: Tables, solutions: NDArray[np.uint8], limit: int, most_nodes: int
) -> tuple[int, int, int, int]:
    """Go on with the first ``depth`` frames until there are ``limit`` more solutions, or ``most_nodes`` nodes.

    ``solutions`` (a row of values each) gets as many of them as it has rows. Returns how many there were, nodes and
    guesses made, and the depth: 0 if it is over.
    """
    peers, units = tables
    side = frames.shape[1] - 1
    found = nodes = guesses = 0
    while depth > 0 and found < limit and nodes < most_nodes:
        depth -= 1
        nodes += 1
        frame = frames[depth]
        two, three, free = _settle(frame, peers)
        # Units are looked at where no cell has two candidates: there a guess costs most.
        while two != ZERO and two & ~three == ZERO:
            told = _look_at_units(frame, units)
            if told < 0:
                two, free = ZERO, ALL
            elif told == 0:
                break
            else:
                two, three, free = _settle(frame, peers)
        if two == ZERO:
            if free == ZERO:
                if found < len(solutions):
                    _write(frame, solutions[found])
                found += 1
            continue
        choice = two & ~three if two & ~three else two
        bit = choice & (~choice + ONE)
        digit = 0
        while frame[digit] & bit == ZERO:
            digit += 1
        guesses += 1
        other = frames[depth + 1]
        for word in range(side + 1):
            other[word] = frame[word]
        frame[digit] &= ~bit
        for word in range(side):
            if word != digit:
                other[word] &= ~bit
        depth += 2
    return found, nodes, guesses, depth
