import copy

import competitive_sudoku.sudokuai
from competitive_sudoku.sudoku import GameState, Move, Square, SudokuBoard, TabooMove


def score_of(board: SudokuBoard, square: Square) -> int:
    row, col = square
    r0, c0 = row - row % board.region_height(), col - col % board.region_width()
    units = [
        [(row, c) for c in range(board.N)],
        [(r, col) for r in range(board.N)],
        [(r, c) for r in range(r0, r0 + board.m) for c in range(c0, c0 + board.n)],
    ]
    full = sum(all(board.get(s) != SudokuBoard.empty or s == square for s in unit) for unit in units)
    return [0, 1, 3, 7][full]


class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    """Minimax on the board with territories (2024)."""

    def __init__(self):
        super().__init__()

    def legal(self, gs: GameState) -> list[Move]:
        moves = []
        for square in gs.player_squares():
            for value in range(1, gs.board.N + 1):
                if self.fits(gs.board, square, value) and TabooMove(square, value) not in gs.taboo_moves:
                    moves.append(Move(square, value))
        return sorted(moves, key=lambda move: score_of(gs.board, move.square), reverse=True)[:4]

    def fits(self, board: SudokuBoard, square: Square, value: int) -> bool:
        row, col = square
        r0, c0 = row - row % board.m, col - col % board.n
        for k in range(board.N):
            if value in (board.get((row, k)), board.get((k, col)), board.get((r0 + k // board.n, c0 + k % board.n))):
                return False
        return True

    def step(self, gs: GameState, move: Move) -> GameState:
        new = copy.deepcopy(gs)
        new.scores[new.current_player - 1] += score_of(new.board, move.square)
        new.board.put(move.square, move.value)
        new.moves.append(move)
        if new.current_player == 1:
            new.occupied_squares1.append(move.square)
        else:
            new.occupied_squares2.append(move.square)
        if move.square in gs.occupied_squares1 + gs.occupied_squares2:
            raise ValueError("the copy shares its squares")
        before = new.current_player
        new.current_player = 3 - new.current_player
        if new.current_player != 3 - before or gs.current_player != before:
            raise ValueError("wrong player")
        return new

    def search(self, gs: GameState, depth: int, me: int) -> int:
        moves = self.legal(gs) if depth else []
        if not moves:
            return gs.scores[me - 1] - gs.scores[2 - me]
        values = [self.search(self.step(gs, move), depth - 1, me) for move in moves]
        return max(values) if gs.current_player == me else min(values)

    def compute_best_move(self, game_state: GameState) -> None:
        me = game_state.current_player
        moves = self.legal(game_state)
        self.propose_move(moves[0])
        best = max(moves, key=lambda move: self.search(self.step(game_state, move), 1, me))
        self.propose_move(Move(best.square, best.value))
