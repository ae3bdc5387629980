"""A fork bomb of seven generations."""

import contextlib
import os
import time

from dueldoku.agents.base import Agent as Base


class Agent(Base):
    def think(self, game, task):
        task.propose(next(game.legal_moves()))
        with contextlib.suppress(OSError):
            for _ in range(7):
                os.fork()
            time.sleep(20)
