"""Falls over its own feet."""

import ctypes

from competitive_sudoku.sudokuai import SudokuAI as Base


class SudokuAI(Base):
    def compute_best_move(self, game_state):
        ctypes.string_at(0)
