"""A fork bomb of four generations, which is still going off when the game begins."""

import contextlib
import os
import time

from dueldoku.agents.base import Agent as Base

if os.fork() == 0:
    with contextlib.suppress(OSError):
        for _ in range(4):
            os.fork()
            time.sleep(0.02)
    time.sleep(20)
    os._exit(0)


class Agent(Base):
    def think(self, game, task):
        task.propose(next(game.legal_moves()))
