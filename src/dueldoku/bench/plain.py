"""The reports' own searches in plain Python, with the data structures they describe and their mistakes.

They do the same work as the agents: so many nodes of a search that goes deeper and deeper from the position, or so many
playouts of a tree search.
"""

from __future__ import annotations

from contextlib import suppress
from copy import deepcopy
from math import inf, log, sqrt
from operator import gt, lt
from random import Random
from typing import NamedTuple

from dueldoku.duel.rules import POINTS
from dueldoku.game.game import Game

Cell = tuple[int, int]
C = 2.0  # how much the tree searches explore


class OutOfNodes(Exception):
    """Ends a search in the midst of its recursion. Changes are not undone: a new search needs a new object."""


class PlainCells:
    """Report 001: cells in a list, from which a move is removed and to which it is appended again; counts in a dict."""

    def __init__(self, game: Game) -> None:
        self.m, self.n = game.geometry.m, game.geometry.n
        side = game.geometry.side
        self.open = [divmod(cell, side) for cell, value in enumerate(game.values) if not value]
        self.empty = {kind: [0] * side for kind in ("row", "column", "block")}
        for move in self.open:
            self._count(move, 1)
        self.nodes = 0

    def search(self, nodes: int) -> None:
        """Look at so many nodes."""
        self.nodes = nodes
        with suppress(OutOfNodes):
            for depth in range(1, len(self.open) + 1):
                self.minimax(depth, True, 0, -inf, inf)

    def minimax(self, depth: int, rising: bool, score: int, alpha: float, beta: float) -> float:
        """The value of the position."""
        if depth == 0 or not self.open:
            return score
        best, is_better, sign = (-inf, gt, 1) if rising else (inf, lt, -1)
        for move in self.open[:]:
            if self.nodes == 0:
                raise OutOfNodes
            self.nodes -= 1
            gain = sign * self._points(move)
            self.open.remove(move)
            self._count(move, -1)
            value = self.minimax(depth - 1, not rising, score + gain, alpha, beta)
            self.open.append(move)
            self._count(move, 1)
            if is_better(value, best):
                best = value
                if rising:
                    alpha = max(alpha, best)
                else:
                    beta = min(beta, best)
                if alpha >= beta:
                    break
        return best

    def _block(self, move: tuple[int, int]) -> int:
        return int(move[0] / self.m) * self.m + int(move[1] / self.n)

    def _points(self, move: tuple[int, int]) -> int:
        rows, columns, blocks = self.empty["row"], self.empty["column"], self.empty["block"]
        return POINTS[(rows[move[0]] == 1) + (columns[move[1]] == 1) + (blocks[self._block(move)] == 1)]

    def _count(self, move: tuple[int, int], by: int) -> None:
        self.empty["row"][move[0]] += by
        self.empty["column"][move[1]] += by
        self.empty["block"][self._block(move)] += by


class PlainMoves:
    """Report 000: a table of legal moves, brought up to date by lists of what each move rules out."""

    def __init__(self, game: Game) -> None:
        self.geometry = game.geometry
        self.values = list(game.values)
        self.moves = [
            (cell, digit) for cell, value in enumerate(self.values) if not value for digit in game.digits(cell)
        ]
        self.moves.sort(key=lambda move: (len(game.digits(move[0])) == 2, len(game.digits(move[0]))))
        self.legal = [[False] * (game.geometry.side + 1) for _ in self.values]
        for cell, digit in self.moves:
            self.legal[cell][digit] = True
        self.free = [sum(not self.values[cell] for cell in unit) for unit in game.geometry.units]
        self.scores = [0.0, 0.0]
        self.nodes = 0

    def search(self, nodes: int) -> None:
        """Look at so many nodes."""
        self.nodes = nodes
        with suppress(OutOfNodes):
            for depth in range(1, len(self.moves)):
                for move in self.moves:
                    self.minimax(move, 0, depth, -inf, inf)

    def minimax(self, move: tuple[int, int], player: int, depth: int, alpha: float, beta: float) -> float:
        """The value of the position after the move."""
        if self.nodes == 0:
            raise OutOfNodes
        self.nodes -= 1
        cell, digit = move
        self.values[cell] = digit
        gain = self._points(cell)
        self.scores[player] += gain
        ruled_out = self._rule_out(cell, digit)
        for unit in self.geometry.units_of[cell]:
            self.free[unit] -= 1
        best = self._answer(1 - player, depth, alpha, beta)
        for unit in self.geometry.units_of[cell]:
            self.free[unit] += 1
        for other, value in ruled_out:
            self.legal[other][value] = True
        self.scores[player] -= gain
        self.values[cell] = 0
        return best

    def _answer(self, player: int, depth: int, alpha: float, beta: float) -> float:
        best = inf if player else -inf
        for move in self.moves if depth else ():
            if self.legal[move[0]][move[1]]:
                value = self.minimax(move, player, depth - 1, alpha, beta)
                if player:
                    best = min(best, value)
                    beta = min(beta, best)
                else:
                    best = max(best, value)
                    alpha = max(alpha, best)
                if beta < alpha:
                    break
        return self._evaluate(player) if best in (inf, -inf) else best

    def _points(self, cell: int) -> int:
        units = self.geometry.units_of[cell]
        return POINTS[sum(all(self.values[other] for other in self.geometry.units[unit]) for unit in units)]

    def _rule_out(self, cell: int, digit: int) -> list[tuple[int, int]]:
        """Mark the moves that the digit in the cell makes illegal, and list them."""
        moves = [(other, digit) for other in self.geometry.peers[cell] if self.legal[other][digit]]
        moves += [(cell, value) for value in range(1, self.geometry.side + 1) if self.legal[cell][value]]
        for other, value in moves:
            self.legal[other][value] = False
        return moves

    def _evaluate(self, player: int) -> float:
        score = self.scores[0] - self.scores[1]
        if player == 0:
            side = self.geometry.side
            score += 0.1 * sum(count / side for count in self.free) / side / 3
        return score


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

    def __init__(self, game: Game) -> None:
        self.m, self.n, self.side = game.geometry.m, game.geometry.n, game.geometry.side
        cells = [divmod(cell, self.side) for cell in game.cells()]
        empty = [0] * (3 * self.side)
        for cell in cells:
            for unit in self._units(cell):
                empty[unit] += 1
        self.root = CellNode(None, 0, 1, cells, empty, 0)
        self.rng = Random(1)

    def run(self, iterations: int) -> None:
        """Do so many iterations."""
        for _ in range(iterations):
            node = self.root
            while node.children:
                node = node.children[max(range(len(node.bounds)), key=node.bounds.__getitem__)]
            if node.visits == 1:
                node = self._expand(node)
            lead = self._play_out(node)
            self._back_up(node, (lead > 0) - (lead < 0))

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


