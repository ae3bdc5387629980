"""The solver's answers for games in lockstep (``lockstep.py``): solutions of each board, written into its game's set.

A row of ``asked`` is the game, how many solutions to look for, and, filled in here, how many there are up to that.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dueldoku.kernels.base.jit import kernel
from dueldoku.kernels.base.memory import address_of
from dueldoku.kernels.duel.lockstep import SET, Numbers
from dueldoku.kernels.solving import nine, small
from dueldoku.kernels.solving.nine import ENDLESS

Bytes = NDArray[np.uint8]


@kernel
def answer_small(frames: small.Words, tables: small.Tables, boards: Bytes, asked: Numbers, sets: Bytes) -> None:
    """Of boards of side 8 and less. A game's set has a row for each cell and a column for each solution."""
    for i in range(asked.shape[0]):
        small.start(frames, boards[i])
        solutions = sets[asked[i, 0]].T
        asked[i, 2], _, _, _ = small.count(frames, 1, tables, solutions, asked[i, 1], ENDLESS)


@kernel
def answer_nine(memory: nine.Words, found: Bytes, boards: Bytes, asked: Numbers, sets: Bytes) -> None:
    """Of 9x9 boards. ``found`` is room for solutions."""
    for i in range(asked.shape[0]):
        puzzle, solutions = address_of(boards[i]), address_of(found)
        count, _, _ = nine.solve_one(puzzle, solutions, found.shape[0], asked[i, 1], address_of(memory))
        asked[i, 2] = count
        for column in range(min(count, SET)):
            for cell in range(found.shape[1]):
                sets[asked[i, 0], cell, column] = found[column, cell]
