"""One is missing."""

from competitive_sudoku.sudokuai import SudokuAI as Base


class SudokuAI(Base):
    def compute_best_move(self, game_state):
        self.best_move[:] = [0, 2]
