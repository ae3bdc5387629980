"""Wants more than there is for one agent."""

from competitive_sudoku.sudokuai import SudokuAI as Base


class SudokuAI(Base):
    def compute_best_move(self, game_state):
        self.table = bytearray(3 << 30)
