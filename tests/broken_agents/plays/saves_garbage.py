"""What it cannot read again is its own trouble."""

import os

from dueldoku.agents.base import Agent as Base


class Agent(Base):
    def think(self, game, task):
        if task.load() is not None:
            raise AssertionError("there was nothing to load")
        with open("saved.pickle", "wb") as file:
            file.write(b"garbage")
        try:
            task.load()
        except Exception:
            os.unlink("saved.pickle")
            task.propose(next(game.legal_moves()))
