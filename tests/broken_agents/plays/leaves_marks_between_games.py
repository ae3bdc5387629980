"""Leaves marks wherever it can, and plays only if there are none of another game."""

import contextlib
import os
import sys
import tempfile
from multiprocessing import shared_memory

import dueldoku
from dueldoku.agents.base import Agent as Base

MARK = "dueldoku-mark"
PLACES = (
    "/dev", "/dev/hugepages", "/dev/mqueue", "/dev/shm", "/proc/self/cwd/..", "/run", "/tmp", "/var/tmp", "..", ".",
    os.environ["DUELDOKU_CACHE"], os.environ["NUMBA_CACHE_DIR"], os.path.expanduser("~"), sys.prefix,
    os.path.dirname(dueldoku.__file__), tempfile.gettempdir(),
)  # fmt: skip


class Agent(Base):
    def __init__(self):
        self.found = [place for place in PLACES if os.path.exists(f"{place}/{MARK}")]
        for place in PLACES:
            with contextlib.suppress(OSError):
                open(f"{place}/{MARK}", "x").close()
        with contextlib.suppress(OSError):
            try:
                shared_memory.SharedMemory("own-mark")
                self.found.append("shared memory")
            except FileNotFoundError:
                shared_memory.SharedMemory("own-mark", create=True, size=10)

    def think(self, game, task):
        assert not self.found, self.found
        task.propose(next(game.legal_moves()))
