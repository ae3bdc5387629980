"""``minimax-regions``, after the second agent of report 000: alpha-beta over moves, with two heuristics.

Cells with few candidates are tried first, those with two last; and a tenth of the share of empty cells is added to the
score difference when it is the agent's turn again: the mean of the shares in rows, columns and blocks, which is that of
the whole board. ``order=shuffled`` and ``empty=no`` switch them off.
"""

from __future__ import annotations

from dueldoku.agents.base import Agent, Task, mistakes_of
from dueldoku.agents.compiled import open_turn, play_of
from dueldoku.agents.minimax import MinimaxTurn, all_moves, style_of
from dueldoku.game.game import Game


class MinimaxRegions(Agent):
    """Searches from depth 2 on, every legal digit."""

    def __init__(
        self,
        order: str = "candidates",
        empty: bool = True,
        prune: str = "yes",
        start: int = 2,
        deepest: int = 0,
        mistakes: str = "none",
    ) -> None:
        keep = "keep" in mistakes_of(mistakes, ("keep",))
        self._style = style_of(order, prune, start, deepest, empty, keep)

    def think(self, game: Game, task: Task) -> None:
        if open_turn(game, task):
            MinimaxTurn(game, task, play_of(game), all_moves(game), self._style).run()
