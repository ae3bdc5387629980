"""Leaves a group of processes so that the death of one wakes what is stopped in it."""

import contextlib
import os
import time

from dueldoku.agents.base import Agent as Base

with contextlib.suppress(OSError):
    os.setsid()
first = os.fork()
if first == 0:
    with contextlib.suppress(OSError):
        os.setpgid(0, 0)
    if os.fork() == 0:
        with contextlib.suppress(OSError):
            os.setpgid(0, os.getsid(0))
    time.sleep(20)
time.sleep(0.1)


class Agent(Base):
    def think(self, game, task):
        task.propose(next(game.legal_moves()))
