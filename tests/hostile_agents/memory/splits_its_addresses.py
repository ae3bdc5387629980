"""Splits its addresses into as many pieces as it may, in many processes: the kernel keeps a note of each."""

import contextlib
import ctypes
import mmap
import os
import time

from dueldoku.agents.base import Agent as Base

PIECES = 65_000
libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p


class Agent(Base):
    def think(self, game, task):
        begin = libc.mmap(
            None, ctypes.c_size_t(PIECES * mmap.PAGESIZE), 0, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, -1, 0
        )
        for piece in range(0, PIECES, 2):
            libc.mprotect(
                ctypes.c_void_p(begin + piece * mmap.PAGESIZE), ctypes.c_size_t(mmap.PAGESIZE), mmap.PROT_READ
            )
        with contextlib.suppress(OSError):
            for _ in range(25):
                if os.fork() == 0:
                    time.sleep(20)
                    os._exit(0)
        time.sleep(3)
        task.propose(next(game.legal_moves()))
