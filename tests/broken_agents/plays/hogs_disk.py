"""Writes until there is no room, at most 1 GB."""

import contextlib

from dueldoku.agents.base import Agent as Base


class Agent(Base):
    def think(self, game, task):
        task.propose(next(game.legal_moves()))
        block = b"x" * (1 << 20)
        with contextlib.suppress(OSError):
            for number in range(16):
                with open(f"large-{number}", "wb") as file:
                    for _ in range(64):
                        file.write(block)
