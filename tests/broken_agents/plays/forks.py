"""Wants other processes. It is not to have them for longer than its turn."""

import contextlib
import os
import time

from dueldoku.agents.base import Agent as Base


class Agent(Base):
    def think(self, game, task):
        with contextlib.suppress(OSError):
            for _ in range(3):
                if os.fork() == 0:
                    time.sleep(20)
                    os._exit(0)
        task.propose(next(game.legal_moves()))
