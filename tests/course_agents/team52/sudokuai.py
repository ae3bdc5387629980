from competitive_sudoku.sudoku import *
import competitive_sudoku.sudokuai
import numpy as np


class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    """Everything as numpy arrays (2025)."""

    def __init__(self):
        super().__init__()
        self.generator = np.random.default_rng()

    def compute_best_move(self, game_state: GameState) -> None:
        board = game_state.board
        N, m, n = board.N, board.m, board.n
        grid = np.array(board.squares).reshape(N, N)
        mask = np.zeros((N, N), dtype=bool)
        for square in game_state.player_squares():
            mask[square] = True
        assert not (grid[mask] != SudokuBoard.empty).any()

        candidates = []
        for i, j in np.argwhere(mask):
            block = grid[i // m * m : i // m * m + m, j // n * n : j // n * n + n]
            used = np.union1d(np.union1d(grid[i, :], grid[:, j]), block)
            for value in np.setdiff1d(np.arange(1, N + 1), used):
                if TabooMove((i, j), value) not in game_state.taboo_moves:
                    candidates.append((i, j, value))
        scores = np.array([self.score(grid, m, n, i, j) for i, j, _ in candidates])
        for index in np.argsort(scores, kind="stable")[-3:]:
            i, j, value = candidates[index]
            self.propose_move(Move((i, j), value))

        # what if: a state with two and with three arguments, the rest has defaults
        i, j, value = candidates[self.generator.integers(len(candidates))]
        what_if = GameState(game_state.initial_board, copy.deepcopy(board))
        what_if.board.put((i, j), value)
        assert what_if.scores == [0, 0] and what_if.moves == [] and what_if.current_player == 1
        assert board.get((i, j)) == 0 and what_if.board.get((i, j)) == value
        what_if = GameState(game_state.initial_board, what_if.board, game_state.taboo_moves)
        assert what_if.taboo_moves is game_state.taboo_moves

    def score(self, grid, m, n, i, j):
        block = grid[i // m * m : i // m * m + m, j // n * n : j // n * n + n]
        full = sum(np.count_nonzero(unit == 0) == 1 for unit in (grid[i, :], grid[:, j], block))
        return [0, 1, 3, 7][full]
