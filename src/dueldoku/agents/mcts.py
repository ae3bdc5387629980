"""What the agents with a Monte Carlo tree search share: a turn from the first proposal to the last, under the clock."""

from __future__ import annotations

import random
import time
from abc import abstractmethod
from collections.abc import Sequence
from math import inf
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from dueldoku.agents.base import Agent, Limit, Task, choose, within
from dueldoku.agents.compiled import play_of
from dueldoku.agents.pace import CLOCKS, NODES, Pace, costs_of
from dueldoku.board.grid import Grid
from dueldoku.board.move import Move
from dueldoku.duel.turn import Ruling
from dueldoku.game.game import Game
from dueldoku.kernels.base.chance import WORDS
from dueldoku.kernels.duel import mcts
from dueldoku.kernels.duel.mcts import BOARD, DIGITS, SCORING, SHIFTED, Digits, Policy, Tree
from dueldoku.kernels.duel.play import refillable
from dueldoku.kernels.duel.playouts import room_for
from dueldoku.solvers.backend import warm_up

EVERY_DIGIT = (1 << DIGITS) - 1
ORDERS = {"yes": SCORING, "no": SHIFTED, "board": BOARD}
_TABLE = 1 << 18  # positions


class TreeSearch:
    """The search of one turn: the tree, and what it is grown with. Moves are numbers, as the kernel writes them.

    ``fills`` and ``bombs`` are sets of digits for each cell: what the search shall consider. ``refills``: cells that
    the search fills may be filled again. ``shares``: nodes that stand for one position share their children.
    """

    def __init__(
        self,
        game: Game,
        fills: Sequence[int],
        bombs: Sequence[int],
        policy: Policy,
        tree: Tree,
        rng: random.Random,
        *,
        refills: bool = False,
        shares: bool = False,
    ) -> None:
        self.game = game
        self.tree = tree
        self.digits = Digits(np.array(fills, np.uint64), np.array(bombs, np.uint64))
        self.policy = policy
        self.play = play_of(game, most_skips=sum(map(int.bit_count, bombs)))._replace(refills=False)
        if refills:
            self.play = refillable(self.play)
        self.room = room_for(self.play, _TABLE if shares else 0)
        self.random = np.array([rng.getrandbits(32) | 1 for _ in range(WORDS)], np.int64)
        self._sound: dict[int, bool] = {}

    def run(self, iterations: int) -> int:
        """Do so many iterations, or fewer if they take long; returns how many."""
        return mcts.search(self.tree, self.play, self.digits, self.policy, self.room, self.random, iterations)

    @property
    def visits(self) -> NDArray[np.int32]:
        """How often each move of the root was tried."""
        first = self.tree.first[0]
        return self.tree.visits[first : first + max(self.tree.children[0], 0)]

    @property
    def means(self) -> NDArray[np.float64]:
        """What each move of the root is worth; 0 if it was never tried."""
        return self.tree.means[self.tree.first[0] :][: len(self.visits)]

    def tried(self, worth: NDArray[np.number]) -> NDArray[np.float64]:
        """What the moves of the root are worth, and ``-inf`` for those that were never tried."""
        return np.where(self.visits > 0, worth, -inf)

    def best(self, worth: NDArray[np.float64], proof: bool = True) -> int | None:
        """The first move of the root that is worth most, of those that are worth more than ``-inf``; None if none is.

        The tree may take a bomb for a fill: with ``proof`` only what it judges rightly counts.
        """
        left = worth.copy()
        while left.size and left[child := int(left.argmax())] > -inf:
            left[child] = -inf
            number = int(self.tree.moves[self.tree.first[0] + child])
            if not proof or self._is_sound(number):
                return number
        return None

    def breadth(self) -> int:
        """How many moves there are at the root."""
        legal = legal_sets(self.game)
        return sum(
            (fills & digits).bit_count() for fills, digits in zip(self.digits.fills.tolist(), legal, strict=True)
        )

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
    """Proposes something at once, then the tree's favourite move whenever it changes, or only ``at_end``."""

    NAME: ClassVar[str]

    def __init__(self, policy: Policy, nodes: int, *, clock: str = "nodes", at_end: bool = False) -> None:
        self.policy = policy
        self.clock = choose("clock", clock, CLOCKS)
        self.at_end = at_end
        self.tree = mcts.new_tree(within("nodes", nodes, 1))
        warm_up()
        _load_kernel()

    def think(self, game: Game, task: Task) -> None:
        begin = time.monotonic()
        search = self.open(game, task)
        if search is None:
            return
        reused = int(self.tree.grown.nodes)
        proposed, proposals = None, 0
        costs = costs_of(self.clock, self.NAME, game.geometry.side)
        pace = Pace(self.limit(task), begin, task.deadline, costs, search.breadth() if costs is not NODES else 0)
        self.ready(search, task, pace)
        while (count := min(pace.next(), self.stride(search))) and not search.room.reached.stuck:
            done = search.run(count)
            pace.note(done)
            best = self.best(search) if done else None
            if best is not None and best != proposed:
                proposed, proposals = best, proposals + 1
                if not self.at_end:
                    task.propose(search.move_of(best))
            self.look(search, task, proposed, pace)
        if self.at_end and proposed is not None:
            task.propose(search.move_of(proposed))
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
    def open(self, game: Game, task: Task) -> TreeSearch | None:
        """Propose something, and begin the search of this turn in ``self.tree``; None if there is nothing to search."""

    def limit(self, task: Task) -> Limit:
        """How long this turn may last."""
        return task.limit

    def ready(self, search: TreeSearch, task: Task, pace: Pace) -> None:
        """Called before the first iteration."""

    def stride(self, search: TreeSearch) -> int:
        """How many iterations may be done before the next look."""
        return 1 << 30

    def best(self, search: TreeSearch) -> int | None:
        """The move to propose, if there is one: the best mean of those that were tried."""
        return search.best(search.tried(search.means))

    def look(self, search: TreeSearch, task: Task, proposed: int | None, pace: Pace) -> None:
        """Called whenever the agent looks at the clock."""

    def finish(self, search: TreeSearch, task: Task, proposed: int | None) -> None:
        """Called when the limit is reached."""


def late_bombs(game: Game, most_empty: int) -> list[int]:
    """For each cell, the set of digits that are bombs and not used; none while more cells than this are empty."""
    empty = [cell for cell, value in enumerate(game.values) if not value]
    sets = [0] * game.geometry.size
    for cell in empty if len(empty) <= most_empty else ():
        for digit in game.digits(cell):
            if not game.oracle.allows(game.values, cell, digit):
                sets[cell] |= 1 << digit - 1
    return without_taboo(game, sets)


def legal_sets(game: Game) -> list[int]:
    """For each cell, the set of digits that may be filled in."""
    sets = [0] * game.geometry.size
    for cell in (cell for cell, value in enumerate(game.values) if not value):
        sets[cell] = sum(1 << digit - 1 for digit in game.digits(cell))
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
    mcts.graft(tree, mcts.find_child(tree, 0, 0), mcts.new_tree(1), np.empty(1, np.int32), mcts.ANY)
