"""The reports' own minimax searches in plain Python, with the data structures they describe.

They do the same work as the agents: so many nodes of a search that goes deeper and deeper from the position.
"""

from __future__ import annotations

from contextlib import suppress
from math import inf
from operator import gt, lt

from dueldoku.duel.rules import POINTS
from dueldoku.game.game import Game


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
