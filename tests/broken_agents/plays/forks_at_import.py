"""Leaves processes behind before the game begins."""

import os
import time

from dueldoku.agents.base import Agent as Base

for _ in range(3):
    if os.fork() == 0:
        os.setsid()
        time.sleep(20)
        os._exit(0)


class Agent(Base):
    def think(self, game, task):
        task.propose(next(game.legal_moves()))
