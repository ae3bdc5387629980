"""Helpers that add filter after filter to their own calls: the kernel keeps each of them."""

import contextlib
import ctypes
import os
import time

from dueldoku.agents.base import Agent as Base
from dueldoku.arena.hosting import seccomp, system

CODE = seccomp._Program(1, b"\x06\0\0\0\0\0\xff\x7f")  # that allows everything

for _ in range(28):
    if os.fork() == 0:
        with contextlib.suppress(OSError):
            while True:
                system.call("seccomp", 1, 1, ctypes.byref(CODE))
        time.sleep(60)
time.sleep(20)


class Agent(Base):
    def think(self, game, task):
        task.propose(next(game.legal_moves()))
