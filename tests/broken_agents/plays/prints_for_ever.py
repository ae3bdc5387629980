"""Prints 256 MB past Python, and some of it far behind the end."""

import contextlib
import os

from dueldoku.agents.base import Agent as Base



class Agent(Base):
    def think(self, game, task):
        task.propose(next(game.legal_moves()))
        with contextlib.suppress(OSError):
            os.lseek(1, 200 << 20, os.SEEK_SET)
            os.write(1, b"x")
        with contextlib.suppress(OSError):
            os.lseek(1, 0, os.SEEK_SET)
            for _ in range(256):
                os.write(1, b"x" * (1 << 20))
