"""Wakes in its turn what was stopped, to have it fork and think on."""

import os
import signal
import time

from dueldoku.agents.base import Agent as Base



class Agent(Base):
    def think(self, game, task):
        task.propose(next(game.legal_moves()))
        os.kill(os.getppid(), signal.SIGCONT)
        time.sleep(0.1)
