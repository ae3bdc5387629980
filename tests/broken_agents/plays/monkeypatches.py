"""Changes the rules, in its own process."""

import random

import competitive_sudoku.sudoku
import dueldoku.game.game
from competitive_sudoku.sudokuai import SudokuAI as Base
from dueldoku.duel.turn import Judgement, Ruling

competitive_sudoku.sudokuai.SudokuAI.propose_move = None
dueldoku.game.game.Game.judge = lambda self, move: Judgement(Ruling.PLACED, 7, "because I say so")
dueldoku.game.game.Game.is_over = lambda self: True
dueldoku.board.move.Move.__str__ = lambda self: "r1c1=1"
random.random = lambda: 0.0


class SudokuAI(Base):
    def compute_best_move(self, game_state):
        board = game_state.board
        taboo = [(move.i, move.j, move.value) for move in game_state.taboo_moves]
        for row in range(board.N):
            for col in range(board.N):
                for value in range(1, board.N + 1):
                    if (row, col, value) in taboo or board.get((row, col)) != 0:
                        continue
                    if self.fits(board, row, col, value):
                        self.best_move[:] = [row, col, value]

    def fits(self, board, row, col, value):
        return all(
            board.get((r, c)) != value
            for r in range(board.N)
            for c in range(board.N)
            if r == row or c == col or (r // board.m == row // board.m and c // board.n == col // board.n)
        )
