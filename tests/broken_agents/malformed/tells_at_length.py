"""Tells of its proposal what no terminal should obey."""

import sys

from dueldoku.agents.base import Agent as Base



class Agent(Base):
    def think(self, game, task):
        frame = sys._getframe()
        while "line" not in frame.f_locals:
            frame = frame.f_back
        frame.f_locals["line"].send(b"it proposed \x1b[31m\xff" + b"much " * 20_000)
        task.propose(None)
