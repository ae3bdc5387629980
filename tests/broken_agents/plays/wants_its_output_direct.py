"""Changes how the output that it shares with the arena is written."""

import contextlib
import fcntl
import os

from dueldoku.agents.base import Agent as Base



class Agent(Base):
    def think(self, game, task):
        for flags in (os.O_DIRECT, os.O_APPEND, os.O_NONBLOCK, 0):
            with contextlib.suppress(OSError):
                fcntl.fcntl(1, fcntl.F_SETFL, flags)
                os.write(1, b"x" * 100)
        with contextlib.suppress(OSError):
            fcntl.fcntl(1, fcntl.F_SETFL, os.O_DIRECT)
        task.propose(next(game.legal_moves()))
