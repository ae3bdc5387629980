"""The course's ``random_player``: any legal move, bombs included, each as likely as the other."""

from __future__ import annotations

import random

from competitive_sudoku.bridge import game_of
from competitive_sudoku.sudoku import GameState, Move
from competitive_sudoku.sudokuai import SudokuAI as BaseAI


class SudokuAI(BaseAI):
    """Proposes once and returns."""

    def compute_best_move(self, game_state: GameState) -> None:
        moves = list(game_of(game_state).legal_moves())
        if moves:
            row, col, digit = random.choice(moves)
            self.propose_move(Move((row, col), digit))
