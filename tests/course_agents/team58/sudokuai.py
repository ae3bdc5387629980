import copy
import time

import competitive_sudoku.sudokuai
from competitive_sudoku.sudoku import GameState, Move, SudokuBoard, TabooMove


class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    """Iterative deepening without an end: the framework stops us (2024)."""

    def __init__(self):
        super().__init__()

    def compute_best_move(self, game_state: GameState) -> None:
        own = game_state.occupied_squares1 if self.player_number == 1 else game_state.occupied_squares2
        assert own is game_state.occupied_squares()
        depth = 0
        while True:
            depth += 1
            moves = self.moves(game_state)
            self.propose_move(moves[depth % len(moves)])
            state = game_state
            for _ in range(min(depth, 5)):
                moves = self.moves(state)
                if not moves:
                    break
                state = copy.deepcopy(state)
                state.board.put(moves[0].square, moves[0].value)
                state.occupied_squares().append(moves[0].square)
                state.current_player = 1 if state.current_player == 2 else 2
            time.sleep(0.001)

    def moves(self, gs: GameState):
        def fits(square, value):
            for k in range(gs.board.N**2):
                r, c = gs.board.index2square(k)
                if gs.board.get((r, c)) == value:
                    if r == square[0] or c == square[1]:
                        return False
                    if (r // gs.board.m, c // gs.board.n) == (square[0] // gs.board.m, square[1] // gs.board.n):
                        return False
            return True

        return [
            Move(square, value)
            for square in gs.player_squares()
            for value in range(1, gs.board.N + 1)
            if fits(square, value) and TabooMove(square, value) not in gs.taboo_moves
        ]
