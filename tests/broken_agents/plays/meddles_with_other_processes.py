"""Signals, slows, limits and reads its parents, and all it can name."""

import contextlib
import ctypes
import os
import resource

from dueldoku.agents.base import Agent as Base


class Agent(Base):
    def __init__(self, arena: int = 0):
        self.arena = arena

    def think(self, game, task):
        libc = ctypes.CDLL(None, use_errno=True)
        done = []
        for process in {os.getppid(), self.arena} - {0}:
            for name, step in {
                "kill": lambda process=process: os.kill(process, 0),
                "slow down": lambda process=process: os.setpriority(os.PRIO_PROCESS, process, 19),
                "limit": lambda process=process: resource.prlimit(process, resource.RLIMIT_NOFILE, (10, 10)),
                "pin": lambda process=process: os.sched_setaffinity(process, {0}),
                "read": lambda process=process: open(f"/proc/{process}/environ").read(),
            }.items():
                with contextlib.suppress(OSError):
                    step()
                    done.append((name, process))
            if libc.ptrace(16, process, 0, 0) == 0:
                done.append(("trace", process))
        allowed = {("kill", 1), ("read", 1)} if os.getppid() == 1 else set()  # in its own little world, the first is immune
        if set(done) <= allowed:
            task.propose(next(game.legal_moves()))
        else:
            raise AssertionError(done)
