import copy
import random

import competitive_sudoku.sudokuai
from competitive_sudoku.sudoku import GameState, Move, SudokuBoard, TabooMove


class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    """Plays with and without start squares, as the 2024 framework has a classic mode too."""

    def __init__(self):
        super().__init__()

    def squares(self, gs: GameState):
        if gs.is_classic_game():
            assert gs.player_squares() is None
            N = gs.board.N
            return [(i, j) for i in range(N) for j in range(N) if gs.board.get((i, j)) == SudokuBoard.empty]
        return gs.player_squares()

    def options(self, gs: GameState):
        options = []
        for i, j in self.squares(gs):
            for value in range(1, gs.board.N + 1):
                seen = [gs.board.get((i, k)) for k in range(gs.board.N)] + [
                    gs.board.get((k, j)) for k in range(gs.board.N)
                ]
                for k in range(gs.board.N):
                    seen.append(
                        gs.board.get(
                            (
                                i // gs.board.m * gs.board.m + k // gs.board.n,
                                j // gs.board.n * gs.board.n + k % gs.board.n,
                            )
                        )
                    )
                if value not in seen and TabooMove((i, j), value) not in gs.taboo_moves:
                    options.append(Move((i, j), value))
        return options

    def compute_best_move(self, game_state: GameState) -> None:
        assert game_state.current_player == self.player_number
        options = self.options(game_state)
        move = random.choice(options)
        self.propose_move(move)
        child = copy.deepcopy(game_state)
        child.board.put(move.square, move.value)
        child.moves.append(move)
        child.current_player = 3 - child.current_player
        assert child.current_player == 3 - self.player_number
        replies = [option for option in self.options(child) if option.square != move.square]
        assert not any(reply.square == move.square for reply in self.options(child))
        other = {1: "them", 2: "us"} if self.player_number == 2 else {1: "us", 2: "them"}
        print(f"after {move} player{child.current_player} ({other[child.current_player]}) has {len(replies)} moves")
