"""Reads, lists and changes what is not its own: the files named to it, which must be baits laid out for it."""

import contextlib
import os

from dueldoku.agents.base import Agent as Base


class Agent(Base):
    def __init__(self, baits: str = "", secrets: str = ""):
        self.baits = [path for path in baits.split(";") if os.path.basename(path).startswith("bait")]
        self.secrets = [path for path in secrets.split(";") if path]  # only to be read

    def think(self, game, task):
        found = []
        for path in self.baits + self.secrets:
            with contextlib.suppress(OSError), open(path, "rb") as file:
                found.append(f"read {path}: {file.read(10)!r}")
            with contextlib.suppress(OSError):
                found.append(f"listed {os.listdir(os.path.dirname(path))}")
        for path in self.baits:
            for what, step in {
                "written": lambda path=path: open(path, "ab").close(),
                "truncated": lambda path=path: os.truncate(path, 0),
                "mode changed": lambda path=path: os.chmod(path, 0o600),
                "renamed": lambda path=path: os.rename(path, path + ".new"),
                "removed": lambda path=path: os.unlink(path),
                "made": lambda path=path: os.mkdir(path + ".folder"),
            }.items():
                with contextlib.suppress(OSError):
                    step()
                    found.append(f"{what}: {path}")
        if found:
            raise AssertionError("; ".join(found))
        task.propose(next(game.legal_moves()))
