"""Takes 400 MB in files that are held in memory."""

import time

from dueldoku.agents.base import Agent as Base


class Agent(Base):
    def think(self, game, task):
        for name in ("one", "two", "/dev/shm/three", "/dev/shm/four"):
            with open(name, "wb") as file:
                file.write(b"x" * (100 << 20))
        time.sleep(5)
        task.propose(next(game.legal_moves()))
