"""Takes 640 MB in its turn that nobody sees: of each mapping only a page is kept, and the kernel keeps the rest."""

import ctypes
import mmap

from dueldoku.agents.base import Agent as Base

libc = ctypes.CDLL(None)
SIZE = 32 << 20


class Agent(Base):
    def think(self, game, task):
        kept = []
        for _ in range(20):
            shared = mmap.mmap(-1, SIZE)
            shared.write(b"x" * SIZE)
            start = ctypes.addressof(ctypes.c_char.from_buffer(shared))
            libc.munmap(ctypes.c_void_p(start + mmap.PAGESIZE), ctypes.c_size_t(SIZE - mmap.PAGESIZE))
            kept.append(shared)
        task.propose(next(game.legal_moves()))
