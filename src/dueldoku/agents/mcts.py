"""What the agents with a Monte Carlo tree search share: a turn from the first proposal to the last, under the clock."""

from __future__ import annotations

import random
import time
from abc import abstractmethod
from collections.abc import Sequence
from math import inf

import numpy as np

from dueldoku.agents.base import Agent, Limit, Task
from dueldoku.agents.compiled import open_turn, play_of
from dueldoku.board.grid import Grid
from dueldoku.board.move import Move
from dueldoku.duel.turn import Ruling
from dueldoku.errors import UnknownName
from dueldoku.game.game import Game
from dueldoku.kernels.base.chance import WORDS
from dueldoku.kernels.duel import mcts
from dueldoku.kernels.duel.mcts import DIGITS, Digits, Policy, Tree
from dueldoku.kernels.duel.playouts import room_for
from dueldoku.solvers.backend import warm_up

EVERY_DIGIT = (1 << DIGITS) - 1
_SLICE = 0.002  # seconds between two looks at the clock
_ENOUGH = 0.95  # of a turn's time


class TreeSearch:
    """The search of one turn: the tree, and what it is grown with. Moves are numbers, as the kernel writes them.

    ``fills`` and ``bombs`` are sets of digits for each cell: what the search shall consider.
    """

    def __init__(
        self, game: Game, fills: Sequence[int], bombs: Sequence[int], policy: Policy, tree: Tree, rng: random.Random
    ) -> None:
        self.game = game
        self.tree = tree
        self.digits = Digits(np.array(fills, np.uint64), np.array(bombs, np.uint64))
        self.policy = policy
        self.play = play_of(game, most_skips=sum(map(int.bit_count, bombs)))
        self.room = room_for(self.play)
        self.random = np.array([rng.getrandbits(32) | 1 for _ in range(WORDS)], np.int64)
        self._sound: dict[int, bool] = {}

    def run(self, iterations: int) -> int:
        """Do so many iterations, or fewer if they take long; returns how many."""
        return mcts.search(self.tree, self.play, self.digits, self.policy, self.room, self.random, iterations)

    def best(self, robust: bool = False) -> int | None:
        """The move with the highest mean, or the most visits, among those that the tree judges rightly.

        The tree may take a bomb for a fill. None if no move was tried yet.
        """
        first, tried = self.tree.first[0], self.tree.tried[0]
        worth = (self.tree.visits if robust else self.tree.means)[first : first + tried].astype(np.float64)
        for _ in range(tried):
            child = int(worth.argmax())
            worth[child] = -inf
            number = int(self.tree.moves[first + child])
            if self._is_sound(number):
                return number
        return None

    def move_of(self, number: int) -> Move:
        """The move of this number."""
        cell, digit = divmod(max(number, ~number), DIGITS)
        return self.game.geometry.move(cell, digit + 1)

    def _is_sound(self, number: int) -> bool:
        if number not in self._sound:
            ruling = self.game.judge(self.move_of(number)).ruling
            self._sound[number] = ruling is (Ruling.PLACED if number >= 0 else Ruling.REFUSED)
        return self._sound[number]


class MctsAgent(Agent):
    """Proposes a proven move at once, then the tree's favourite move whenever it changes."""

    def __init__(self, policy: Policy, nodes: int, robust: bool = False) -> None:
        self.policy = policy
        self.robust = robust
        if nodes < 1:
            raise UnknownName(f"expected room for one node or more, got {nodes}")
        self.tree = mcts.new_tree(nodes)
        warm_up()
        _load_kernel()

    def think(self, game: Game, task: Task) -> None:
        begin = time.monotonic()
        proven = open_turn(game, task)
        if not proven:
            return
        search = self.search(game, task, proven)
        reused = int(self.tree.grown.nodes)
        proposed, proposals = None, 0
        pace = Pace(self.limit(task), begin, task.deadline)
        while count := pace.next():
            pace.note(search.run(count))
            best = search.best(self.robust)
            if best is not None and best != proposed:
                proposed, proposals = best, proposals + 1
                task.propose(search.move_of(best))
            self.look(search, task, proposed, time.monotonic() - begin)
        self.finish(search, task, proposed)
        task.report(
            {
                "depth": int(search.room.reached.depth),
                "nodes": pace.done,
                "value": 0.0 if proposed is None else float(self.tree.means[mcts.find_child(self.tree, 0, proposed)]),
                "proposals": proposals,
                "tree": int(self.tree.grown.nodes),
                "reused": reused,
            }
        )

    @abstractmethod
    def search(self, game: Game, task: Task, proven: Sequence[tuple[int, int]]) -> TreeSearch:
        """The search of this turn, in ``self.tree``; ``proven`` is a digit for each empty cell."""

    def limit(self, task: Task) -> Limit:
        """How long this turn may last."""
        return task.limit

    def look(self, search: TreeSearch, task: Task, proposed: int | None, seconds: float) -> None:
        """Called whenever the agent looks at the clock, so many seconds into its turn."""

    def finish(self, search: TreeSearch, task: Task, proposed: int | None) -> None:
        """Called when the limit is reached."""


class Pace:
    """How many iterations to do next: so many that the clock is read every two milliseconds."""

    def __init__(self, limit: Limit, begin: float, deadline: float = inf) -> None:
        spare = limit.seconds * (1 - _ENOUGH) if limit.seconds < inf else 0.0
        self._end = min(begin + limit.seconds, deadline) - spare
        self._left = inf if limit.nodes is None else limit.nodes
        self._size = 8.0
        self._now = time.monotonic()
        self.done = 0

    def next(self) -> int:
        """0 once the limit is reached."""
        return int(min(self._size, self._left)) if self._now < self._end else 0

    def note(self, count: int) -> None:
        """So many were done."""
        self.done += count
        self._left -= count
        before, self._now = self._now, time.monotonic()
        fitting = count * min(_SLICE, self._end - self._now) / max(self._now - before, 1e-9)
        self._size = max(1.0, min(2.0 * count, fitting))


def late_bombs(game: Game, most_empty: int) -> list[int]:
    """For each cell, the set of digits that are bombs and not used; none while more cells than this are empty."""
    empty = [cell for cell, value in enumerate(game.values) if not value]
    sets = [0] * game.geometry.size
    for cell in empty if len(empty) <= most_empty else ():
        for digit in game.digits(cell):
            if not game.oracle.allows(game.values, cell, digit):
                sets[cell] |= 1 << digit - 1
    return without_taboo(game, sets)


def without_taboo(game: Game, sets: Sequence[int]) -> list[int]:
    """The sets of digits, one for each cell, without the moves that are taboo."""
    sets = list(sets)
    side = game.geometry.side
    for row, col, digit in game.taboo:
        if 0 <= row < side and 0 <= col < side and 1 <= digit <= side:  # a position may say anything
            sets[game.geometry.cell(row, col)] &= ~(1 << digit - 1)
    return sets


def _load_kernel() -> None:
    """Load the compiled search: in a turn there is no time for it."""
    game = Game(Grid.parse("................"))
    fills, bombs = [EVERY_DIGIT] * len(game.values), [0] * len(game.values)
    tree = mcts.new_tree(100)
    TreeSearch(game, fills, bombs, Policy(), tree, random.Random(1)).run(2)
    mcts.graft(tree, mcts.find_child(tree, 0, 0), mcts.new_tree(1), np.empty(1, np.int32))
