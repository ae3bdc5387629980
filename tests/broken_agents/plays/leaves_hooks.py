"""Hooks itself into all that runs later: collections, endings, exceptions, signals, timers, destructors."""

import atexit
import gc
import signal
import sys
import threading
import time

from dueldoku.agents.base import Agent as Base


def compute(*_):
    end = time.monotonic() + 0.05
    while time.monotonic() < end:
        pass


class Ends:
    def __del__(self):
        compute()
        raise ValueError("at the end")


gc.callbacks.append(compute)
atexit.register(compute)
sys.excepthook = threading.excepthook = sys.unraisablehook = compute
gc.freeze = lambda: None
LOOP = Ends()
LOOP.itself = LOOP


class Agent(Base):
    def think(self, game, task):
        task.propose(next(game.legal_moves()))
        signal.signal(signal.SIGALRM, compute)
        signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)
        threading.Timer(0.5, compute).start()
        Ends().other = Ends()
