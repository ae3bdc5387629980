import competitive_sudoku.sudokuai
from competitive_sudoku.sudoku import GameState, Move, SudokuBoard, TabooMove
import copy, random


class NodeGameState(GameState):
    """a game state that knows the move that led to it"""

    def __init__(self, game_state, root_move=None, last_move=None):
        self.__dict__ = game_state.__dict__.copy()
        self.root_move = root_move
        self.last_move = last_move
        self.my_player = game_state.current_player()


class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    def _init_(self):
        super().__init__()
        self.depth = 2

    def children(self, node: NodeGameState):
        N = node.board.N
        result = []
        for k in random.sample(range(N * N), N * N):
            i, j = node.board.f2rc(k)
            if node.board.squares[k] == SudokuBoard.empty:
                for value in range(1, N + 1):
                    if self.allowed(node, i, j, value):
                        child = NodeGameState(
                            copy.deepcopy(node), node.root_move or Move(i, j, value), Move(i, j, value)
                        )
                        child.board.put(i, j, value)
                        child.moves.append(child.last_move)
                        result.append(child)
            if len(result) > 4:
                break
        return result

    def allowed(self, node, i, j, value):
        b = node.board
        for t in node.taboo_moves:
            if (t.i, t.j, t.value) == (i, j, value):
                return False
        if value in b.squares[i * b.N : (i + 1) * b.N]:
            return False
        if value in b.squares[j :: b.N]:
            return False
        for r in range(b.m):
            for c in range(b.n):
                if b.get(i - i % b.m + r, j - j % b.n + c) == value:
                    return False
        return True

    def compute_best_move(self, game_state: GameState) -> None:
        if self.best_move == None or self.lock == None or self.player_number == -1:
            raise Exception("the constructor of the framework was not run")
        before = str(game_state)
        root = NodeGameState(game_state)
        if (
            not isinstance(root, GameState)
            or root.board is not game_state.board
            or root.scores is not game_state.scores
        ):
            raise Exception("that is not the same state")
        for child in self.children(root):
            self.propose_move(child.root_move)
            if child.current_player() == root.current_player():
                raise Exception("it should be the turn of the other player")
            for grandchild in self.children(child):
                if grandchild.current_player() != root.current_player():
                    raise Exception("it should be our turn again")
                if grandchild.root_move != child.root_move:
                    raise Exception("children of a child start with the same move")
        if str(game_state) != before:
            raise Exception("we changed the real state")
        try:
            set(game_state.moves + [Move(0, 0, 1)])
        except TypeError:
            pass  # unhashable type, so compare lists
        else:
            raise Exception("moves cannot be hashed in this framework")
