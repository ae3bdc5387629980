"""The block-row test: a digit that has no place in a block, because the block's other rows and some columns hold it.

A *block row* is the part of a row that lies in a block. Its block cannot take a digit that it lacks if the digit stands
in all other rows of the band and in the columns of all empty cells of the block row. Such a board has no solution; the
test does not see every one of them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dueldoku.kernels.base.jit import lean
from dueldoku.kernels.duel import play as duel


@lean
def is_blocked(play: Any, m: Any, skipped: Any = -1) -> Any:
    """Whether a block has no place for a digit. Block rows that lack ``skipped`` digits are not looked at."""
    side = play.used.size // 3
    n = side // m
    for row in range(side):
        band = row // m * m
        held = ~np.uint64(0) >> np.uint64(64 - side)  # the digits that all other rows of the band hold
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
def mark_blocked(play: Any, moves: Any, m: Any, skipped: Any, blocked: Any) -> None:
    """For each move, cell and digit: whether the board is blocked after it. The moves are legal, and not checked."""
    for k in range(len(moves)):
        duel.fill(play, moves[k, 0], moves[k, 1])
        blocked[k] = is_blocked(play, m, skipped)
        duel.undo(play)
