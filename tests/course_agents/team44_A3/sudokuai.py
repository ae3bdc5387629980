import random

import competitive_sudoku.sudokuai
from competitive_sudoku.sudoku import GameState, Move, SudokuBoard, TabooMove
from team44_A3.heuristics import free_neighbors, mobility


class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    """Goes where the opponent has less to do. Builds its states by hand because deepcopy was too slow for us."""

    def clone(self, gs: GameState) -> GameState:
        board = SudokuBoard(gs.board.m, gs.board.n)
        board.squares = gs.board.squares.copy()
        return GameState(
            initial_board=gs.initial_board,
            board=board,
            taboo_moves=gs.taboo_moves[:],
            moves=gs.moves[:],
            scores=gs.scores[:],
            current_player=gs.current_player,
            allowed_squares1=gs.allowed_squares1,
            allowed_squares2=gs.allowed_squares2,
            occupied_squares1=gs.occupied_squares1[:],
            occupied_squares2=gs.occupied_squares2[:],
        )

    def compute_best_move(self, game_state: GameState) -> None:
        assert not game_state.is_classic_game()
        assert game_state.player_squares() is not None
        options = []
        for square in game_state.player_squares():
            for value in range(1, game_state.board.N + 1):
                if self.ok(game_state, square, value):
                    options.append(Move(square, value))
        random.shuffle(options)
        best_value = -999
        for move in options[:10]:
            state = self.clone(game_state)
            own = state.occupied_squares()
            own.append(move.square)
            # occupied_squares is the list itself
            assert move.square in state.occupied_squares() and move.square not in game_state.occupied_squares()
            state.board.put(move.square, move.value)
            mine = mobility(state)
            state.current_player = 2 if state.current_player == 1 else 1
            value = mine - mobility(state) + free_neighbors(state.board, move.square)
            if value > best_value:
                best_value = value
                self.propose_move(move)

    def ok(self, gs, square, value):
        if TabooMove(square, value) in gs.taboo_moves or gs.board.get(square) != SudokuBoard.empty:
            return False
        row, col = square
        for k in range(gs.board.N * gs.board.N):
            r, c = gs.board.index2square(k)
            together = (
                r == row or c == col or (r // gs.board.m == row // gs.board.m and c // gs.board.n == col // gs.board.n)
            )
            if together and gs.board.squares[gs.board.square2index((r, c))] == value:
                return False
        return True
