"""The course's ``greedy_player``: a legal move worth most points now. It does not look out for bombs."""

from __future__ import annotations

import random

from competitive_sudoku.bridge import game_of
from competitive_sudoku.sudoku import GameState, Move
from competitive_sudoku.sudokuai import SudokuAI as BaseAI


class SudokuAI(BaseAI):
    """Proposes once and returns; among equals it chooses at random."""

    def compute_best_move(self, game_state: GameState) -> None:
        game = game_of(game_state)
        moves = list(game.legal_moves())
        if moves:
            points = [game.points(game.geometry.cell(move.row, move.col)) for move in moves]
            best = [move for move, gain in zip(moves, points, strict=True) if gain == max(points)]
            row, col, digit = random.choice(best)
            self.propose_move(Move((row, col), digit))
