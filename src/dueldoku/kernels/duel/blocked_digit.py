"""The block-row test: a digit that has no place in a block, because the block's other rows and some columns hold it.

A *block row* is the part of a row that lies in a block. Its block cannot take a digit that it lacks if the digit stands
in all other rows of the band and in the columns of all empty cells of the block row. Such a board has no solution; the
test does not see every one of them.

    4 in the other rows       . . .  . . .  . 4 .
    of this band, and         1 x x  . . .  . . .      the columns of both x hold a 4 further down:
    not in the block          . . .  . 4 .  . . .      the first block has no place for its 4
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dueldoku.kernels.base.bits import ALL
from dueldoku.kernels.base.jit import lean
from dueldoku.kernels.base.records import Rows
from dueldoku.kernels.duel import play as duel
from dueldoku.kernels.duel.play import Fill, Play


@lean
def is_blocked(play: Play, m: int, skipped: int = -1) -> bool:
    """Whether a block has no place for a digit. Block rows that lack ``skipped`` digits are not looked at."""
    side = play.used.size // 3
    n = side // m
    for row in range(side):
        band = row // m * m
        held = ALL >> np.uint64(64 - side)  # the digits that all other rows of the band hold
        for other in range(band, band + m):
            if other != row:
                held &= play.used[other]
        for stack in range(m):
            nowhere = held & ~play.used[2 * side + band + stack]
            lacking = side
            for col in range(stack * n, stack * n + n):
                if play.values[row * side + col]:
                    lacking -= 1
                else:
                    nowhere &= play.used[side + col]
            if nowhere and lacking != skipped:
                return True
    return False


@lean
def mark_blocked(play: Play, moves: Rows[Fill], m: int, skipped: int, blocked: NDArray[np.bool_]) -> None:
    """For each move: whether the board is blocked after it. The moves are legal, and not checked."""
    for k in range(len(moves)):
        duel.fill(play, moves[k].cell, moves[k].digit)
        blocked[k] = is_blocked(play, m, skipped)
        duel.undo(play)
