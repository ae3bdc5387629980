"""Leaves a process behind that nobody is the parent of."""

import contextlib
import os
import time

from dueldoku.agents.base import Agent as Base


class Agent(Base):
    def think(self, game, task):
        with contextlib.suppress(OSError):
            if os.fork() == 0:
                os.setsid()
                if os.fork() == 0:
                    time.sleep(20)
                os._exit(0)
        task.propose(next(game.legal_moves()))
