"""Nothing can stop it, it thinks."""

import time

from competitive_sudoku.sudokuai import SudokuAI as Base


class SudokuAI(Base):
    def compute_best_move(self, game_state):
        end = time.monotonic() + 20
        while time.monotonic() < end:
            try:
                raise KeyboardInterrupt
            except BaseException:
                pass
