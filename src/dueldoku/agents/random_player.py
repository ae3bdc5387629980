"""The course's ``random_player``: any legal move, bombs included, each as likely as the other."""

from __future__ import annotations

from dueldoku.agents.base import Agent, Task
from dueldoku.game.game import Game


class RandomPlayer(Agent):
    """Proposes once and returns."""

    def think(self, game: Game, task: Task) -> None:
        moves = list(game.legal_moves())
        if moves:
            task.propose(task.rng.choice(moves))
