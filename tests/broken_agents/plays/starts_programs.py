"""Lets others work."""

import subprocess

from dueldoku.agents.base import Agent as Base


class Agent(Base):
    def think(self, game, task):
        try:
            subprocess.run(["/bin/true"], check=True)
        except OSError:
            task.propose(next(game.legal_moves()))
