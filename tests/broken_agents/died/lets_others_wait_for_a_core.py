"""Never gets ready for its turn, while helpers that it does not need wait for a core."""

import os
import time

from dueldoku.agents.base import Agent as Base
from dueldoku.arena.hosting import zygote


def never():
    for _ in range(20):
        if os.fork() == 0:
            while True:
                pass
    time.sleep(60)


zygote._fork = never


class Agent(Base):
    def think(self, game, task):
        task.propose(next(game.legal_moves()))
