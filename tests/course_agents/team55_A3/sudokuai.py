import random

from competitive_sudoku.sudoku import GameState, Move, Square, SudokuBoard, TabooMove
from competitive_sudoku.sudokuai import SudokuAI as SudokuAIBase


class SudokuAI(SudokuAIBase):
    """Saves the whole game state and looks at what the opponent did since (2025)."""

    def __init__(self):
        super().__init__()

    def compute_best_move(self, game_state: GameState) -> None:
        if self.player_number != game_state.current_player:
            raise RuntimeError(
                "we are player %d but it is the turn of %d" % (self.player_number, game_state.current_player)
            )
        focus = None
        last = self.load()
        if last is not None:
            if last.current_player != game_state.current_player:
                raise RuntimeError("another player saved this")
            if (
                last.allowed_squares1 != game_state.allowed_squares1
                or last.allowed_squares2 != game_state.allowed_squares2
            ):
                raise RuntimeError("the start squares never change")
            other = "occupied_squares2" if self.player_number == 1 else "occupied_squares1"
            new_squares = [s for s in getattr(game_state, other) if s not in getattr(last, other)]
            focus = new_squares[0] if new_squares else None
            for square in last.player_squares():
                if game_state.board.get(square) == SudokuBoard.empty and square not in game_state.player_squares():
                    raise RuntimeError("a square that we could reach is gone")

        options = self.options(game_state)
        if focus:
            options.sort(key=lambda move: self.distance(move.square, focus))
        else:
            random.shuffle(options)
        self.propose_move(options[0])
        self.save(game_state)

    def options(self, game_state: GameState):
        N = game_state.board.N
        options = []
        for r, c in game_state.player_squares():
            for value in range(1, N + 1):
                free = True
                for k in range(N):
                    br = r // game_state.board.m * game_state.board.m + k // game_state.board.n
                    bc = c // game_state.board.n * game_state.board.n + k % game_state.board.n
                    for square in ((r, k), (k, c), (br, bc)):
                        if game_state.board.get(square) == value:
                            free = False
                if free and TabooMove((r, c), value) not in game_state.taboo_moves:
                    options.append(Move((r, c), value))
        return options

    def distance(self, a: Square, b: Square) -> int:
        return max(abs(a[0] - b[0]), abs(a[1] - b[1]))
