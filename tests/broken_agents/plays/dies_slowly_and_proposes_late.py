"""Takes long to die, while a process that it forked in its turn spoils its proposal."""

import contextlib
import os
import time

from dueldoku.agents.base import Agent as Base
from dueldoku.arena.hosting import slot


class Agent(Base):
    def think(self, game, task):
        numbers = task.propose.__closure__[0].cell_contents
        task.propose(next(game.legal_moves()))
        with contextlib.suppress(OSError):
            if os.fork() == 0:
                while True:
                    if time.monotonic() > task.deadline + 0.0002:
                        numbers[0] = slot.encode(None)
        memory = bytearray(200 << 20)
        memory[:: 4096] = b"x" * len(memory[:: 4096])
        while True:
            pass
