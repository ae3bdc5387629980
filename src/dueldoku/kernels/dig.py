"""Digging 9x9 puzzles: clues are taken from a full board as long as its solution stays the only one.

The puzzle is kept as a state of the search (``nine.py``): each digit's places, clues and empty cells. To see whether a
clue can go, its cell is opened to every digit but its own: if that has no solution, the puzzle without the clue has
only the one it had. A clue that had to stay once has to stay for ever, so going over all cells once makes a minimal
puzzle.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from dueldoku.kernels.deduce import BAND
from dueldoku.kernels.fill import fill, shuffle
from dueldoku.kernels.memory import address_of, load, store
from dueldoku.kernels.nine import DEPTH, MEMORY, SPENT, STATE, proceed, start, word_of

_ENDLESS = 1 << 60
_CELLS = 81


@njit(nogil=True)
def _open(state: int, cell: int) -> None:
    """Let every digit into the cell."""
    bit = 1 << cell % 27
    for digit in range(9):
        word = word_of(digit, cell // 27)
        store(state, word, load(state, word) | bit)


@njit(nogil=True)
def _close(state: int, cell: int, value: int) -> None:
    """Let only ``value`` into the cell."""
    bit = 1 << cell % 27
    for digit in range(9):
        if digit != value - 1:
            word = word_of(digit, cell // 27)
            store(state, word, load(state, word) & ~bit)


@njit(nogil=True)
def _has_other(state: int, cell: int, value: int, memory: Any, nothing: Any) -> Any:
    """Whether there is a solution without ``value`` in the cell, which is open."""
    room = (address_of(memory) + 31) & ~31
    for word in range(STATE):
        store(room, word, load(state, word))
    word = word_of(value - 1, cell // 27)
    store(room, word, load(room, word) & ~(1 << cell % 27))
    store(room, DEPTH, 0)
    store(room, SPENT, 0)
    return proceed(memory, nothing, 1, _ENDLESS)[0] > 0


@njit(nogil=True)
def _set_up(state: int, puzzle: Any) -> None:
    """The state of a full board."""
    for word in range(STATE):
        store(state, word, 0)
    for band in range(3):
        for digit in range(9):
            store(state, word_of(digit, band), BAND)
    for cell in range(_CELLS):
        _close(state, cell, puzzle[cell])


@njit(nogil=True)
def _dig(puzzle: Any, groups: Any, order: Any, clues: int, memory: Any, words: Any, nothing: Any) -> None:
    """Take away groups of clues of a full board in the given order, down to ``clues``."""
    state = address_of(words)
    _set_up(state, puzzle)
    left = _CELLS
    for number in order:
        group = groups[number]
        group = group[group >= 0]
        if left - len(group) < clues:
            continue
        unique = True
        for cell in group:
            if unique:
                _open(state, cell)
                unique = not _has_other(state, cell, puzzle[cell], memory, nothing)
        if unique:
            puzzle[group] = 0
            left -= len(group)
        else:
            for cell in group:
                _close(state, cell, puzzle[cell])


@njit(nogil=True, cache=True)
def dig_batch(randoms: Any, groups: Any, clues: int, puzzles: Any) -> None:
    """For each random state a puzzle with at least ``clues`` clues.

    A row of ``groups`` are cells that are emptied together (-1: none).
    """
    memory, words, nothing = np.zeros(MEMORY, np.uint32), np.empty(STATE, np.uint32), np.empty((0, 81), np.uint8)
    order = np.empty(len(groups), np.int64)
    for number in range(len(randoms)):
        random, puzzle = randoms[number], puzzles[number]
        fill(random, 3, 3, puzzle)
        order[:] = np.arange(len(groups))
        shuffle(random, order)
        _dig(puzzle, groups, order, clues, memory, words, nothing)


@njit(nogil=True, cache=True)
def tally(puzzle: Any, memory: Any, found: Any, counts: Any, most: int) -> int:
    """How many solutions the puzzle (81 ASCII bytes) has, counted until there are ``most``.

    ``counts[cell, digit - 1]`` tells how many of them have this digit there. ``found`` is room for some solutions.
    """
    counts[:] = 0
    start(memory, puzzle)
    total, over = 0, False
    while not over and total < most:
        number, _, _, over = proceed(memory, found, len(found), _ENDLESS)
        for solution in found[:number]:
            for cell in range(_CELLS):
                counts[cell, solution[cell] - 49] += 1
        total += number
    return total
