"""Not a number."""

from competitive_sudoku.sudoku import Move

from competitive_sudoku.sudokuai import SudokuAI as Base


class SudokuAI(Base):
    def compute_best_move(self, game_state):
        self.propose_move(Move(0, 2, float('nan')))