class MoveBoard(NamedTuple):
    """Report 000: the board, the scores, and which of the moves at the start are still legal."""

    values: list[list[int]]
    scores: list[int]
    legal: list[list[list[bool]]]
    left: list[int]  # one number: how many of them


class MoveNode:
    """Report 000: a move, who made it, and what came of it."""

    def __init__(self, parent: MoveNode | None, move: tuple[int, int, int], player: int) -> None:
        self.parent, self.move, self.player = parent, move, player
        self.visits = self.score = 0
        self.children: list[MoveNode] = []

    def bound(self) -> float:
        """The upper confidence bound."""
        if not self.visits or not self.parent:
            return inf
        return self.score / self.visits + C * sqrt(log(self.parent.visits) / self.visits)


class MoveSearch:
    """Report 000: UCT over moves on a copy of the table, children on the second visit, playouts until nothing is legal.

    A playout draws from the moves at the start until one is legal. A cell that is filled stays open to other digits.
    """

    def __init__(self, game: Game) -> None:
        self.geometry = game.geometry
        side = game.geometry.side
        self.moves = [tuple(move) for move in game.legal_moves()]
        legal = [[[False] * (side + 1) for _ in range(side)] for _ in range(side)]
        for row, col, digit in self.moves:
            legal[row][col][digit] = True
        values = [list(game.values[row * side : (row + 1) * side]) for row in range(side)]
        self.start = MoveBoard(values, [0, 0], legal, [len(self.moves)])
        self.root = MoveNode(None, (-1, -1, -1), 1)
        self.rng = Random(1)

    def run(self, iterations: int) -> None:
        """Do so many iterations."""
        for _ in range(iterations):
            table = deepcopy(self.start)
            leaf = self._expand(self._select(), table)
            self._apply(leaf, table)
            player = 1 - leaf.player
            while table.left[0]:
                row, col, digit = self.rng.choice(self.moves)
                if table.legal[row][col][digit]:
                    self._fill(table, player, (row, col, digit))
                    player = 1 - player
            won = int(table.scores[0] > table.scores[1])
            node: MoveNode | None = leaf
            while node:
                node.visits += 1
                node.score += won if node.player == 0 else -won
                node = node.parent

    def _select(self) -> MoveNode:
        node = self.root
        while node.children:
            node = max(node.children, key=MoveNode.bound)
        return node

    def _expand(self, leaf: MoveNode, table: MoveBoard) -> MoveNode:
        self._apply(leaf, table)
        if not table.left[0] or not leaf.visits:
            return leaf
        for row, col, digit in self.moves:
            if table.legal[row][col][digit]:
                leaf.children.append(MoveNode(leaf, (row, col, digit), 1 - leaf.player))
        return self.rng.choice(leaf.children)

    def _apply(self, node: MoveNode, table: MoveBoard) -> None:
        """Make the moves that lead to the node. This is done twice, and so the points are counted twice."""
        if node.parent:
            self._apply(node.parent, table)
            self._fill(table, node.player, node.move)

    def _fill(self, table: MoveBoard, player: int, move: tuple[int, int, int]) -> None:
        row, col, digit = move
        table.values[row][col] = digit
        complete = 0
        for unit in self.geometry.units_of[self.geometry.cell(row, col)]:
            cells = [divmod(cell, self.geometry.side) for cell in self.geometry.units[unit]]
            complete += all(table.values[r][c] for r, c in cells)
            for r, c in cells:
                if table.legal[r][c][digit]:
                    table.legal[r][c][digit] = False
                    table.left[0] -= 1
        table.scores[player] += POINTS[complete]
