"""Wants to be first."""

import os

from dueldoku.agents.base import Agent as Base


class Agent(Base):
    def think(self, game, task):
        for step in (lambda: os.nice(-5), lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))):
            try:
                step()
            except OSError:
                continue
            raise AssertionError("it was let")
        task.propose(next(game.legal_moves()))
