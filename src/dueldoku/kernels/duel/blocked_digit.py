"""The block-row test: a digit that has no place in a block, because the block's other rows and some columns hold it.

A *block row* is the part of a row that lies in a block. Its block cannot take a digit that it lacks if the digit stands
in all other rows of the band and in the columns of all empty cells of the block row. Such a board has no solution; the
test does not see every one of them.

    4 in the other rows       . . .  . . .  . 4 .
    of this band, and         1 x x  . . .  . . .      the columns of both x hold a 4 further down:
    not in the block          . . .  . 4 .  . . .      the first block has no place for its 4

A *block column* is the same for a column: report 000 names the test and leaves it out.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dueldoku.kernels.base.bits import ALL
from dueldoku.kernels.base.jit import lean, lean_part
from dueldoku.kernels.base.records import Rows
from dueldoku.kernels.duel import play as duel
from dueldoku.kernels.duel.play import Fill, Play


@lean_part
def is_blocked(play: Play, m: int, skipped: int = -1, by_column: bool = False) -> bool:
    """Whether a block has no place for a digit, by its rows, or by its columns.

    Those that lack ``skipped`` digits are not looked at.
    """
    side = play.used.size // 3
    n = side // m
    depth, width = (n, m) if by_column else (m, n)  # lines in a block, cells of a line in a block
    lines, across = (side, 0) if by_column else (0, side)  # the units that the lines are, and those that cross them
    for line in range(side):
        first = line // depth * depth
        held = ALL >> np.uint64(64 - side)  # the digits that all other lines of the band, or stack, hold
        for other in range(first, first + depth):
            if other != line:
                held &= play.used[lines + other]
        for part in range(depth):
            block = part * m + line // n if by_column else first + part
            nowhere = held & ~play.used[2 * side + block]
            lacking = side
            for place in range(part * width, part * width + width):
                if play.values[place * side + line if by_column else line * side + place]:
                    lacking -= 1
                else:
                    nowhere &= play.used[across + place]
            if nowhere and lacking != skipped:
                return True
    return False


@lean
def mark_blocked(
    play: Play, moves: Rows[Fill], m: int, skipped: int, blocked: NDArray[np.bool_], by_column: bool = False
) -> None:
    """Mark each move after which the board is blocked. The moves are legal, and not checked."""
    for k in range(len(moves)):
        duel.fill(play, moves[k].cell, moves[k].digit)
        blocked[k] |= is_blocked(play, m, skipped, by_column)
        duel.undo(play)
