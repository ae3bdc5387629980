"""Takes from itself what its turns need: signals for their timers, room for files, the stack."""

import contextlib
import resource

from dueldoku.agents.base import Agent as Base

for name in ("SIGPENDING", "FSIZE", "MEMLOCK", "MSGQUEUE", "CORE", "NICE", "RTPRIO"):
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (0, 0))


class Agent(Base):
    def think(self, game, task):
        task.propose(next(game.legal_moves()))
        print("x" * 100_000)
        while True:
            pass
