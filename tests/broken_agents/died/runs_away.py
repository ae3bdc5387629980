"""Twenty processes, each of which is gone before anybody can end it, and another one in its place."""

import os
import time

from dueldoku.agents.base import Agent as Base


class Agent(Base):
    def think(self, game, task):
        task.propose(next(game.legal_moves()))
        end = time.monotonic() + 20
        for _ in range(20):
            if os.fork() == 0:
                while time.monotonic() < end:
                    if os.fork():
                        os._exit(0)
                os._exit(0)
        time.sleep(0.05)
