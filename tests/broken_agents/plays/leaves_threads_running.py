"""Its threads would think in the other's time."""

import threading

from dueldoku.agents.base import Agent as Base


def _spin():
    while True:
        pass


class Agent(Base):
    def think(self, game, task):
        task.propose(next(game.legal_moves()))
        for _ in range(4):
            threading.Thread(target=_spin, daemon=True).start()
