"""Cuts, locks and fills the output that it shares with the arena."""

import contextlib
import fcntl
import mmap
import os

from dueldoku.agents.base import Agent as Base



class Agent(Base):
    def think(self, game, task):
        for step in (
            lambda: os.ftruncate(1, 0),
            lambda: os.ftruncate(1, 1 << 30),
            lambda: fcntl.flock(1, fcntl.LOCK_EX),
            lambda: fcntl.lockf(1, fcntl.LOCK_EX),
            lambda: fcntl.fcntl(1, fcntl.F_SETLEASE, fcntl.F_WRLCK),
            lambda: fcntl.fcntl(1, fcntl.F_ADD_SEALS, fcntl.F_SEAL_WRITE),
            lambda: mmap.mmap(1, mmap.PAGESIZE).write(b"\x1b[2J\x00\xff" * 100),
        ):
            with contextlib.suppress(OSError):
                step()
        task.propose(next(game.legal_moves()))
