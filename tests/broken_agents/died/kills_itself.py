"""Has had enough."""

import os
import signal

from competitive_sudoku.sudokuai import SudokuAI as Base


class SudokuAI(Base):
    def compute_best_move(self, game_state):
        os.kill(os.getpid(), signal.SIGKILL)
