import os
import random

import competitive_sudoku.sudokuai
from competitive_sudoku.sudoku import (
    GameState,
    Move,
    SudokuBoard,
    TabooMove,
    load_sudoku,
    load_sudoku_from_text,
    print_board,
    save_sudoku,
)


class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    """Works on the flat list of squares, because get and put are slow. Writes its boards to a file to look at them."""

    def __init__(self):
        super().__init__()

    def copy_board(self, board):
        new = SudokuBoard(board.m, board.n)
        new.squares = board.squares[:]
        return new

    def compute_best_move(self, game_state: GameState) -> None:
        board = game_state.board
        N = board.board_width()
        rows = [board.squares[r * N : (r + 1) * N] for r in range(N)]
        cols = [board.squares[c::N] for c in range(N)]
        blocks = {}
        for k, value in enumerate(board.squares):
            i, j = board.f2rc(k)
            blocks.setdefault((i // board.region_height(), j // board.region_width()), []).append(value)

        options = []
        for k in range(N * N):
            if board.squares[k] == board.empty:
                i, j = board.f2rc(k)
                seen = rows[i] + cols[j] + blocks[(i // board.region_height(), j // board.region_width())]
                for v in range(1, N + 1):
                    if v not in seen and TabooMove(i, j, v) not in game_state.taboo_moves:
                        options.append(Move(i, j, v))
        move = random.choice(options)
        self.propose_move(move)

        # try it out on a state of our own
        new_board = self.copy_board(board)
        new_board.squares = (
            new_board.squares[: board.rc2f(move.i, move.j)]
            + [move.value]
            + new_board.squares[board.rc2f(move.i, move.j) + 1 :]
        )
        child = GameState(
            game_state.initial_board,
            new_board,
            game_state.taboo_moves,
            game_state.moves + [move],
            list(game_state.scores),
        )
        assert child.current_player() == 3 - game_state.current_player()
        assert child.board.get(move.i, move.j) == move.value and board.get(move.i, move.j) == SudokuBoard.empty
        assert child.initial_board is game_state.initial_board

        again = load_sudoku_from_text(str(child.board))
        assert again.squares == child.board.squares and again.m == board.m and again.n == board.n
        print(print_board(again))
        save_sudoku("team26.txt", child.board)
        assert os.path.exists("team26.txt")
        assert load_sudoku("team26.txt").squares == new_board.squares
        assert SudokuBoard().N == 9 and len(SudokuBoard().squares) == 81
