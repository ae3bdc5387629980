"""Looks for secrets in its environment."""

import os

from dueldoku.agents.base import Agent as Base


class Agent(Base):
    def think(self, game, task):
        if any("SECRET" in name for name in os.environ):
            raise AssertionError(os.environ)
        task.propose(next(game.legal_moves()))
