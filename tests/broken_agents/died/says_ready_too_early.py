"""Says that it is ready in the middle of its import, and goes on computing."""

import contextlib
import os
import socket
import stat
import time

from dueldoku.agents.base import Agent as Base

for number in range(3, 1024):
    with contextlib.suppress(OSError):
        if stat.S_ISSOCK(os.fstat(number).st_mode):
            socket.socket(fileno=os.dup(number)).send(b"ready")
end = time.monotonic() + 60
while time.monotonic() < end:
    pass


class Agent(Base):
    def think(self, game, task):
        task.propose(next(game.legal_moves()))
