"""A process of its own looks dead, as its first thread has ended; another one computes on."""

import ctypes
import os
import threading

from dueldoku.agents.base import Agent as Base


def spin():
    while True:
        pass


if os.fork() == 0:
    threading.Thread(target=spin).start()
    ctypes.CDLL(None).pthread_exit(None)


class Agent(Base):
    def think(self, game, task):
        task.propose(next(game.legal_moves()))
