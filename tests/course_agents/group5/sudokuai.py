import random
import time

from competitive_sudoku.sudoku import GameState, Move, SudokuBoard, TabooMove
from competitive_sudoku.sudokuai import SudokuAI


class Node:
    def __init__(self, move=None, parent=None):
        self.move = move
        self.parent = parent
        self.children = []
        self.wins = 0
        self.visits = 0


class SudokuAI(SudokuAI):
    """Monte Carlo tree search, but with flat playouts (2023)."""

    def __init__(self):
        super(SudokuAI, self).__init__()
        self.rng = random.Random(5)

    def moves(self, board, taboo):
        result = []
        for k in range(board.N * board.N):
            if board.squares[k] != 0:
                continue
            r, c = divmod(k, board.N)
            for v in range(1, board.N + 1):
                t = (r, c, v)
                if Move(*t) in taboo:
                    continue
                if all(board.squares[p] != v for p in self.peers(board, r, c)):
                    result.append(t)
        return result

    def peers(self, board, r, c):
        N = board.N
        for k in range(N):
            yield r * N + k
            yield k * N + c
        for dr in range(board.m):
            for dc in range(board.n):
                yield (r // board.m * board.m + dr) * N + c // board.n * board.n + dc

    def playout(self, game_state, move):
        """plays on until somebody gets stuck, the one who moved last is the winner"""
        board = SudokuBoard(game_state.board.m, game_state.board.n)
        board.squares = list(game_state.board.squares)
        last = game_state.current_player()
        board.put(move.i, move.j, move.value)
        for _ in range(3):
            options = self.moves(board, game_state.taboo_moves)
            if not options:
                break
            i, j, value = self.rng.choice(options)
            board.put(i, j, value)
            last = 3 - last
        return last

    def compute_best_move(self, game_state: GameState) -> None:
        end = time.time() + 0.01
        # the history has to agree with the taboo list
        refused = [move for move in game_state.moves if isinstance(move, TabooMove)]
        if len(refused) != len(game_state.taboo_moves):
            raise AssertionError("taboo moves are missing in the history")
        for move, taboo in zip(refused, game_state.taboo_moves):
            if Move(move.i, move.j, move.value) != taboo or not (taboo == Move(taboo.i, taboo.j, taboo.value)):
                raise AssertionError("a Move and a TabooMove with the same numbers are the same")
        placed = [move for move in game_state.moves if type(move) is Move]
        if any(game_state.board.get(move.i, move.j) != move.value for move in placed):
            raise AssertionError("the board does not have our history")

        root = Node()
        for t in self.moves(game_state.board, game_state.taboo_moves):
            root.children.append(Node(Move(*t), root))
        self.propose_move(root.children[0].move)
        while time.time() < end:
            node = self.rng.choice(root.children)
            node.visits += 1
            node.wins += self.playout(game_state, node.move) == game_state.current_player()
        best = max(root.children, key=lambda node: node.wins / node.visits if node.visits else 0)
        self.propose_move(best.move)
