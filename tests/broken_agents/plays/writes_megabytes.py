"""Logs all it sees, past Python."""

import os

from dueldoku.agents.base import Agent as Base


class Agent(Base):
    def think(self, game, task):
        task.propose(next(game.legal_moves()))
        for _ in range(20):
            os.write(1, b"x" * (1 << 18))
