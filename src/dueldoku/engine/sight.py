"""A position of the classic game as the solver sees it: the solutions, the digits that can be filled in, the bombs.

Where there are too many solutions to list, an ``OpenBoard`` asks for the bombs, and how many of them each fill leaves.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dueldoku.board.geometry import Geometry
from dueldoku.board.move import Move
from dueldoku.engine.effort import Effort
from dueldoku.engine.ground import solutions_of
from dueldoku.game.game import Game
from dueldoku.kernels.base.bits import has
from dueldoku.kernels.base.records import rows
from dueldoku.kernels.duel import compatibility as kernel
from dueldoku.kernels.duel.bombs import MOST
from dueldoku.solvers.many import first_solutions

_MOST_SOLUTIONS = 128  # with more of them, who makes the last move is far from decided
_NINE = Geometry.of(3, 3)
_COST = 6, 0.5  # of a question to the solver, in nodes: on a 9x9 board, and for each cell of another one
_MOST_PAIRS = 1_024  # cells with a digit that is legal there
_LONG = 2_000  # nodes for as many questions as are asked at once


class Sight(NamedTuple):
    """What there is to see. Where there are too many solutions or empty cells, it is one solution, and no bombs."""

    empty: list[int]
    solutions: NDArray[np.uint8]  # a row of values each
    is_complete: bool  # whether these are all
    fills: list[Move]  # which leave a solution, cell by cell
    bombs: list[Move]
    sees_bombs: bool  # whether these are all

    @property
    def is_unique(self) -> bool:
        """Whether the board has exactly one solution."""
        return self.is_complete and len(self.solutions) == 1


def look(game: Game) -> Sight | None:
    """The position as it is; None if the board has no solution."""
    empty = [cell for cell, value in enumerate(game.values) if not value]
    first = game.solution()
    if first is None:
        return None
    solutions = solutions_of(game, _MOST_SOLUTIONS) if len(empty) <= MOST else None
    is_complete = solutions is not None
    if solutions is None:
        solutions = np.frombuffer(first, np.uint8).reshape(1, -1)
    taboo = set(game.taboo)
    fits = [(cell, digit) for cell in empty for digit in sorted(set(solutions[:, cell].tolist()))]
    fills = [move for pair in fits if (move := game.geometry.move(*pair)) not in taboo]
    bombs: list[Move] = []
    if is_complete:
        known = {*fills, *taboo}
        legal = (game.geometry.move(cell, digit) for cell in empty for digit in game.digits(cell))
        bombs = [move for move in legal if move not in known]
    return Sight(empty, solutions, is_complete, fills, bombs, sees_bombs=is_complete)


def open_board_of(game: Game, sight: Sight, worth: Mapping[int, float]) -> OpenBoard | None:
    """The board, for ``ask`` to begin with, the cells first that are ``worth`` most; None if it is too large."""
    pairs = [(cell, digit) for cell in sight.empty for digit in game.digits(cell)]
    return OpenBoard(game, sight, pairs, worth) if len(pairs) <= _MOST_PAIRS else None


class OpenBoard:
    """What the solver has told so far."""

    def __init__(self, game: Game, sight: Sight, pairs: list[tuple[int, int]], worth: Mapping[int, float]) -> None:
        self.geometry, self.values, self.sight = game.geometry, np.array(game.values, np.uint8), sight
        self.moves = [game.geometry.move(*pair) for pair in pairs]
        taboo = set(game.taboo)
        self.is_used = np.array([move in taboo for move in self.moves])
        self.known = kernel.compatibility_of(game.geometry, pairs, self.is_used)
        self.order = np.array(sorted(range(len(pairs)), key=lambda pair: -worth.get(pairs[pair][0], 0)), np.int64)
        for solution in sight.solutions:
            kernel.note_solution(self.known, solution)

    def ask(self, effort: Effort) -> bool:
        """Settle doubts; whether none are left. It may be asked to go on."""
        cost = _COST[0] if self.geometry is _NINE else _COST[1] * self.geometry.size
        room = rows(kernel.Doubt, int(_LONG / cost))
        while count := kernel.list_doubts(self.known, self.order, room):
            if not effort.slice():
                return False
            boards, asked = np.repeat(self.values[None], count, axis=0), np.asarray(room[:count])
            for pairs in (asked["one"], asked["other"]):
                boards[np.arange(count), self.known.cells[pairs]] = self.known.digits[pairs]
            solved = first_solutions(self.geometry, boards)
            effort.spend(cost * count)
            kernel.settle(self.known, room[:count], *solved)
            if solved.counts.min() < 0:
                return False
        return True

    def look(self) -> Sight | None:
        """All fills and bombs; None as long as there are pairs that may be either."""
        is_fill, is_bomb = (
            np.array([has(sets[pair], pair) for pair in range(len(self.moves))])
            for sets in (self.known.together, self.known.apart)
        )
        if not np.all(is_fill | is_bomb):
            return None
        fills, bombs = (
            [self.moves[pair] for pair in np.flatnonzero(kind & ~self.is_used)] for kind in (is_fill, is_bomb)
        )
        return self.sight._replace(fills=fills, bombs=bombs, sees_bombs=True)

    def bombs_after(self) -> dict[Move, int]:
        """How many bombs live after each fill, where that is known. Only after a look at all fills and bombs."""
        counts = np.empty(len(self.moves), np.int64)
        kernel.bombs_after(self.known, counts)
        return {self.moves[pair]: int(counts[pair]) for pair in np.flatnonzero((counts >= 0) & ~self.is_used)}
