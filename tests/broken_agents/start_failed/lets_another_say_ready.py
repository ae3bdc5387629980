"""Has a process say that it is ready while it still thinks about it."""

import os
import socket
import sys
import time

from dueldoku.agents.base import Agent as Base

frame = sys._getframe()
while "control" not in frame.f_locals:
    frame = frame.f_back
if os.fork() == 0:
    frame.f_locals["control"].send(b"ready")
    time.sleep(20)
time.sleep(2)


class Agent(Base):
    def think(self, game, task):
        task.propose(next(game.legal_moves()))
