"""Moves that are worth the same because the board looks the same from them: early in the game there are many.

    . . .  . . .  1 . .      The rows 2 and 3 are empty and lie in one band: it makes no difference which of them is
    . . .  . . .  . . .      filled. So do the columns 1 to 6, in two stacks that are empty; and 2 to 9, which stand
    . . .  . . .  . . .      nowhere, are as good as each other. Where the columns have their 1, only r2c1=2 is needed
                             for 2 * 6 * 8 moves.

A move that is missing from the list, being taboo or known for a bomb, counts as a difference.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from dueldoku.game.game import Game

Moves = list[tuple[int, int]]  # cell and digit


def one_of_each(game: Game, moves: Moves) -> tuple[Moves, Moves]:
    """One move of each kind, the first of them, and all others; with territories, every move is of its own kind."""
    if game.reach:
        return moves, []
    side, m, n = game.geometry.side, game.geometry.m, game.geometry.n
    pairs = [divmod(cell, side) for cell, _ in moves]
    rows, cols, digits = ([set[Hashable]() for _ in range(side + 1)] for _ in range(3))
    for (row, col), (_, digit) in zip(pairs, moves, strict=True):
        rows[row].add((col, digit))
        cols[col].add((row, digit))
        digits[digit].add((row, col))
    values = game.values
    is_free = [not any(values[row * side : row * side + side]) for row in range(side)]
    row_kind = _kinds(rows[:side], is_free, m)
    col_kind = _kinds(cols[:side], [not any(values[col::side]) for col in range(side)], n)
    digit_kind = _kinds(digits[1:], [digit not in values for digit in range(1, side + 1)], side)
    first: Moves = []
    others: Moves = []
    seen = set()
    for (row, col), move in zip(pairs, moves, strict=True):
        kind = row_kind[row], col_kind[col], digit_kind[move[1] - 1]
        (others if kind in seen else first).append(move)
        seen.add(kind)
    return first, others


def _kinds(lines: Sequence[set[Hashable]], is_free: Sequence[bool], width: int) -> list[int]:
    """For each line the first that is like it: free as well, with the same moves, and in the same group of ``width``.

    Groups that are free from end to end, with the same moves, are alike, too.
    """
    kinds: list[int] = []
    for at in range(len(lines)):
        begin = at - at % width
        groups = [group for group in range(0, begin, width) if _is_like(lines, is_free, group, begin, width)]
        own = groups[0] if groups else begin
        place = own + at % width
        alike = [line for line in range(own, place) if is_free[line] and is_free[at] and lines[line] == lines[at]]
        kinds.append(alike[0] if alike else place)
    return kinds


def _is_like(lines: Sequence[set[Hashable]], is_free: Sequence[bool], one: int, other: int, width: int) -> bool:
    every = range(width)
    return all(is_free[one + k] and is_free[other + k] and lines[one + k] == lines[other + k] for k in every)
