"""``mcts-cells``, after report 002: UCT over cells. A digit never changes the score, so one solution gives all of them.

Its mistakes: ``stale``, playouts score by the counts of the node where they began; ``flipped``, a node has the value
for the player to move there, so that each player prefers what is good for the other.
"""

from __future__ import annotations

from collections.abc import Sequence

from dueldoku.agents.base import Limit, Task, choose, mistakes_of
from dueldoku.agents.mcts import MctsAgent, TreeSearch, late_bombs
from dueldoku.game.game import Game
from dueldoku.kernels.duel.mcts import FLIPPED, STALE, Policy, clear

_MISTAKES = {"stale": STALE, "flipped": FLIPPED}


class MctsCells(MctsAgent):
    """If nobody tells it how long a turn is, it measures its first one, and stops at 95 % of that from then on."""

    def __init__(
        self,
        c: float = 2.0,
        backup: str = "results",
        choice: str = "max",
        bombs: int = 24,
        greedy: float = 0.0,
        order: bool = True,
        measure: bool = True,
        nodes: int = 2_000_000,
        mistakes: str = "none",
    ) -> None:
        points = choose("backup", backup, ("results", "points")) == "points"
        robust = choose("choice", choice, ("max", "robust")) == "robust"
        wrong = sum(_MISTAKES[word] for word in mistakes_of(mistakes, tuple(_MISTAKES)))
        super().__init__(Policy(float(c), points, order, False, float(greedy), wrong), nodes, robust)
        self._bombs = bombs
        self._measure = measure

    def search(self, game: Game, task: Task, proven: Sequence[tuple[int, int]]) -> TreeSearch:
        fills = [0] * game.geometry.size
        for cell, digit in proven:
            fills[cell] = 1 << digit - 1
        clear(self.tree)
        return TreeSearch(game, fills, late_bombs(game, self._bombs), self.policy, self.tree, task.rng)

    def limit(self, task: Task) -> Limit:
        measured = task.load() if self._is_blind(task) else None
        return task.limit if measured is None else Limit(measured)

    def look(self, search: TreeSearch, task: Task, proposed: int | None, seconds: float) -> None:
        if self._is_blind(task) and seconds > (task.load() or 0.0):
            task.save(seconds)

    def _is_blind(self, task: Task) -> bool:
        """Whether the agent has to find out by itself how long a turn is."""
        return self._measure and task.limit == Limit()
