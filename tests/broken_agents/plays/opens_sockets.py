"""Asks somebody else."""

import contextlib
import socket

from dueldoku.agents.base import Agent as Base


class Agent(Base):
    def think(self, game, task):
        opened = 0
        for family, address in ((socket.AF_INET, ("127.0.0.1", 9)), (socket.AF_UNIX, "\0dueldoku")):
            for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
                with contextlib.suppress(OSError), socket.socket(family, kind) as line:
                    opened += 1
                    line.connect(address)
        if not opened:
            task.propose(next(game.legal_moves()))
