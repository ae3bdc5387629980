"""Takes 600 MB in its turn, in mappings that no limit of a single process counts."""

import mmap
import time

from dueldoku.agents.base import Agent as Base


class Agent(Base):
    def think(self, game, task):
        kept = []
        for _ in range(6):
            kept.append(mmap.mmap(-1, 100 << 20))
            kept[-1].write(b"x" * (100 << 20))
        time.sleep(5)
        task.propose(next(game.legal_moves()))
