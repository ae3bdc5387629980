"""``mcts-cells``, after report 002: UCT over cells. A digit never changes the score, so one solution gives all of them.

Its mistakes: ``stale``, playouts score by the counts of the node where they began; ``flipped``, a node has the value
for the player to move there, so that each player prefers what is good for the other; ``cached``, the bound of a move is
brought up to date only when the move itself is tried; ``seat``, the second player begins with the lead of the first;
``untried``, a mean is divided by no visits, and the agent ends, if a move was never tried.
"""

from __future__ import annotations

import time
from typing import ClassVar

from dueldoku.agents.base import Limit, Task, choose, mistakes_of, within
from dueldoku.agents.compiled import open_turn, proven_digits
from dueldoku.agents.mcts import ORDERS, MctsAgent, TreeSearch, late_bombs
from dueldoku.agents.pace import NODES, Pace
from dueldoku.game.game import Game
from dueldoku.kernels.duel.mcts import CACHED, FLIPPED, STALE, Policy, clear
from dueldoku.solvers.api import is_unique
from dueldoku.solvers.meter import BudgetEnded, Meter
from dueldoku.solvers.teaching.exact_cover import solutions

_BITS = {"stale": STALE, "flipped": FLIPPED, "cached": CACHED}  # mistakes that the kernel makes
_MISTAKES = (*_BITS, "seat", "untried")
_TEXT = {"c": "1", "bombs": "0", "order": "board", "first": "random", "opening": "random", "propose": "end"}


class MctsCells(MctsAgent):
    """If nobody tells it how long a turn is, it measures its first one, and stops at 95 % of that from then on."""

    NAME = "mcts-cells"
    PRESETS: ClassVar = {
        "002": _TEXT,
        "002-listing": _TEXT | {"solver": "listing", "mistakes": "stale+flipped+cached+seat+untried"},
    }

    def __init__(
        self,
        c: float = 2.0,
        backup: str = "results",
        choice: str = "max",
        bombs: int = 24,
        greedy: float = 0.0,
        order: str = "yes",
        first: str = "proven",
        opening: str = "search",
        propose: str = "change",
        solver: str = "right",
        table: bool = False,
        measure: bool = True,
        nodes: int = 2_000_000,
        clock: str = "nodes",
        mistakes: str = "none",
    ) -> None:
        points = choose("backup", backup, ("results", "points")) == "points"
        self._mistakes = mistakes_of(mistakes, _MISTAKES)
        wrong = sum(_BITS[word] for word in self._mistakes & _BITS.keys())
        how = ORDERS[choose("order", order, tuple(ORDERS))]
        at_end = choose("propose", propose, ("change", "end")) == "end"
        policy = Policy(within("c", float(c), 0), points, how, False, within("greedy", float(greedy), 0, 1), wrong)
        super().__init__(policy, nodes, clock=clock, at_end=at_end)
        self._robust = choose("choice", choice, ("max", "robust")) == "robust"
        self._first = choose("first", first, ("proven", "random"))
        self._opening = choose("opening", opening, ("search", "random"))
        self._solver = choose("solver", solver, ("right", "listing"))
        self._bombs, self._table, self._measure = within("bombs", bombs, 0), table, measure

    def open(self, game: Game, task: Task) -> TreeSearch | None:
        proven = open_turn(game, task) if self._first == "proven" else _open_anywhere(game, task)
        if self._opening == "random" and task.load() is None:
            self._measure_turn(task)
            return None
        if not proven or (self._solver == "listing" and not is_solved_by_singles(game)):
            return None
        fills = [0] * game.geometry.size
        for cell, digit in proven:
            fills[cell] = 1 << digit - 1
        clear(self.tree)
        bombs = late_bombs(game, self._bombs)
        search = TreeSearch(game, fills, bombs, self.policy, self.tree, task.rng, shares=self._table)
        if "seat" in self._mistakes and game.turn == 2:
            search.play.scores[:] = search.play.scores[::-1].copy()
        return search

    def best(self, search: TreeSearch) -> int | None:
        if self._robust:
            return search.best(search.tried(search.visits))
        if "untried" in self._mistakes and not search.visits.all():
            return None
        return search.best(search.tried(search.means))

    # -- time --------------------------------------------------------------------------------------------------------

    def limit(self, task: Task) -> Limit:
        measured = task.load() if self._is_blind(task) else None
        return task.limit if measured is None else Limit(measured)

    def ready(self, search: TreeSearch, task: Task, pace: Pace) -> None:
        if pace.costs is not NODES and task.limit.nodes is not None:
            pace.left -= 0.05 * task.limit.nodes + 1000  # the report stops a millisecond before 95 %

    def look(self, search: TreeSearch, task: Task, proposed: int | None, pace: Pace) -> None:
        if self._is_blind(task) and pace.seconds > (task.load() or 0.0):
            task.save(pace.seconds)

    def _measure_turn(self, task: Task) -> None:
        """Find out how long a turn is, if nobody tells: until the time is up."""
        begin = time.monotonic()
        task.save(0.0)
        while self._is_blind(task):
            time.sleep(0.001)
            task.save(time.monotonic() - begin)

    def _is_blind(self, task: Task) -> bool:
        """Whether the agent has to find out by itself how long a turn is."""
        return self._measure and task.limit == Limit()


def _open_anywhere(game: Game, task: Task) -> list[tuple[int, int]]:
    """Propose the first digit of a random cell, and return a proven digit for each empty cell."""
    if cells := game.cells():
        cell, taboo = task.rng.choice(cells), set(game.taboo)
        moves = [game.geometry.move(cell, digit) for digit in game.digits(cell)]
        for move in [move for move in moves if move not in taboo][:1]:
            task.propose(move)
    return proven_digits(game)


class _NoGuess(Meter):
    """Ends a search that would have to guess."""

    def guess(self) -> None:
        raise BudgetEnded


def is_solved_by_singles(game: Game) -> bool:
    """Whether the last digit for a cell, or the last place for a digit, is all that it takes to solve the board.

    The exact cover solver of report 002 stops with an error on all others: it cannot take a choice back.
    """
    grid = game.position().grid
    if not is_unique(grid):
        return False
    try:
        return next(solutions(grid, _NoGuess()), None) is not None
    except BudgetEnded:
        return False
