"""Leaves its working directory."""

import os

from dueldoku.agents.base import Agent as Base


class Agent(Base):
    def think(self, game, task):
        os.makedirs('a/b', exist_ok=True)
        os.chdir('a/b')
        open('note', 'w').close()
        task.propose(next(game.legal_moves()))
