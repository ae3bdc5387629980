"""Opens and opens."""

from competitive_sudoku.sudokuai import SudokuAI as Base


class SudokuAI(Base):
    def compute_best_move(self, game_state):
        self.files = [open('/dev/null') for _ in range(5000)]
