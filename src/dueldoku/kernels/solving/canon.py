"""The canonical form of a board: the smallest of all that its symmetries make, rows compared one after the other.

For each order of the columns, the rows are put one below the other by a search: next comes any row that may come
next (of the same band, or of any band left after its last row) and gives the smallest text, where digits are named in
the order of their appearance and empty cells are larger than digits. A text that is larger than the best board's at
the same place ends that branch, so the search goes deep for few orders of the columns only.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dueldoku.kernels.base.jit import kernel, part

Numbers = NDArray[np.int64]
_HASH = 0x7FFFFFFF


@part
def _compare(row: Numbers, columns: Numbers, names: Numbers, best: Numbers, known: bool) -> int:
    """The row's text against the best one's: -1, 0 or 1; if smaller, it becomes the best. Names new digits."""
    side = len(row)
    order = 0 if known else -1
    for at in range(side):
        value = row[columns[at]]
        if value and not names[value]:
            names[0] += 1
            names[value] = names[0]
        name = names[value] if value else side + 1
        if order == 0 and name != best[at]:
            if name > best[at]:
                return 1
            order = -1
        if order < 0:
            best[at] = name
    return order


@part
def _arrange_rows(board: Numbers, band: int, columns: Numbers, best: Numbers, known: int) -> int:
    """Improve ``best`` with the columns in this order; its first ``known`` rows are valid, and all are afterwards."""
    side = len(board)
    names = np.zeros((side + 1, side + 1), np.int64)  # before each row is chosen; 0 counts the names given
    chosen = np.full(side + 1, -1, np.int64)
    used = np.zeros(side, np.bool_)
    depth = 0
    while depth >= 0:
        if chosen[depth] >= 0:
            used[chosen[depth]] = False
        row = chosen[depth] + 1
        found = False
        while depth < side and row < side and not found:
            if not used[row] and _may_follow(board, band, chosen, used, depth, row):
                for name in range(side + 1):  # a whole row at once takes seconds to compile
                    names[depth + 1, name] = names[depth, name]
                order = _compare(board[row], columns, names[depth + 1], best[depth], depth < known)
                if order < 0:
                    known = depth + 1
                found = order <= 0
            if not found:
                row += 1
        if found:
            chosen[depth] = row
            used[row] = True
            depth += 1
            chosen[depth] = -1
        else:
            depth -= 1
    return known


@part
def _may_follow(board: Numbers, band: int, chosen: Numbers, used: NDArray[np.bool_], depth: int, row: int) -> bool:
    """Whether the row may come next.

    Of rows without any clue only the first one does: the others are the same, and if a band begins with one, so are all
    that are left.
    """
    first = row - row % band
    if depth % band:
        if chosen[depth - 1] // band != row // band:
            return False
    elif used[first : first + band].any():
        return False
    before = first if depth % band else 0
    while before < row and (used[before] or board[before].any()):
        before += 1
    return before == row or board[row].any()


@kernel
def canonical(boards: Numbers, band: int, column_orders: Numbers) -> Numbers:
    """The smallest board equivalent to any of ``boards``.

    ``band`` rows are a band, ``column_orders`` are all that the stacks allow.
    """
    best = np.zeros(boards[0].shape, np.int64)
    known = 0
    for board in boards:
        for columns in column_orders:
            known = _arrange_rows(board, band, columns, best, known)
    return best


@part
def _mix(number: int) -> int:
    """A number below 2**31 stirred well."""
    number = (number ^ number >> 16) * 0x045D9F3B & _HASH
    return number ^ number >> 15


@kernel
def invariant(board: Numbers, m: int, n: int) -> int:
    """A number that is the same for equivalent boards, and nearly always another for others that are not full.

    Rows, columns and digits are told apart by the clues that they have, these by their rows, columns and digits.
    """
    side = m * n
    lines = np.ones((2, side), np.int64)  # rows, columns
    digits = np.ones(side + 1, np.int64)
    for _ in range(4):
        new_lines, new_digits = np.zeros((2, side), np.int64), np.zeros(side + 1, np.int64)
        for row in range(side):
            for col in range(side):
                digit = board[row, col]
                if digit:
                    clue = _mix(_mix(lines[0, row]) + _mix(lines[1, col]) + 3 * _mix(digits[digit] + 1) & _HASH)
                    new_lines[0, row] += clue
                    new_lines[1, col] += clue
                    new_digits[digit] += clue
        for kind, width in ((0, m), (1, n)):
            for first in range(0, side, width):
                around = 0
                for line in range(first, first + width):
                    around += _mix(new_lines[kind, line] & _HASH)
                for line in range(first, first + width):
                    lines[kind, line] = _mix(new_lines[kind, line] + 5 * _mix(around & _HASH) & _HASH)
        digits = new_digits & _HASH
    total = named = 0
    for k in range(side):
        total += _mix(lines[0, k]) + _mix(lines[1, k])
        named += _mix(digits[k + 1])
    return (total & _HASH) << 31 | named & _HASH
