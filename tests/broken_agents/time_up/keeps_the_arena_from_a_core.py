"""Has as much running as it may, so that the arena wakes up late, and proposes after its deadline."""

import contextlib
import os
import threading
import time

from dueldoku.agents.base import Agent as Base
from dueldoku.arena.hosting import system


def spin():
    while True:
        pass


def spin_much():
    for _ in range(3):
        threading.Thread(target=spin, daemon=True).start()
    spin()


class Agent(Base):
    def think(self, game, task):
        for _ in range(25):
            if os.fork() == 0:
                spin_much()
        for timer in range(20):
            with contextlib.suppress(OSError):
                system.call("timer_delete", timer)
        while time.monotonic() < task.deadline:
            pass
        task.propose(next(game.legal_moves()))
        spin()
