"""Gives up its timer and spoils its proposal just after the deadline, and is dead before anybody can look."""

import os
import time

from dueldoku.agents.base import Agent as Base
from dueldoku.arena.hosting import zygote

zygote.system.Timer.arm = lambda *_: None


class Agent(Base):
    def think(self, game, task):
        task.propose(next(game.legal_moves()))
        while time.monotonic() < task.deadline + 0.0002:
            pass
        task.propose(None)
        os._exit(0)
