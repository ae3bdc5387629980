"""A board with too many solutions to list: its bombs, and how many of them each fill leaves. A solver tells exactly."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from dueldoku.board.geometry import Geometry
from dueldoku.board.move import Move
from dueldoku.engine.effort import Effort
from dueldoku.engine.sight import Sight
from dueldoku.game.game import Game
from dueldoku.kernels.base.records import rows
from dueldoku.kernels.duel import compatibility as kernel
from dueldoku.kernels.duel.compatibility import Doubt
from dueldoku.solvers.many import first_solutions

_NINE = Geometry.of(3, 3)
_COST = 6, 0.5  # of a question to the solver, in nodes: on a 9x9 board, and for each cell of another one
_MOST_PAIRS = 1_024  # cells with a digit that is legal there
_LONG = 2_000  # nodes for as many questions as are asked at once


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
        room = rows(Doubt, int(_LONG / cost))
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
            np.array([kernel.has(sets, pair, pair) for pair in range(len(self.moves))])
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
