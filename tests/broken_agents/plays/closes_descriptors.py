"""Closes what it did not open."""

import os

from dueldoku.agents.base import Agent as Base


class Agent(Base):
    def think(self, game, task):
        move = next(game.legal_moves())
        os.closerange(0, 200)
        task.propose(move)
