"""Takes nothing but addresses, 100 GB of them: 200 MB in the kernel's tables."""

import mmap
import time

from dueldoku.agents.base import Agent as Base


class Agent(Base):
    def think(self, game, task):
        kept = mmap.mmap(-1, 100 << 30, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ)
        kept.madvise(mmap.MADV_NOHUGEPAGE)
        for place in range(0, len(kept), 2 << 20):
            kept[place]
        time.sleep(5)
        task.propose(next(game.legal_moves()))
