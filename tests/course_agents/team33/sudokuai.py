import random
import time
from competitive_sudoku.sudoku import GameState, Move, SudokuBoard, TabooMove
import competitive_sudoku.sudokuai


class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    """
    Sudoku AI that keeps on searching for a better move until it is stopped.
    """

    def __init__(self):
        super().__init__()

    def compute_best_move(self, game_state: GameState) -> None:
        N = game_state.board.N
        m, n = game_state.board.m, game_state.board.n
        get = game_state.board.get
        found = []
        for i in range(N):
            for j in range(N):
                if get(i, j) == SudokuBoard.empty:
                    around = [get(i, x) for x in range(N)] + [get(x, j) for x in range(N)]
                    around += [get(i - i % m + a, j - j % n + b) for a in range(m) for b in range(n)]
                    found += [Move(i, j, v) for v in range(1, N + 1) if v not in around]
        found = [move for move in found if move not in game_state.taboo_moves]
        while True:
            move = random.choice(found)
            self.propose_move(move)
            time.sleep(0.001)
