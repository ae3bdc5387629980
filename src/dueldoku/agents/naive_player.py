"""The course's ``naive_player``: any digit in any of its cells, whether it fits or not. It loses soon."""

from __future__ import annotations

import time

from dueldoku.agents.base import Agent, Task
from dueldoku.game.game import Game


class NaivePlayer(Agent):
    """Proposes another move every 0.2 seconds until its time is up; without a clock, once."""

    def think(self, game: Game, task: Task) -> None:
        side = game.geometry.side
        moves = [game.geometry.move(cell, digit) for cell in game.cells() for digit in range(1, side + 1)]
        moves = [move for move in moves if move not in game.taboo]
        while moves:
            task.propose(task.rng.choice(moves))
            if task.limit.nodes is not None:
                return
            time.sleep(0.2)
