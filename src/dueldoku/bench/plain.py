"""Report 001's agent in plain Python, search and solver, with the data structures it describes and its mistakes.

``dueldoku bench agents`` measures them, and the tests let them and ours propose the same moves after the same nodes.
"""

from __future__ import annotations

from contextlib import suppress
from copy import deepcopy
from math import inf
from operator import gt, lt

from dueldoku.duel.rules import POINTS
from dueldoku.game.game import Game

Cell = tuple[int, int]
DEEPEST = 9998


class OutOfNodes(Exception):
    """Ends a search in the midst of its recursion. Changes are not undone: a new search needs a new object."""


class PlainCells:
    """Report 001: cells in a list, from which a move is removed and to which it is appended again; counts in a dict.

    ``miscounts``: a block's empty cells are counted in one of its columns, once for each column.
    """

    def __init__(self, game: Game, miscounts: bool = False) -> None:
        self.m, self.n = game.geometry.m, game.geometry.n
        side = game.geometry.side
        self.open = [divmod(cell, side) for cell, value in enumerate(game.values) if not value]
        self.empty = {kind: [0] * side for kind in ("row", "column", "block")}
        for move in self.open:
            self._count(move, 1)
        if miscounts:
            self.empty["block"] = [self.n * self._in_one_column(block) for block in range(side)]
        self.nodes = 0
        self.proposals: list[Cell] = []

    def search(self, nodes: int) -> int:
        """Look at so many nodes, and propose after each depth; returns how many are left in the end."""
        self.nodes = nodes
        with suppress(OutOfNodes):
            for depth in range(1, DEEPEST + 1):
                self.proposals.append(self.minimax(depth, True, 0, -inf, inf)[1])
        return self.nodes

    def minimax(self, depth: int, rising: bool, score: int, alpha: float, beta: float) -> tuple[float, Cell]:
        """The value of the position, and the best move."""
        if depth == 0 or not self.open:
            return score, (-1, -1)
        best, is_better, sign = (-inf, gt, 1) if rising else (inf, lt, -1)
        choice = self.open[0]
        for move in self.open[:]:
            if self.nodes == 0:
                raise OutOfNodes
            self.nodes -= 1
            gain = sign * self._points(move)
            self.open.remove(move)
            self._count(move, -1)
            value = self.minimax(depth - 1, not rising, score + gain, alpha, beta)[0]
            self.open.append(move)
            self._count(move, 1)
            if is_better(value, best):
                best, choice = value, move
                if rising:
                    alpha = max(alpha, best)
                else:
                    beta = min(beta, best)
                if alpha >= beta:
                    break
        return best, choice

    def _block(self, move: Cell) -> int:
        return int(move[0] / self.m) * self.m + int(move[1] / self.n)

    def _points(self, move: Cell) -> int:
        rows, columns, blocks = self.empty["row"], self.empty["column"], self.empty["block"]
        return POINTS[(rows[move[0]] == 1) + (columns[move[1]] == 1) + (blocks[self._block(move)] == 1)]

    def _count(self, move: Cell, by: int) -> None:
        self.empty["row"][move[0]] += by
        self.empty["column"][move[1]] += by
        self.empty["block"][self._block(move)] += by

    def _in_one_column(self, block: int) -> int:
        top, col = block // self.m * self.m, block % self.m * self.n + block % self.n
        return sum((row, col) in self.open for row in range(top, top + self.m))


class PlainGuesses:
    """Report 001: fills every cell with one candidate, else guesses in the last one of its list, on copies.

    Raises KeyError when two cells that were found together want the same digit of a unit. Unless m = n, the digits that
    a block lacks are those of another block.
    """

    def __init__(self, game: Game) -> None:
        self.geometry, self.looks = game.geometry, 0
        side = range(game.geometry.side)
        self.board = [list(game.values[row * len(side) :][: len(side)]) for row in side]
        self.open = [(row, col) for row in side for col in side if not self.board[row][col]]
        self.missing = {
            "row": [self._missing(self.board[row]) for row in side],
            "column": [self._missing([line[col] for line in self.board]) for col in side],
            "block": [self._missing([self.board[row][col] for row, col in self._cells(block)]) for block in side],
        }

    def solve(self) -> list[list[int]] | None:
        """A full board; None if there is none."""
        return self._solve(self.board, self.open, self.missing)

    def _missing(self, digits: list[int]) -> set[int]:
        return {digit for digit in range(1, len(digits) + 1) if digit not in set(filter(None, digits))}

    def _cells(self, block: int) -> list[Cell]:
        m, n, side = self.geometry.m, self.geometry.n, self.geometry.side
        return [(int(block / n) * m + int(at / n), (block % m) * n + at % n) for at in range(side)]

    def _sets(self, missing: dict[str, list[set[int]]], cell: Cell) -> tuple[set[int], set[int], set[int]]:
        row, col = cell
        block = int(row / self.geometry.m) * self.geometry.m + int(col / self.geometry.n)
        return missing["row"][row], missing["column"][col], missing["block"][block]

    def _solve(
        self, board: list[list[int]], cells: list[Cell], missing: dict[str, list[set[int]]]
    ) -> list[list[int]] | None:
        certain, fitting, cell = [], set[int](), (-1, -1)
        for cell in cells:
            self.looks += 1
            row, column, block = self._sets(missing, cell)
            fitting = set(row & column & block)
            if len(fitting) == 1:
                certain.append((cell, next(iter(fitting))))
            elif not fitting:
                return None
        if certain:
            for cell, digit in certain:
                board[cell[0]][cell[1]] = digit
                cells.remove(cell)
                for unit in self._sets(missing, cell):
                    unit.remove(digit)
            return self._solve(board, cells, missing)
        if not any(0 in line for line in board):
            return board
        for digit in fitting:
            board_then, cells_then, missing_then = deepcopy(board), deepcopy(cells), deepcopy(missing)
            board_then[cell[0]][cell[1]] = digit
            cells_then.remove(cell)
            for unit in self._sets(missing_then, cell):
                unit.remove(digit)
            found = self._solve(board_then, cells_then, missing_then)
            if found is not None:
                return found
        return None
