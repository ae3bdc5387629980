"""Its first process ends itself when it should fork, with so much memory that it takes long to die."""

import mmap
import os

from dueldoku.agents.base import Agent as Base
from dueldoku.arena.hosting import zygote

MEMORY = bytearray(1 << 30)
MEMORY[::4096] = b"x" * (len(MEMORY) // 4096)
PIECES = [mmap.mmap(-1, 4096 * (1 + number % 2), flags=mmap.MAP_PRIVATE, prot=1 + number % 3) for number in range(50_000)]
zygote._fork = lambda: os._exit(1)


class Agent(Base):
    def think(self, game, task):
        task.propose(next(game.legal_moves()))
