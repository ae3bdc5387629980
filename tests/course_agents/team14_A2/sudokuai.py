import copy
import math
from typing import List, Tuple

import competitive_sudoku.sudokuai
from competitive_sudoku.sudoku import GameState, Move, SudokuBoard, TabooMove

POINTS = {0: 0, 1: 1, 2: 3, 3: 7}
MAX_CHILDREN = 5


class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    """Minimax with alpha beta pruning and iterative deepening (2022)."""

    def __init__(self):
        super().__init__()
        self.max_depth = 2
        self.me = None

    def get_moves(self, game_state: GameState) -> List[Tuple[int, int, int]]:
        board = game_state.board
        moves = []
        for i in range(board.N):
            for j in range(board.N):
                if board.get(i, j) != SudokuBoard.empty:
                    continue
                used = set()
                for k in range(board.N):
                    used.add(board.get(i, k))
                    used.add(board.get(k, j))
                ii = i // board.m * board.m
                jj = j // board.n * board.n
                for a in range(board.m):
                    for b in range(board.n):
                        used.add(board.get(ii + a, jj + b))
                for value in range(1, board.N + 1):
                    if value not in used and TabooMove(i, j, value) not in game_state.taboo_moves:
                        moves.append((i, j, value))
        moves.sort(key=lambda t: -self.points(game_state, Move(*t)))
        return moves[:MAX_CHILDREN]

    def points(self, game_state: GameState, move: Move) -> int:
        board = game_state.board
        done = 0
        done += all(board.get(move.i, c) != 0 for c in range(board.N) if c != move.j)
        done += all(board.get(r, move.j) != 0 for r in range(board.N) if r != move.i)
        ii = move.i // board.m * board.m
        jj = move.j // board.n * board.n
        done += all(
            board.get(r, c) != 0
            for r in range(ii, ii + board.m)
            for c in range(jj, jj + board.n)
            if (r, c) != (move.i, move.j)
        )
        return POINTS[done]

    def play(self, game_state: GameState, move: Move) -> GameState:
        child = copy.deepcopy(game_state)
        player = child.current_player()
        child.scores[player - 1] += self.points(child, move)
        child.board.put(move.i, move.j, move.value)
        child.moves.append(move)
        if child.current_player() == player:
            raise RuntimeError("same player twice")
        if game_state.current_player() != player or len(game_state.moves) == len(child.moves):
            raise RuntimeError("deepcopy is not deep")
        return child

    def evaluate(self, game_state: GameState) -> int:
        mine = game_state.scores[self.me - 1]
        other = game_state.scores[2 - self.me]
        return mine - other

    def minimax(self, game_state: GameState, depth: int, alpha: float, beta: float) -> float:
        moves = self.get_moves(game_state) if depth > 0 else []
        if not moves:
            return self.evaluate(game_state)
        if game_state.current_player() == self.me:
            best = -math.inf
            for t in moves:
                best = max(best, self.minimax(self.play(game_state, Move(*t)), depth - 1, alpha, beta))
                alpha = max(alpha, best)
                if beta <= alpha:
                    break
            return best
        best = math.inf
        for t in moves:
            best = min(best, self.minimax(self.play(game_state, Move(*t)), depth - 1, alpha, beta))
            beta = min(beta, best)
            if beta <= alpha:
                break
        return best

    def compute_best_move(self, game_state: GameState) -> None:
        self.me = game_state.current_player()
        if self.me != self.player_number:
            raise RuntimeError("who are we?")
        moves = self.get_moves(game_state)
        i, j, value = moves[0]
        self.propose_move(Move(i=i, j=j, value=value))
        for depth in range(1, self.max_depth + 1):
            best = max(
                moves, key=lambda t: self.minimax(self.play(game_state, Move(*t)), depth - 1, -math.inf, math.inf)
            )
            self.propose_move(Move(*best))
