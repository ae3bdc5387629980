"""Locks every other byte of a file; what the kernel would keep of that is nobody's memory. A database must still work."""

import contextlib
import fcntl
import os
import sqlite3
import struct

from dueldoku.agents.base import Agent as Base


class Agent(Base):
    def think(self, game, task):
        with open("locked", "wb") as file:
            for number in range(500, 0, -1):
                fcntl.fcntl(file, fcntl.F_SETLK, struct.pack("hhqqi", fcntl.F_WRLCK, os.SEEK_SET, 2 * number, 1, 0))
            with contextlib.suppress(OSError), open("/proc/locks") as locks:  # not at every level
                assert "POSIX" not in locks.read()
        with contextlib.closing(sqlite3.connect("known.db")) as database:
            database.execute("CREATE TABLE IF NOT EXISTS known (move)")
            database.execute("INSERT INTO known VALUES (1)")
            database.commit()
        task.propose(next(game.legal_moves()))
