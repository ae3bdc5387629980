"""Looks over our shoulder: traces and profiles all that runs in its processes, our own code included."""

import sys
import threading

from dueldoku.agents.base import Agent as Base

SEEN = {}


def trace(frame, event, argument):
    SEEN.clear()
    SEEN.update(frame.f_locals)
    return trace


class Agent(Base):
    def think(self, game, task):
        task.propose(next(game.legal_moves()))


sys.settrace(trace)
sys.setprofile(trace)
threading.settrace(trace)
threading.setprofile(trace)
frame = sys._getframe()
while frame:
    frame.f_trace = trace
    frame = frame.f_back
