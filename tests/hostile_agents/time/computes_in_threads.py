"""Threads of its first process compute as many at a time as there are cores, and more."""

import hashlib
import threading

from dueldoku.agents.base import Agent as Base

DATA = bytes(64 << 20)


def compute():
    while True:
        hashlib.sha256(DATA)  # without the lock that Python has for its own code


for _ in range(24):
    threading.Thread(target=compute, daemon=True).start()


class Agent(Base):
    def think(self, game, task):
        task.propose(next(game.legal_moves()))
