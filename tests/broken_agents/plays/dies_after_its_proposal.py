"""What it proposed before counts."""

import os

from dueldoku.agents.base import Agent as Base


class Agent(Base):
    def think(self, game, task):
        task.propose(next(game.legal_moves()))
        os._exit(7)
