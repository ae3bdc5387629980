"""Would be a legal move in 16, 32 or 64 bits."""

from competitive_sudoku.sudoku import Move

from competitive_sudoku.sudokuai import SudokuAI as Base


class SudokuAI(Base):
    def compute_best_move(self, game_state):
        self.propose_move(Move(1 << 64, (1 << 32) + 2, (1 << 16) + 3))
