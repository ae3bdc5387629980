"""Digging 9x9 puzzles: clues are taken from a full board as long as its solution stays the only one.

The puzzle is kept as a state of the search (``nine.py``): each digit's places, clues and empty cells. To see whether a
clue can go, its cell is opened to every digit but its own: if that has no solution, the puzzle without the clue has
only the one it had. A clue that had to stay once has to stay for ever, so going over all cells once makes a minimal
puzzle.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dueldoku.kernels.base.bits import signed
from dueldoku.kernels.base.jit import kernel, part
from dueldoku.kernels.base.memory import address_of, load, store
from dueldoku.kernels.solving.nine import ENDLESS, Bytes, Words, proceed, run, set_up, start
from dueldoku.kernels.solving.nine_state import DEPTH, FOUND, GUESSES, MEMORY, REFUTED, SPENT, copy_state, word_of

Numbers = NDArray[np.int64]
_CELLS = 81
_NONE, _ONE = signed(0), signed(1)


@part
def _open(state: int, cell: int) -> None:
    """Let every digit into the cell."""
    bit = 1 << cell % 27
    for digit in range(9):
        word = word_of(digit, cell // 27)
        store(state, word, load(state, word) | bit)


@part
def _close(state: int, cell: int, value: int) -> None:
    """Let only ``value`` into the cell."""
    bit = 1 << cell % 27
    for digit in range(9):
        if digit != value - 1:
            word = word_of(digit, cell // 27)
            store(state, word, load(state, word) & ~bit)


@part
def _has_other(room: int, state: int, cell: int, value: int) -> bool:
    """Whether there is a solution without ``value`` in the cell, which is open. ``room`` is the search's memory."""
    copy_state(room, state)
    word = word_of(value - 1, cell // 27)
    store(room, word, load(room, word) & ~(1 << cell % 27))
    for counter in (DEPTH, SPENT, FOUND, GUESSES, REFUTED):
        store(room, counter, 0)
    run(room, room, _NONE, _ONE, ENDLESS)
    return load(room, FOUND) > 0


@kernel
def dig_batch(puzzles: Bytes, groups: Numbers, orders: Numbers, clues: int) -> None:
    """Take clues from each full board: its row of ``orders`` says which groups of them in turn, down to ``clues``.

    A row of ``groups`` are cells that are emptied together (-1: none).
    """
    memory = np.empty(2 * MEMORY, np.uint32)
    room = (address_of(memory) + 31) & ~31
    state = room + 4 * (MEMORY - 16)
    for row in range(len(puzzles)):
        puzzle = puzzles[row]
        set_up(state, address_of(puzzle))
        left = _CELLS
        for number in orders[row]:
            group = groups[number]
            size = 0
            for cell in group:
                size += cell >= 0
            unique = left - size >= clues
            for cell in group[:size]:
                if unique:
                    _open(state, cell)
                    unique = not _has_other(room, state, cell, puzzle[cell])
            for cell in group[:size]:
                if unique:
                    puzzle[cell] = 0
                else:
                    _close(state, cell, puzzle[cell])
            left -= size * unique


@kernel
def tally(puzzle: Bytes, memory: Words, found: Bytes, counts: Numbers, most: int) -> int:
    """How many solutions the puzzle (81 values or characters) has, counted until there are ``most``.

    ``counts[cell, digit - 1]`` tells how many of them have this digit there. ``found`` is room for some solutions.
    """
    counts[:] = 0
    start(memory, puzzle)
    total, over = 0, False
    while not over and total < most:
        number, _, _, over = proceed(memory, found, len(found), ENDLESS)
        for solution in found[:number]:
            for cell in range(_CELLS):
                counts[cell, solution[cell] - 1] += 1
        total += number
    return total
