"""What the minimax agents share: their options in words, the order of moves, and deeper and deeper search.

The search looks at every move to one depth, then to the next. A move that is the best so far is proposed at once if it
is proven to leave the board solvable, and struck out otherwise. Each depth begins with the best move of the one before,
so that even an unfinished deeper search has looked at that move.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import NamedTuple

import numpy as np

from dueldoku.agents.base import Task, choose
from dueldoku.agents.compiled import play_of
from dueldoku.board.grid import Grid
from dueldoku.board.move import Move
from dueldoku.errors import UnknownName
from dueldoku.game.game import Game
from dueldoku.kernels.duel import minimax
from dueldoku.kernels.duel.play import Play
from dueldoku.solvers.backend import warm_up

Moves = list[tuple[int, int]]  # cell and digit
ORDERS = ("board", "shuffled", "candidates", "units")
_PRUNE = {"no": minimax.NEVER, "late": minimax.LATE, "yes": minimax.ALWAYS}
_SLICE = 50_000  # nodes between two looks at the clock: some hundred microseconds
_MARGIN = 0.002  # seconds to come home in


class MinimaxStyle(NamedTuple):
    """How to search.

    ``start`` and ``deepest`` are plies (deepest 0: as many as there are empty cells). ``empty`` adds a tenth of the
    share of empty cells. ``keep`` reproduces a mistake: the value of a shallower search stands until it is surpassed.
    """

    order: str
    prune: str
    start: int
    deepest: int
    empty: bool = False
    keep: bool = False


def style_of(order: str, prune: str, start: int, deepest: int, empty: bool = False, keep: bool = False) -> MinimaxStyle:
    """A style out of an agent's options, checked. What it needs is loaded, so that no turn has to wait for that."""
    choose("order", order, ORDERS)
    choose("prune", prune, tuple(_PRUNE))
    if start < 1 or deepest < 0:
        raise UnknownName(f"expected a depth of 1 or more to start with, and 0 or more at most, got {start}, {deepest}")
    warm_up()
    search = minimax.search_of(play_of(Game(Grid.parse("................"))), [(0, 1), (1, 2)])
    minimax.start(search, 2, -minimax.INF)
    minimax.proceed(search, 10)
    return MinimaxStyle(order, prune, start, deepest, empty, keep)


def all_moves(game: Game) -> Moves:
    """What either player may ever fill in: each legal digit of each empty cell, without the taboo ones."""
    taboo = set(game.taboo)
    empty = [cell for cell, value in enumerate(game.values) if not value]
    pairs = [(cell, digit) for cell in empty for digit in game.digits(cell)]
    return [pair for pair in pairs if game.geometry.move(*pair) not in taboo] if taboo else pairs


def sort_moves(game: Game, task: Task, moves: Moves, order: str) -> Moves:
    """The moves in the order in which to try them.

    ``candidates``: cells with few digits first, but those with two last; ``units``: those that complete most first.
    """
    moves, cells = list(moves), {cell for cell, _ in moves}
    if order in ("shuffled", "units"):
        task.rng.shuffle(moves)
    if order == "units":
        rank = {cell: -game.points(cell) for cell in cells}
        moves.sort(key=lambda move: rank[move[0]])
    if order == "candidates":
        count = {cell: len(game.digits(cell)) for cell in cells}
        rank = {cell: game.geometry.side + 1 if count[cell] == 2 else count[cell] for cell in cells}
        moves.sort(key=lambda move: rank[move[0]])
    return moves


class MinimaxTurn:
    """The search of one turn, over these moves in the order of the style.

    ``sure``: the digits are a solution's. ``spent``: nodes used before. ``choose`` may say what to propose instead of
    the best move of this value.
    """

    def __init__(
        self,
        game: Game,
        task: Task,
        play: Play,
        moves: Moves,
        style: MinimaxStyle,
        *,
        sure: bool = False,
        spent: int = 0,
        choose: Callable[[Move, float], Move] = lambda move, value: move,
    ) -> None:
        self.game, self.task, self.style = game, task, style
        weights = (10 * game.geometry.size, 1) if style.empty else (1, 0)  # whole numbers, so that equal is equal
        moves = sort_moves(game, task, moves, style.order)
        self.search = minimax.search_of(play, moves, _PRUNE[style.prune], weights, sure)
        self._point = weights[0]
        self.spent, self.choose = spent, choose
        self._most = inf if task.limit.nodes is None else task.limit.nodes
        self.depth, self.value, self.proposals = 0, 0.0, 0
        self._kept = -minimax.INF
        mine, other = game.scores[game.turn - 1], game.scores[2 - game.turn]
        self._level = mine - other  # values are told from here

    @property
    def nodes(self) -> int:
        """What was looked at so far."""
        return self.spent + int(self.search.now.nodes)

    def run(self) -> None:
        """Search deeper and deeper, and propose, until the limit is reached or all is known."""
        empty = self.game.values.count(0)
        last = min(self.style.deepest or empty, empty)
        for depth in range(min(self.style.start, last), last + 1):
            if not self._search(depth):
                break
            self.depth = depth
        nodes = min(self.nodes, self._most)  # a last ply may go beyond, and what comes of it does not count
        self.task.report({"depth": self.depth, "nodes": nodes, "value": self.value, "proposals": self.proposals})

    def _search(self, depth: int) -> bool:
        """Search to this depth; False if the limit came first."""
        search, root = self.search, self.search.plies[0]
        minimax.start(search, depth, self._kept if self.style.keep else -minimax.INF)
        best = -1
        while True:
            before = int(root.best)
            is_answered = minimax.proceed(search, self._share())
            if self.nodes > self._most:
                return False
            if search.now.is_better:
                move = int(search.now.choice)
                if self._propose(move, int(root.best)):
                    best = move
                else:
                    search.moves[move].digit = 0
                    root.best = root.alpha = before
            elif is_answered:
                break
            if not self._share() or self.task.seconds_left() < _MARGIN:
                return False
        tried = np.asarray(search.moves)
        tried[: best + 1] = np.roll(tried[: best + 1], 1)
        return True

    def _share(self) -> int:
        """How many nodes to look at before the next look at the clock."""
        return max(int(min(_SLICE, self._most - self.nodes)), 0)

    def _propose(self, number: int, value: int) -> bool:
        """Propose the best move so far, or what is chosen instead; False if it is a bomb."""
        cell, digit = int(self.search.moves[number].cell), int(self.search.moves[number].digit)
        if not self.game.oracle.allows(self.game.values, cell, digit):
            return False
        self.value = value / self._point - self._level
        self._kept = value
        self.task.propose(self.choose(self.game.geometry.move(cell, digit), self.value))
        self.proposals += 1
        return True
