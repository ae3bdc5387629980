"""A thread of its own waits in the kernel for a child that never ends, and cannot be stopped while it does."""

import ctypes
import threading
import time

from dueldoku.agents.base import Agent as Base

CLONE, CLONE_VFORK, SIGCHLD = 56, 0x4000, 17


def wait():
    if ctypes.CDLL(None).syscall(CLONE, CLONE_VFORK | SIGCHLD, 0, 0, 0, 0) == 0:
        time.sleep(20)


threading.Thread(target=wait, daemon=True).start()
time.sleep(0.1)


class Agent(Base):
    def think(self, game, task):
        task.propose(next(game.legal_moves()))
