import random

import competitive_sudoku.sudokuai
from competitive_sudoku.sudoku import (
    GameState,
    Move,
    SudokuBoard,
    SudokuSettings,
    TabooMove,
    allowed_squares,
    parse_game_state,
    parse_sudoku_board,
    pretty_print_game_state,
    pretty_print_sudoku_board,
    print_game_state,
    print_sudoku_board,
)


class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    """Copies states by writing them down and reading them again (2024)."""

    def compute_best_move(self, game_state: GameState) -> None:
        text = print_game_state(game_state)
        copied = parse_game_state(text, "rows")
        # The parser takes the occupied squares from the marks, so only their order is another one.
        assert print_game_state(copied).partition("occupied")[0] == text.partition("occupied")[0]
        assert sorted(copied.occupied_squares1) == sorted(game_state.occupied_squares1)
        assert sorted(copied.occupied_squares2) == sorted(game_state.occupied_squares2)
        assert copied.current_player == game_state.current_player
        assert copied.player_squares() == game_state.player_squares()
        assert copied.taboo_moves == game_state.taboo_moves
        assert copied.moves == game_state.moves
        assert copied.scores == game_state.scores
        assert str(game_state) == text
        print(text if SudokuSettings.print_ascii_states else pretty_print_game_state(game_state))
        print(pretty_print_sudoku_board(game_state.board))
        print(pretty_print_sudoku_board(game_state.board, game_state))
        top, bottom = allowed_squares(game_state.board, "rows")
        assert top == game_state.allowed_squares1 and bottom == game_state.allowed_squares2
        assert parse_sudoku_board(print_sudoku_board(game_state.board)).squares == game_state.board.squares

        options = []
        for square in copied.player_squares():
            for value in range(1, copied.board.N + 1):
                if not self.breaks_rules(copied.board, square, value):
                    if TabooMove(square, value) not in copied.taboo_moves:
                        options.append(Move(square=square, value=value))
        self.propose_move(random.choice(options))

    def breaks_rules(self, board: SudokuBoard, square, value) -> bool:
        row, col = square
        for r in range(board.N):
            for c in range(board.N):
                if board.get((r, c)) == value:
                    if r == row or c == col:
                        return True
                    if r // board.m == row // board.m and c // board.n == col // board.n:
                        return True
        return False
