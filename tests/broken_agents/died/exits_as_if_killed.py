"""Ends before its turn with the code that a shell gives for SIGKILL."""

import os

from dueldoku.agents.base import Agent as Base
from dueldoku.arena.hosting import zygote


def end():
    os._exit(137)


zygote._fork = end


class Agent(Base):
    def think(self, game, task):
        task.propose(next(game.legal_moves()))
