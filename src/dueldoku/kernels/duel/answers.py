"""The solver's answers for games in lockstep (``lockstep.py``): solutions of each board, written into its game's set.

A row of ``asked`` is the game, how many solutions to look for, and, filled in here, how many there are up to that.

One in a thousand of the 9x9 boards with few clues takes a hundred to a hundred thousand times as long as its like,
unless it is looked at from another side: so a search that takes long begins anew with the board mirrored.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dueldoku.kernels.base.jit import kernel
from dueldoku.kernels.base.memory import address_of, load, store
from dueldoku.kernels.duel.lockstep import SET, Numbers
from dueldoku.kernels.solving import nine, small
from dueldoku.kernels.solving.nine import ENDLESS
from dueldoku.kernels.solving.nine_state import FOUND, SPENT

Bytes = NDArray[np.uint8]
_GUESSES = 100  # before the first change of sides: 99 of 100 boards need fewer
_CELLS = np.arange(81).reshape(9, 9)
_SIDES = np.array([_CELLS, _CELLS[::-1], _CELLS[:, ::-1], _CELLS[::-1, ::-1]]).reshape(4, 81)


@kernel
def answer_small(frames: small.Words, tables: small.Tables, boards: Bytes, asked: Numbers, sets: Bytes) -> None:
    """Of boards of side 8 and less. A game's set has a row for each cell and a column for each solution."""
    for i in range(asked.shape[0]):
        small.start(frames, boards[i])
        solutions = sets[asked[i, 0]].T
        asked[i, 2], _, _, _ = small.count(frames, 1, tables, solutions, asked[i, 1], ENDLESS)


@kernel
def answer_nine(memory: nine.Words, turned: Bytes, found: Bytes, boards: Bytes, asked: Numbers, sets: Bytes) -> None:
    """Of 9x9 boards. ``turned`` is room for a board, ``found`` for solutions."""
    room, solutions = (address_of(memory) + 31) & ~31, address_of(found)
    for i in range(asked.shape[0]):
        side, guesses = 0, _GUESSES
        store(room, SPENT, 0)
        while load(room, SPENT) == 0:
            for cell in range(_SIDES.shape[1]):
                turned[_SIDES[side, cell]] = boards[i, cell]
            nine.set_up(room, address_of(turned))
            nine.run(room, solutions, found.shape[0], asked[i, 1], guesses)
            if load(room, SPENT) == 0:
                side, guesses = (side + 1) % _SIDES.shape[0], 4 * guesses
        asked[i, 2] = load(room, FOUND)
        for column in range(min(asked[i, 2], SET)):
            for cell in range(_SIDES.shape[1]):
                sets[asked[i, 0], cell, column] = found[column, _SIDES[side, cell]]
