"""Its turn's process stops itself before it is ready."""

import os
import signal

from dueldoku.agents.base import Agent as Base
from dueldoku.arena.hosting import zygote

FORK = zygote._fork


def stop():
    child = FORK()
    if child == 0:
        os.kill(os.getpid(), signal.SIGSTOP)
    return child


zygote._fork = stop


class Agent(Base):
    def think(self, game, task):
        task.propose(next(game.legal_moves()))
