"""The reports' own tree searches in plain Python, with the data structures they describe and their mistakes."""

from __future__ import annotations

from copy import deepcopy
from math import inf, log, sqrt
from random import Random
from typing import NamedTuple

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
