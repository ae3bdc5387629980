"""The reports' own tree searches in plain Python, with the data structures they describe and their mistakes.

``dueldoku bench agents`` measures them beside ours; the tests let both grow the same tree. Chance is asked of ``rng``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy
from math import inf, log, sqrt
from random import Random
from typing import Any

from dueldoku.duel.rules import POINTS
from dueldoku.game.game import Game

Cell = tuple[int, int]
C = 2.0


class CellNode:
    """Report 002: a node has lists of its own, of the cells left and of the empty cells in each unit."""

    def __init__(
        self, parent: CellNode | None, place: int, sign: int, cells: list[Cell], empty: list[int], lead: int
    ) -> None:
        self.parent, self.place, self.sign = parent, place, sign
        self.cells, self.empty, self.lead = cells, empty, lead
        self.visits = self.total = 0
        self.children: list[CellNode] = []
        self.bounds: list[float] = []  # of the children


class CellSearch:
    """Report 002: UCT over cells, children on the second visit, playouts over a shuffled list."""

    def __init__(self, game: Game, rng: Any = None, points: bool = False) -> None:
        self.m, self.n, self.side = game.geometry.m, game.geometry.n, game.geometry.side
        cells = [divmod(cell, self.side) for cell in game.cells()]
        empty = [0] * (3 * self.side)
        for cell in cells:
            for unit in self._units(cell):
                empty[unit] += 1
        self.points = points  # or results: 1, 0, -1
        lead = 0 if points else game.scores[0] - game.scores[1]  # whoever is to move
        self.root = CellNode(None, 0, 1, cells, empty, lead)
        self.rng = rng or Random(1)

    def run(self, iterations: int) -> None:
        """Do so many iterations."""
        for _ in range(iterations):
            node = self.root
            while node.children:
                node = node.children[max(range(len(node.bounds)), key=node.bounds.__getitem__)]
            if node.visits == 1:
                node = self._expand(node)
            lead = self._play_out(node)
            self._back_up(node, lead if self.points else (lead > 0) - (lead < 0))

    def best(self, robust: bool = False) -> Cell:
        """The cell to fill. Raises ZeroDivisionError if one was never tried, and ValueError before any was."""
        worth = [child.visits if robust else child.total / child.visits for child in self.root.children]
        return self.root.cells[worth.index(max(worth))]

    def _units(self, cell: Cell) -> tuple[int, int, int]:
        row, col = cell
        return row, col + self.side, row - row % self.m + col // self.n + 2 * self.side

    def _points(self, cell: Cell, empty: list[int]) -> int:
        row, col, block = self._units(cell)
        return {0: 0, 1: 1, 2: 3, 3: 7}[(empty[row] == 1) + (empty[col] == 1) + (empty[block] == 1)]

    def _fill(self, cell: Cell, empty: list[int]) -> None:
        row, col, block = self._units(cell)
        empty[row] -= 1
        empty[col] -= 1
        empty[block] -= 1

    def _expand(self, node: CellNode) -> CellNode:
        for place, cell in enumerate(node.cells):
            cells, empty = node.cells.copy(), node.empty.copy()
            cells.remove(cell)
            self._fill(cell, empty)
            lead = node.lead + node.sign * self._points(cell, node.empty)
            node.children.append(CellNode(node, place, -node.sign, cells, empty, lead))
        node.bounds = [inf] * len(node.cells)
        return self.rng.choice(node.children) if node.children else node

    def _play_out(self, node: CellNode) -> int:
        cells, empty = node.cells.copy(), node.empty.copy()
        lead, sign = node.lead, node.sign
        self.rng.shuffle(cells)
        while cells:
            cell = cells.pop()
            lead += sign * self._points(cell, node.empty)
            self._fill(cell, empty)
            sign = -sign
        return lead

    def _back_up(self, node: CellNode, result: int) -> None:
        node.visits += 1
        node.total += node.sign * result
        if node.parent:
            explore = C * sqrt(log(node.parent.visits + 1) / node.visits)
            node.parent.bounds[node.place] = node.total / node.visits + explore
            self._back_up(node.parent, result)


class PlainMove:
    """A digit for a cell, as the course has it."""

    def __init__(self, row: int, col: int, digit: int) -> None:
        self.row, self.col, self.digit = row, col, digit

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PlainMove) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]


class PlainBoard:
    """A board, as the course has it."""

    def __init__(self, game: Game) -> None:
        self.m, self.n, self.side = game.geometry.m, game.geometry.n, game.geometry.side
        self.squares = list(game.values)

    def get(self, row: int, col: int) -> int:
        """The digit there, or 0."""
        return self.squares[self.side * row + col]

    def put(self, row: int, col: int, digit: int) -> None:
        """Write it there."""
        self.squares[self.side * row + col] = digit

    def block(self, row: int, col: int) -> Iterator[Cell]:
        """The cells of the block around this one."""
        top, left = row // self.m * self.m, col // self.n * self.n
        for other_row in range(top, top + self.m):
            for other_col in range(left, left + self.n):
                yield other_row, other_col


class PlainState:
    """A board and the scores."""

    def __init__(self, game: Game) -> None:
        self.board, self.scores = PlainBoard(game), list(game.scores)

    def is_illegal(self, move: PlainMove, taboo: Sequence[PlainMove]) -> bool:
        """Whether the cell is filled, the move taboo, or the digit in one of its units."""
        row, col, digit, board = move.row, move.col, move.digit, self.board
        if board.get(row, col) != 0 or move in taboo:
            return True
        if any(board.get(other, col) == digit for other in range(board.side)):
            return True
        if any(board.get(row, other) == digit for other in range(board.side)):
            return True
        return any(board.get(*cell) == digit for cell in board.block(row, col))

    def points(self, row: int, col: int) -> int:
        """What a move there scores, once it is made: for each of its units that is full then."""
        board = self.board
        full = 0
        full += all(board.get(row, other) != 0 for other in range(board.side))
        full += all(board.get(other, col) != 0 for other in range(board.side))
        full += all(board.get(*cell) != 0 for cell in board.block(row, col))
        return POINTS[full]


class MoveNode:
    """Report 000: a move, who made it, and what came of it."""

    def __init__(self, parent: MoveNode | None, move: PlainMove, depth: int, player: int) -> None:
        self.parent, self.move, self.depth, self.player = parent, move, depth, player
        self.visits = self.score = 0
        self.children: list[MoveNode] = []

    @property
    def mean(self) -> float:
        """What it is worth; nothing before the first visit."""
        return self.score / self.visits if self.visits else 0.0

    @property
    def bound(self) -> float:
        """The upper confidence bound."""
        if not self.visits or not self.parent:
            return inf
        return self.mean + C * sqrt(log(self.parent.visits) / self.visits)


class MoveSearch:
    """Report 000: UCT over moves on a copy of the table, children on the second visit, playouts until nothing is legal.

    A playout draws from the moves at the start until one is legal. A cell that is filled stays open to other digits.
    ``root`` is that of the last turn, from which the last two moves are followed.
    """

    def __init__(self, game: Game, root: MoveNode | None = None, rng: Any = None) -> None:
        self.player, self.rng = game.turn - 1, rng or Random(1)
        self.state = PlainState(game)
        taboo = [PlainMove(*move) for move in game.taboo]
        side = range(game.geometry.side)
        every = [PlainMove(row, col, digit + 1) for row in side for col in side for digit in side]
        initial = [move for move in every if not self.state.is_illegal(move, taboo)]
        legal = [[[False for _ in range(len(side) + 1)] for _ in side] for _ in side]
        for move in initial:
            legal[move.row][move.col][move.digit] = True
        self.table: dict[str, Any] = {"initial": initial, "legal": legal, "count": len(initial)}
        past = [PlainMove(*move) for move in [*game.start.past, *(turn.move for turn in game.history if turn.move)]]
        self.root = (
            self._follow(root, past[-2:], taboo) if root else MoveNode(None, PlainMove(-1, -1, -1), 0, 1 - self.player)
        )
        self.now_state, self.now_table = self.state, self.table

    def _follow(self, node: MoveNode, moves: Sequence[PlainMove], taboo: Sequence[PlainMove]) -> MoveNode:
        """Where these moves lead to. One that was refused is passed over."""
        for move in moves:
            if move not in taboo:
                for child in node.children:
                    if child.move == move:
                        node = child
                        node.parent = None
                        break
                else:
                    node = MoveNode(None, move, node.depth + 1, 1 - node.player)
        return node

    def run(self, iterations: int) -> PlainMove | None:
        """Do so many iterations; returns what is best then."""
        best = None
        for _ in range(iterations):
            self.now_table, self.now_state = deepcopy(self.table), deepcopy(self.state)
            leaf = self._expand(self._select(self.root))
            won = self._play_out(leaf)
            self._back_up(leaf, won)
            best = self.best()
        return best

    def best(self) -> PlainMove | None:
        """The move with the highest mean, the first of them; None before there are any."""
        best, most = None, -inf
        for child in self.root.children:
            if child.mean > most:
                best, most = child.move, child.mean
        return best

    def _select(self, node: MoveNode) -> MoveNode:
        """Raises ValueError where no child is legal at the root."""
        if not node.children:
            return node
        legal = self.now_table["legal"]
        node.children = [child for child in node.children if legal[child.move.row][child.move.col][child.move.digit]]
        return self._select(max(node.children, key=lambda child: child.bound))

    def _expand(self, leaf: MoveNode) -> MoveNode:
        self._make(leaf)
        if self.now_table["count"] == 0 or leaf.visits == 0:
            return leaf
        legal = self.now_table["legal"]
        for move in self.now_table["initial"]:
            if legal[move.row][move.col][move.digit]:
                leaf.children.append(MoveNode(leaf, move, leaf.depth + 1, 1 - leaf.player))
        child: MoveNode = self.rng.choice(leaf.children)
        return child

    def _play_out(self, leaf: MoveNode) -> int:
        """1 if the player who searches wins, else 0. The moves that lead here are made a second time."""
        self._make(leaf)
        player = 1 - leaf.player
        while self.now_table["count"] > 0:
            self._fill(player, self.draw())
            player = 1 - player
        scores = self.now_state.scores
        return 1 if scores[self.player] > scores[1 - self.player] else 0

    def draw(self) -> PlainMove:
        """A random move that is legal."""
        legal = self.now_table["legal"]
        while True:
            move: PlainMove = self.rng.choice(self.now_table["initial"])
            if legal[move.row][move.col][move.digit]:
                return move

    def _back_up(self, node: MoveNode | None, won: int) -> None:
        if node is None:
            return
        node.visits += 1
        node.score += won if node.player == self.player else -won
        self._back_up(node.parent, won)

    def _make(self, node: MoveNode) -> None:
        """Make the moves that lead to the node."""
        if node is self.root:
            return
        if node.parent is not None:
            self._make(node.parent)
        self._fill(node.player, node.move)

    def _fill(self, player: int, move: PlainMove) -> None:
        state, table = self.now_state, self.now_table
        state.board.put(move.row, move.col, move.digit)
        legal, gone = table["legal"], 0
        for at in range(state.board.side):
            if legal[at][move.col][move.digit]:
                legal[at][move.col][move.digit] = False
                gone += 1
            if legal[move.row][at][move.digit]:
                legal[move.row][at][move.digit] = False
                gone += 1
        for row, col in state.board.block(move.row, move.col):
            if legal[row][col][move.digit]:
                legal[row][col][move.digit] = False
                gone += 1
        table["count"] -= gone
        state.scores[player] += state.points(move.row, move.col)
