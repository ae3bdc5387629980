"""Says something else than that it is ready."""

import os
import socket
import sys
import time

from dueldoku.agents.base import Agent as Base
from dueldoku.arena.hosting import zygote

FORK = zygote._fork


def say():
    line, slot = sys._getframe(1).f_locals["descriptors"]
    if os.fork() == 0:
        socket.socket(fileno=line).send(b"READY?")
        time.sleep(20)
    return 1


zygote._fork = say


class Agent(Base):
    def think(self, game, task):
        task.propose(next(game.legal_moves()))
