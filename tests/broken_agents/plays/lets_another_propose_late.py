"""A process that it forked before its turn spoils its proposal after the deadline."""

import os
import sys
import time

from dueldoku.agents.base import Agent as Base
from dueldoku.arena.hosting import zygote

FORK = zygote._fork


def fork_twice():
    _, slot = sys._getframe(1).f_locals["descriptors"]
    numbers = zygote.slot.view(slot)
    if os.fork() == 0:
        while True:
            if numbers[1] and time.monotonic_ns() > numbers[1] + 251_000_000:
                numbers[0] = zygote.slot.encode(None)
    return FORK()


zygote._fork = fork_twice


class Agent(Base):
    def think(self, game, task):
        task.propose(next(game.legal_moves()))
        while True:
            pass
