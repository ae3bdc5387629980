"""A position of the classic game as the solver sees it: the solutions, the digits that can be filled in, the bombs."""

from __future__ import annotations

from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dueldoku.board.move import Move
from dueldoku.game.game import Game
from dueldoku.kernels.duel.bombs import MOST
from dueldoku.solvers.api import solutions as all_solutions

_MOST_SOLUTIONS = 128  # with more of them, who makes the last move is far from decided


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
    found = [first]
    if len(empty) <= MOST:
        found = [bytes(grid.values) for grid in islice(all_solutions(game.grid), _MOST_SOLUTIONS + 1)]
    is_complete = len(empty) <= MOST and len(found) <= _MOST_SOLUTIONS
    if not is_complete:
        found = [first]
    taboo = set(game.taboo)
    fits = [(cell, digit) for cell in empty for digit in sorted({solution[cell] for solution in found})]
    fills = [move for pair in fits if (move := game.geometry.move(*pair)) not in taboo]
    bombs: list[Move] = []
    if is_complete:
        known = {*fills, *taboo}
        legal = (game.geometry.move(cell, digit) for cell in empty for digit in game.digits(cell))
        bombs = [move for move in legal if move not in known]
    solutions = np.frombuffer(b"".join(found), np.uint8).reshape(len(found), -1)
    return Sight(empty, solutions, is_complete, fills, bombs, sees_bombs=is_complete)
