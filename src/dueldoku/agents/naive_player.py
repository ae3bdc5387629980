"""The course's ``naive_player``: any digit in any of its cells, whether it fits or not. It loses soon."""

from __future__ import annotations

import random
import time

from competitive_sudoku.bridge import game_of
from competitive_sudoku.sudoku import GameState, Move
from competitive_sudoku.sudokuai import SudokuAI as BaseAI


class SudokuAI(BaseAI):
    """Never returns: it proposes another move every 0.2 seconds until its time is up."""

    def compute_best_move(self, game_state: GameState) -> None:
        game = game_of(game_state)
        side = game.geometry.side
        squares = [divmod(cell, side) for cell in game.cells()]
        moves = [(*square, digit) for square in squares for digit in range(1, side + 1)]
        moves = [move for move in moves if move not in game.taboo]
        while moves:
            row, col, digit = random.choice(moves)
            self.propose_move(Move((row, col), digit))
            time.sleep(0.2)
