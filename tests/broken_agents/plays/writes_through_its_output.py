"""Maps its output, cuts it, punches holes into it, seals and locks it, and writes to it from a thread."""

import contextlib
import ctypes
import fcntl
import mmap
import os
import threading

from dueldoku.agents.base import Agent as Base

libc = ctypes.CDLL(None, use_errno=True)


def spoil(descriptor):
    for step in (
        lambda: os.ftruncate(descriptor, 0),
        lambda: os.ftruncate(descriptor, 1 << 30),
        lambda: os.posix_fallocate(descriptor, 0, 1 << 28),
        lambda: libc.fallocate(descriptor, 3, ctypes.c_long(0), ctypes.c_long(1 << 16)),
        lambda: fcntl.fcntl(descriptor, 1033, 0x1F),
        lambda: fcntl.flock(descriptor, fcntl.LOCK_EX),
        lambda: fcntl.lockf(descriptor, fcntl.LOCK_EX),
        lambda: os.lseek(descriptor, 1 << 40, os.SEEK_SET),
    ):
        with contextlib.suppress(OSError):
            step()


def write():
    page = mmap.mmap(1, mmap.PAGESIZE)
    while True:
        page[:] = b"\x1b[2J" * (mmap.PAGESIZE // 4)


spoil(1)


class Agent(Base):
    def think(self, game, task):
        spoil(1)
        spoil(2)
        threading.Thread(target=write, daemon=True).start()
        task.propose(next(game.legal_moves()))
