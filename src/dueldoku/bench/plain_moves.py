"""Report 000's minimax agents in plain Python, listings 1 and 2, with their data structures and their mistakes.

``dueldoku bench agents`` measures them, and the tests let them and the compiled search propose the same moves after the
same nodes. A search is one turn: it ends when what it may spend is spent. What is left to chance is asked of ``rng``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from fractions import Fraction
from math import inf
from random import Random
from typing import Any, ClassVar, TypedDict

import numpy as np

from dueldoku.bench.plain import OutOfNodes
from dueldoku.bench.playouts import PlainMove, PlainState
from dueldoku.game.game import Game


class PlainMoves(ABC):
    """Report 000: what both minimax agents have in common. A cell that is filled stays open to its other digits.

    ``one`` is 1.0, or ``Fraction(1)`` for values without noise in their last digits.
    """

    first_depth: ClassVar[int]

    def __init__(self, game: Game, rng: Any = None, one: float | Fraction = 1.0) -> None:
        self.state, self.player = PlainState(game), game.turn - 1
        self.taboo = [PlainMove(*move) for move in game.taboo]
        self.rng, self.one = rng or Random(1), one
        self.side = game.geometry.side
        self.initial: list[PlainMove] = []
        self.count = 0  # of the legal moves
        self.left = self.step = self.test = 1.0  # what may be spent, what a node costs, and a move that is tested
        self.nodes = self.tested = 0
        self.proposals: list[PlainMove] = []

    def search(self, budget: float, step: float = 1, test: float = 1) -> None:
        """Take a turn with so much to spend."""
        self.left, self.step, self.test = budget, step, test
        with suppress(OutOfNodes):
            self._think()

    @abstractmethod
    def _think(self) -> None:
        """A turn from its beginning."""

    def find_moves(self) -> list[PlainMove]:
        """What is legal, row by row."""
        side = range(self.side)
        every = [PlainMove(row, col, digit + 1) for row in side for col in side for digit in side]
        return [move for move in every if not self.state.is_illegal(move, self.taboo)]

    def deepen(self) -> None:
        """Deeper and deeper, until there is no time. A value stands until it is surpassed, by whatever depth."""
        best: tuple[PlainMove, Any] | None = None
        for depth in range(self.first_depth, len(self.initial)):
            for move in self.initial:
                value = self.minimax(move, self.player, depth, -inf, inf)
                if best is None or value > best[1]:
                    best = move, value
                    self.proposals.append(self._choose(move, value))

    def minimax(self, move: PlainMove, player: int, depth: int, alpha: Any, beta: Any) -> Any:
        """The value of the position after the move."""
        self.spend(self.step)
        self.nodes += 1
        state = self.state
        state.board.put(move.row, move.col, move.digit)
        gain = state.points(move.row, move.col)
        state.scores[player] += gain
        gone = self._rule_out(move)
        player = 1 - player
        self._note(move, -1)
        if depth == 0 or self.count == 0:
            best = self._evaluate(player)
        elif player == self.player:
            best = -inf
            for other in self._fitting():
                best = max(best, self.minimax(other, player, depth - 1, alpha, beta))
                alpha = max(alpha, best)
                if beta < alpha:
                    break
        else:
            best = inf
            for other in self._fitting():
                best = min(best, self.minimax(other, player, depth - 1, alpha, beta))
                beta = min(beta, best)
                if beta < alpha:
                    break
        player = 1 - player
        self._note(move, 1)
        self._rule_in(gone)
        state.scores[player] -= gain
        state.board.put(move.row, move.col, 0)
        return best

    def spend(self, cost: float) -> None:
        """Raises OutOfNodes if that much is not left."""
        self.left -= cost
        if self.left < 0:
            raise OutOfNodes

    def _choose(self, move: PlainMove, value: Any) -> PlainMove:
        """What to propose if this is the best move."""
        return move

    def _note(self, move: PlainMove, by: int) -> None:
        """A cell is filled (-1), or empty again (1)."""
        return

    def _evaluate(self, player: int) -> Any:
        """What the position is worth if this player is to move."""
        return self.state.scores[self.player] - self.state.scores[1 - self.player]

    @abstractmethod
    def _fitting(self) -> Iterator[PlainMove]:
        """The moves that are legal when their turn comes."""

    @abstractmethod
    def _rule_out(self, move: PlainMove) -> list[PlainMove]:
        """The moves that are no longer legal."""

    @abstractmethod
    def _rule_in(self, moves: list[PlainMove]) -> None:
        """They are legal again."""


class PlainRegions(PlainMoves):
    """Report 000, listing 1: two heuristics. The table of legal moves is an array."""

    first_depth = 1

    def _think(self) -> None:
        moves = self.initial = self.order_moves()
        self.proposals.append(moves[0])
        self.legal = np.full((self.side, self.side, self.side + 1), False)
        self.count = len(moves)
        for move in moves:
            self.legal[move.row, move.col, move.digit] = True
        side, m, n = range(self.side), self.state.board.m, self.state.board.n
        self.free_row = [len({(move.row, move.col) for move in moves if move.row == row}) for row in side]
        self.free_col = [len({(move.row, move.col) for move in moves if move.col == col}) for col in side]
        self.free_block = [
            [len({(o.row, o.col) for o in moves if (o.row // m, o.col // n) == (down, across)}) for across in range(n)]
            for down in range(n)
        ]
        self.deepen()

    def order_moves(self) -> list[PlainMove]:
        """Cells with few moves first, those with two last."""
        by_count: dict[int, list[PlainMove]] = {count: [] for count in range(self.side + 1)}
        for row in range(self.side):
            for col in range(self.side):
                moves = [PlainMove(row, col, digit) for digit in range(1, self.side + 1)]
                legal = [move for move in moves if not self.state.is_illegal(move, self.taboo)]
                by_count[len(legal)].extend(legal)
        counts = sorted(by_count)
        counts.append(counts.pop(2))
        return [move for count in counts for move in by_count[count]]

    def _note(self, move: PlainMove, by: int) -> None:
        self.free_row[move.row] += by
        self.free_col[move.col] += by
        self.free_block[move.row // self.state.board.m][move.col // self.state.board.n] += by

    def _evaluate(self, player: int) -> Any:
        score = super()._evaluate(player)
        if player == self.player:
            score += self.one / 10 * self._emptiness()
        return score

    def _emptiness(self) -> Any:
        """1 on an empty board with m = n. The number of blocks in a row is taken from the height of a block."""
        one, side = self.one, self.side
        blocks = side // self.state.board.m
        share = sum([one * count / side for count in self.free_row]) / side / 3
        share += sum([one * count / side for count in self.free_col]) / side / 3
        share += sum([sum([one * count / side for count in line]) / blocks for line in self.free_block]) / blocks / 3
        return share

    def _fitting(self) -> Iterator[PlainMove]:
        for move in self.initial:
            if self.legal[move.row, move.col, move.digit]:
                yield move

    def _rule_out(self, move: PlainMove) -> list[PlainMove]:
        legal, digit, gone = self.legal, move.digit, []
        for row in range(self.side):
            if legal[row, move.col, digit]:
                gone.append(PlainMove(row, move.col, digit))
                legal[row, move.col, digit] = False
        for col in range(self.side):
            if legal[move.row, col, digit]:
                gone.append(PlainMove(move.row, col, digit))
                legal[move.row, col, digit] = False
        for row, col in self.state.board.block(move.row, move.col):
            if legal[row, col, digit]:
                gone.append(PlainMove(row, col, digit))
                legal[row, col, digit] = False
        self.count -= len(gone)
        return gone

    def _rule_in(self, moves: list[PlainMove]) -> None:
        self.count += len(moves)
        for move in moves:
            self.legal[move.row, move.col, move.digit] = True


class SavedBombs(TypedDict):
    """What the last agent of report 000 keeps from turn to turn."""

    bombs: list[PlainMove]
    low: float
    high: float
    started: bool
    finished: bool


class PlainBombs(PlainMoves):
    """Report 000, listing 2: passes with bombs. The table of legal moves is a list of lists of lists."""

    first_depth = 2

    def __init__(
        self, game: Game, rng: Any = None, saved: SavedBombs | None = None, low: float = 0.2, high: float = 0.85
    ) -> None:
        super().__init__(game, rng)
        self.saved = saved or SavedBombs(bombs=[], low=low, high=high, started=False, finished=False)
        self.bombs: list[PlainMove] = []

    def _think(self) -> None:
        moves = self.find_moves()
        self.rng.shuffle(moves)
        self.proposals.append(moves[0])
        free = self.count_free()
        scoring, quiet = self.order_moves(moves, free)
        moves = self.initial = scoring + quiet
        self.proposals.append(moves[0])
        side = range(self.side)
        self.legal = [[[False for _ in range(self.side + 1)] for _ in side] for _ in side]
        for move in moves:
            self.legal[move.row][move.col][move.digit] = True
        self.count = len(moves)
        self.look_for_bombs(quiet, 1 - sum(free[: self.side]) / self.side**2)
        self.deepen()

    def count_free(self) -> list[int]:
        """The empty cells of each row, column and block."""
        board, side = self.state.board, range(self.side)
        rows = [sum(1 for col in side if board.get(row, col) == 0) for row in side]
        cols = [sum(1 for row in side if board.get(row, col) == 0) for col in side]
        corners = [(row, col) for row in side[:: board.m] for col in side[:: board.n]]
        return rows + cols + [sum(1 for cell in board.block(*corner) if board.get(*cell) == 0) for corner in corners]

    def order_moves(self, moves: list[PlainMove], free: list[int]) -> tuple[list[PlainMove], list[PlainMove]]:
        """The moves that complete most units first, and those that complete none."""
        board, side = self.state.board, self.side
        by_units: list[list[PlainMove]] = [[], [], [], []]
        for move in moves:
            block = move.row // board.m * board.m + move.col // board.n
            full = [free[move.row] == 1, free[side + move.col] == 1, free[2 * side + block] == 1]
            by_units[sum(full)].append(move)
        return by_units[3] + by_units[2] + by_units[1], by_units[0]

    def look_for_bombs(self, quiet: list[PlainMove], filled: float) -> None:
        """Make a list of bombs if there is none, and take them from the moves, but not from those that are legal."""
        data = deepcopy(self.saved)
        if data["started"] and not data["finished"]:
            data["low"] += 0.1
            data["started"] = False
        self.saved = deepcopy(data)
        if not data["bombs"] and data["low"] < filled < data["high"]:
            data["started"] = True
            self.saved = deepcopy(data)
            data["bombs"] = [move for move in quiet if self.is_bomb(move)]
            data["finished"] = True
        data["bombs"] = [move for move in data["bombs"] if move in self.initial]
        for move in data["bombs"]:
            self.initial.remove(move)
        self.saved, self.bombs = deepcopy(data), data["bombs"]

    def is_bomb(self, move: PlainMove) -> bool:
        """Whether the test finds the board without a solution after the move."""
        self.spend(self.test)
        self.tested += 1
        return self.is_blocked_after(move)

    def is_blocked_after(self, move: PlainMove) -> bool:
        """The test itself."""
        board = self.state.board
        board.put(move.row, move.col, move.digit)
        found = any(self.is_blocked(row, left) for row in range(self.side) for left in range(0, self.side, board.n))
        board.put(move.row, move.col, 0)
        return found

    def is_blocked(self, row: int, left: int) -> bool:
        """Whether the block has no place for a digit, by this row of it. The rows left out are the wrong ones."""
        board, side = self.state.board, range(self.side)
        missing, free = [digit + 1 for digit in side], list(range(left, left + board.n))
        top = row // board.m * board.m
        others = [other for other in range(top, top + board.m) if other != row]
        for col in range(left, left + board.n):
            digit = board.get(row, col)
            if digit != 0:
                missing.remove(digit)
                free.remove(col)
        if len(missing) == board.m:
            return False
        for digit in missing:
            if any(board.get(*cell) == digit for cell in board.block(row, left)):
                continue
            found = 0
            for other in others:
                for col in side:
                    if board.get(other, col) == digit:
                        found += 1
            if found != len(others):
                continue
            found = 0
            for col in free:
                for other in side:
                    if board.get(other, col) == digit:
                        found += 1
            if found == len(free):
                return True
        return False

    def _choose(self, move: PlainMove, value: Any) -> PlainMove:
        return self.bombs[0] if value < 0 and self.bombs else move

    def _fitting(self) -> Iterator[PlainMove]:
        for move in self.initial:
            if self.legal[move.row][move.col][move.digit]:
                yield move

    def _rule_out(self, move: PlainMove) -> list[PlainMove]:
        legal, digit, gone = self.legal, move.digit, []
        for row in range(self.side):
            if legal[row][move.col][digit]:
                gone.append(PlainMove(row, move.col, digit))
                legal[row][move.col][digit] = False
        for col in range(self.side):
            if legal[move.row][col][digit]:
                gone.append(PlainMove(move.row, col, digit))
                legal[move.row][col][digit] = False
        for row, col in self.state.board.block(move.row, move.col):
            if legal[row][col][digit]:
                gone.append(PlainMove(row, col, digit))
                legal[row][col][digit] = False
        self.count -= len(gone)
        return gone

    def _rule_in(self, moves: list[PlainMove]) -> None:
        self.count += len(moves)
        for move in moves:
            self.legal[move.row][move.col][move.digit] = True
