"""Thinks on after its deadline, and proposes something then."""

import time

from dueldoku.agents.base import Agent as Base
from dueldoku.arena.hosting import zygote

zygote.system.Timer.arm = lambda *_: None


class Agent(Base):
    def think(self, game, task):
        while time.monotonic() < task.deadline + 0.0002:
            pass
        while True:
            task.propose(next(game.legal_moves()))
