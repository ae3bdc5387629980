"""What the minimax agents share: their options in words, the order of moves, and deeper and deeper search.

The search looks at every move to one depth, then to the next. A move that is the best so far is proposed at once if it
is proven to leave the board solvable, and struck out otherwise. Each depth begins with the best move of the one before,
so that even an unfinished deeper search has looked at that move. Options make it search as the reports' agents do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from math import inf
from typing import NamedTuple

import numpy as np

from dueldoku.agents.base import Task, choose, within
from dueldoku.agents.compiled import open_turn, play_of
from dueldoku.agents.pace import CLOCKS, Costs, costs_of
from dueldoku.agents.symmetry import one_of_each
from dueldoku.board.grid import Grid
from dueldoku.board.move import Move
from dueldoku.errors import UnknownName
from dueldoku.game.game import Game
from dueldoku.kernels.base.records import Rows
from dueldoku.kernels.duel import minimax
from dueldoku.kernels.duel.play import Play, refillable
from dueldoku.kernels.duel.resumable import Remembered
from dueldoku.solvers.backend import warm_up

Moves = list[tuple[int, int]]  # cell and digit
Shares = Sequence[Sequence[float]]  # depths, and which part of a turn each of them took
ORDERS = ("board", "shuffled", "candidates", "moves", "units")
ROTATING = "rotating"
FIRST = ("proven", "random", "ordered", "none")
AUTO = "auto"
_PRUNE = {"no": minimax.NEVER, "late": minimax.LATE, "yes": minimax.ALWAYS}
_DEEPEST = 9998  # where report 001 ends
_SLICE = 50_000  # nodes between two looks at the clock: some hundred microseconds
_MARGIN = 0.002  # seconds to come home in
_SHORT = 0.5  # of a turn: with ``start=auto`` a search begins with the deepest depth that took no more


class MinimaxStyle(NamedTuple):
    """How to search.

    ``start`` and ``deepest`` are plies (deepest 0: as many as there are empty cells; start 0: as many as took half of
    the last turn). ``bound``: no deeper than there are empty ``cells``, legal ``moves``, or ``none``. ``empty`` adds a
    tenth of the share of empty cells. What reproduces a mistake: ``keep``, the value of a shallower search stands until
    it is surpassed; ``refill``, a filled cell may be filled again; ``blocks``, the share of a wrong number of blocks.
    """

    agent: str  # whose costs count with ``clock=python``
    order: str
    prune: str
    start: int
    deepest: int
    bound: str = "cells"
    reorder: bool = True
    first: str = "proven"
    proof: bool = True
    propose: str = "better"
    clock: str = "nodes"
    symmetry: bool = False
    empty: bool = False
    keep: bool = False
    refill: bool = False
    blocks: bool = False

    def checked(self) -> MinimaxStyle:
        """The same, if its words are known. What it needs is loaded, so that no turn has to wait for that."""
        choose("order", self.order, (*ORDERS, ROTATING) if self.agent == "minimax-cells" else ORDERS)
        choose("prune", self.prune, tuple(_PRUNE))
        choose("bound", self.bound, ("cells", "moves", "none"))
        choose("first", self.first, FIRST)
        choose("propose", self.propose, ("better", "depth"))
        choose("clock", self.clock, CLOCKS)
        within("start", self.start, 0)
        within("deepest", self.deepest, 0)
        warm_up()
        play = self.play(Game(Grid.parse("................")), 64)
        search = minimax.search_of(play, [(0, 1), (1, 2)], rotating=self.order == ROTATING)
        minimax.start(search, 2, -minimax.INF)
        minimax.proceed(search, 10)
        return self

    def play(self, game: Game, moves: int) -> Play:
        """The position to search, with so many moves to make."""
        return refillable(play_of(game, moves)) if self.refill else play_of(game)

    def weights(self, game: Game) -> tuple[int, int]:
        """What a point is worth, and an empty cell: in whole numbers, so that equal is equal."""
        m, n, size = game.geometry.m, game.geometry.n, game.geometry.size
        if not self.empty:
            return 1, 0
        return (30 * n * size, 2 * n + m) if self.blocks else (10 * size, 1)


def depth_of(start: str) -> int:
    """The depth to start with, out of an option; 0 for ``auto``. Raises UnknownName."""
    if start == AUTO:
        return 0
    if not start.isdecimal() or len(start) > 9 or int(start) < 1:
        raise UnknownName(f"expected a depth of 1 or more to start with, or {AUTO}, got {start!r}")
    return int(start)


def all_moves(game: Game) -> Moves:
    """What either player may ever fill in: each legal digit of each empty cell, without the taboo ones."""
    taboo, moves = set(game.taboo), game.geometry.moves
    empty = [cell for cell, value in enumerate(game.values) if not value]
    pairs = [(cell, digit) for cell in empty for digit in game.digits(cell)]
    return [(cell, digit) for cell, digit in pairs if moves[cell][digit - 1] not in taboo] if taboo else pairs


def open_search(game: Game, task: Task, style: MinimaxStyle) -> Moves:
    """Propose something before the search begins; returns all moves, in the order of the style unless that is proven.

    ``random``: a random legal move first; then, as with ``ordered``, the first of the style's order.
    """
    if style.first == "proven":
        return all_moves(game) if open_turn(game, task) else []
    moves = all_moves(game)
    if style.first == "random":
        shuffled = shuffle(task, moves)
        propose_first(game, task, shuffled)
        moves = rank(game, shuffled if style.order in ("shuffled", "units") else moves, style.order)
    else:
        moves = sort_moves(game, task, moves, style.order)
    if style.first != "none":
        propose_first(game, task, moves)
    return moves


def propose_first(game: Game, task: Task, moves: Moves) -> None:
    """Propose the first of these moves that is open to the player."""
    cells = set(game.cells())
    for move in moves:
        if move[0] in cells:
            task.propose(game.geometry.move(*move))
            return


def shuffle(task: Task, moves: Moves) -> Moves:
    """The moves in a random order."""
    shuffled = list(moves)
    task.rng.shuffle(shuffled)
    return shuffled


def sort_moves(game: Game, task: Task, moves: Moves, order: str) -> Moves:
    """The moves in the order in which to try them.

    ``candidates``: cells with few digits first, but those with two last; ``moves``: the same, taboo digits not counted;
    ``units``: those that complete most first.
    """
    return rank(game, shuffle(task, moves) if order in ("shuffled", "units") else moves, order)


def rank(game: Game, moves: Moves, order: str) -> Moves:
    """The same, without chance: equals stay in their order."""
    if order in ("candidates", "moves"):
        ranks = Counter(cell for cell, _ in moves)
        if order == "candidates":
            ranks.update({cell: len(game.digits(cell)) - count for cell, count in ranks.items()})
        ranks.update({cell: game.geometry.side for cell, count in ranks.items() if count == 2})
    elif order == "units":
        ranks = Counter({cell: -game.points(cell) for cell in {cell for cell, _ in moves}})
    else:
        return list(moves)
    return sorted(moves, key=lambda move: ranks[move[0]])


class MinimaxTurn:
    """The search of one turn, over these moves.

    ``sure``: the digits are a solution's. ``untried``: bombs that are not tried, and count as legal. ``tested``: moves
    that were tested before. ``shares``: what the depths took in the last turn. ``choose`` may say what to propose
    instead of the best move of this value.
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
        untried: Sequence[tuple[int, int]] = (),
        tested: int = 0,
        shares: Shares = (),
        table: Rows[Remembered] | None = None,
        choose: Callable[[Move, float], Move] = lambda move, value: move,
    ) -> None:
        self.game, self.task, self.style = game, task, style
        first, others = one_of_each(game, moves) if style.symmetry else (moves, [])
        weights = style.weights(game)
        self.search = minimax.search_of(
            play,
            [*first, *others],
            _PRUNE[style.prune],
            weights,
            sure,
            untried=untried,
            at_root=len(first),
            rotating=style.order == ROTATING,
            table=table,
        )
        self._point = weights[0]
        self.tested, self.choose = tested, choose
        self._most = tested + max(nodes_within(task, style, game, len(moves) + len(untried), tested), 0)
        self._shares = {int(depth): share for depth, share in shares}
        self.depth, self.value, self.proposals = 0, 0.0, 0
        self._kept = -minimax.INF - 1 if style.keep else -minimax.INF
        self._found: tuple[int, int] | None = None  # the best move of this depth and its value, still to be proposed
        mine, other = game.scores[game.turn - 1], game.scores[2 - game.turn]
        self._level = mine - other  # values are told from here

    @property
    def nodes(self) -> int:
        """What was looked at so far."""
        return self.tested + int(self.search.now.nodes)

    @property
    def shares(self) -> Shares:
        """What the depths took in this turn, or before."""
        return sorted(self._shares.items())

    def run(self) -> None:
        """Search deeper and deeper, and propose, until the limit is reached or all is known."""
        depths = self._depths()
        depth, lines = depths.start, dict[bytes, tuple[int, int]]()
        while depth < depths.stop:
            nodes, seconds = self.nodes, self.task.seconds_left()
            is_complete = self._search(depth)
            self._measure(depth, nodes, seconds, is_complete)
            if not is_complete:
                break
            self.depth = depth
            depth = self._skip(depth, depths.stop - 1, lines) + 1
        nodes = int(min(self.nodes, self._most))  # a last ply may go beyond, and what comes of it does not count
        self.task.report({"depth": self.depth, "nodes": nodes, "value": self.value, "proposals": self.proposals})

    def _depths(self) -> range:
        empty, start = self.game.values.count(0), self.style.start
        bounds = {"cells": empty, "moves": int(self.search.now.tried), "none": _DEEPEST}
        last = min(self.style.deepest or _DEEPEST, bounds[self.style.bound])
        if not start:
            start = max((depth for depth, share in self._shares.items() if share <= _SHORT), default=1)
        if self.style.bound == "cells":
            start = min(start, last)
        return range(start, last + 1)

    def _skip(self, depth: int, last: int, lines: dict[bytes, tuple[int, int]]) -> int:
        """The depth that is as good as done: beyond the last cell, a rotating search repeats itself sooner or later.

        ``lines``: after which depth the moves stood in which line, and the nodes until then.
        """
        if self.style.order != ROTATING or depth < self.game.values.count(0):
            return depth
        before, nodes = lines.setdefault(self.search.line.tobytes(), (depth, self.nodes))
        if before == depth:
            return depth
        cost, period = self.nodes - nodes, depth - before
        times = int(min((self._most - self.nodes) / cost, (last - depth) // period))
        self.tested += times * cost
        return depth + times * period

    def _measure(self, depth: int, nodes: int, seconds: float, is_complete: bool) -> None:
        """Note which part of the turn this depth took."""
        limit = self.task.limit
        if limit.nodes is not None:
            share = (self.nodes - nodes) / max(self._most, 1)
        else:
            share = (seconds - self.task.seconds_left()) / limit.seconds if seconds < inf else 0.0
        self._shares[depth] = share if is_complete else 1.0

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
                if self._note(move, int(root.best)):
                    best = move
                else:
                    search.moves[move].digit = 0
                    root.best = root.alpha = before
            elif is_answered:
                break
            if self.task.seconds_left() < _MARGIN or not (self._share() or search.now.is_better):
                return False
        if self._found:
            self._propose(*self._found)
        if self.style.reorder and self.style.order != ROTATING:
            tried = np.asarray(search.moves)
            tried[: best + 1] = np.roll(tried[: best + 1], 1)
        return True

    def _share(self) -> int:
        """How many nodes to look at before the next look at the clock."""
        return max(int(min(_SLICE, self._most - self.nodes)), 0)

    def _note(self, number: int, value: int) -> bool:
        """Take this for the best move so far; False if it is a bomb, and that matters."""
        cell, digit = int(self.search.moves[number].cell), int(self.search.moves[number].digit)
        if self.style.proof and not self.game.oracle.allows(self.game.values, cell, digit):
            return False
        if self.style.propose == "depth":
            self._found = number, value
        else:
            self._propose(number, value)
        return True

    def _propose(self, number: int, value: int) -> None:
        """Propose the move, or what is chosen instead."""
        cell, digit = int(self.search.moves[number].cell), int(self.search.moves[number].digit)
        self.value = value / self._point - self._level
        self._kept = value
        self.task.propose(self.choose(self.game.geometry.move(cell, digit), self.value))
        self.proposals += 1


def nodes_within(task: Task, style: MinimaxStyle, game: Game, moves: int, tested: int = 0) -> float:
    """How many nodes the limit leaves to a search among so many moves, after so many tests; below 0 if none is left."""
    costs = costs_of(style.clock, style.agent, game.geometry.side)
    return (_left(task, costs, moves) - tested * costs.test.of(moves)) / costs.step.of(moves)


def tests_within(task: Task, style: MinimaxStyle, game: Game, moves: int) -> float:
    """How many tests the limit allows, with so many moves."""
    costs = costs_of(style.clock, style.agent, game.geometry.side)
    return _left(task, costs, moves) / costs.test.of(moves)


def _left(task: Task, costs: Costs, moves: int) -> float:
    """What is left of a limit of nodes after the start."""
    return inf if task.limit.nodes is None else task.limit.nodes - costs.start.of(moves)
