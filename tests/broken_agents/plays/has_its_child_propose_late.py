"""Breaks its clock, and waits for a child that spoils its proposal after the deadline: only the child computes."""

import contextlib
import os
import time

from dueldoku.agents.base import Agent as Base
from dueldoku.arena.hosting import slot, system


class Agent(Base):
    def think(self, game, task):
        numbers = task.propose.__closure__[0].cell_contents
        task.propose(next(game.legal_moves()))
        for timer in range(20):
            with contextlib.suppress(OSError):
                system.call("timer_delete", timer)
        if os.fork() == 0:
            while time.monotonic() < task.deadline + 0.0005:
                pass
            numbers[0] = slot.encode(None)
            os._exit(0)
        os.wait()
