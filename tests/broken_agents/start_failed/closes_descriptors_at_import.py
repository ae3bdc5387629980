"""Closes what it did not open."""

import os

from competitive_sudoku.sudokuai import SudokuAI as Base

os.closerange(0, 200)


class SudokuAI(Base):
    pass
