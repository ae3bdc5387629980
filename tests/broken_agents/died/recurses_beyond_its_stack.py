"""Raised the limit instead of thinking."""

import sys

from competitive_sudoku.sudokuai import SudokuAI as Base


class SudokuAI(Base):
    def __init__(self):
        super().__init__()
        self.first, self.second = [], []
        for _ in range(100_000):
            self.first, self.second = [self.first], [self.second]

    def compute_best_move(self, game_state):
        sys.setrecursionlimit(10**7)
        assert self.first == self.second
