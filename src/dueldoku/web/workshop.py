"""Agents of one's own: those of the folder that whoever started the server named, to be played on the page.

The folder is looked at whenever somebody wants to know. What has changed is tried: it is started once, in its cage. So
a broken agent is listed with its error before anybody plays it. All of that happens in a thread of its own.
"""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

from dueldoku.arena.entrant import Entrant
from dueldoku.arena.hosting.folder import private_folder
from dueldoku.arena.hosting.host import Host
from dueldoku.arena.submissions import look_into
from dueldoku.errors import AgentFault, ArenaFault, UnknownName

PREFIX = "own:"  # by which they are chosen: one may have a bundled agent's name
_MOST_FILES = 20_000  # that are looked at for changes

Stamp = frozenset[tuple[str, int, int]]  # each file, when it was written, and its size


class Workshop:
    """The agents of a folder. ``broken`` tells in a sentence what is wrong with one; ``left`` are still to be tried."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder
        self.agents: dict[str, Entrant] = {}
        self.broken: dict[str, str] = {}
        self.left = 0
        self._stamp: Stamp | None = None
        self._tried: dict[str, str] = {}  # what is wrong, by digest; empty: nothing
        self._thread = ThreadPoolExecutor(1, "workshop")
        self._closing = ExitStack()
        self._room = self._closing.enter_context(private_folder()) if folder else None  # for what is unpacked

    async def look(self) -> None:
        """Know the folder as it is now."""
        if self.folder:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._look)

    async def get(self, name: str) -> Entrant:
        """The agent of this name as its files are now. Raises UnknownName, which tells what is wrong with it."""
        await self.look()
        if name in self.broken:
            raise UnknownName(f"{name} is broken: {self.broken[name]}")
        if name not in self.agents:
            raise UnknownName(f"there is no agent {name!r} in the folder of agents here")
        return self.agents[name]

    def known(self, name: str) -> Entrant:
        """The agent as it was last seen, to show a game by; an empty one if it is gone. It has to be asked for anew."""
        return self.agents.get(name) or Entrant(name, "file", "", (), "")

    def close(self) -> None:
        """Remove what was unpacked."""
        self._thread.shutdown(wait=False, cancel_futures=True)
        self._closing.close()

    # -- in the thread -----------------------------------------------------------------------------------------------

    def _look(self) -> None:
        assert self.folder
        assert self._room
        try:
            stamp = _stamp_of(self.folder)
            if stamp == self._stamp:
                return
            found = look_into(self.folder, self._room)
        except OSError as error:
            self.agents, self.broken = {}, {self.folder.name: f"the folder cannot be read: {error.strerror}"}
            return
        agents, broken = dict[str, Entrant](), dict[str, str]()
        self.left = len(found)
        for name, entrant in found:
            if why := entrant if isinstance(entrant, str) else self._try(entrant):
                broken[name] = why
            elif isinstance(entrant, Entrant):
                agents[name] = entrant
            self.left -= 1
        self.agents, self.broken = agents, broken
        is_settled = all(isinstance(entrant, str) or entrant.digest in self._tried for _, entrant in found)
        self._stamp = stamp if is_settled else None

    def _try(self, entrant: Entrant) -> str:
        """What is wrong with an agent: it is started, and ended at once. Each state of its files is tried once."""
        if entrant.digest not in self._tried:
            try:
                with Host(entrant, 1) as host:
                    host.start()
                self._tried[entrant.digest] = ""
            except AgentFault as fault:
                self._tried[entrant.digest] = f"it does not start: {fault.detail or fault.fault}"
            except ArenaFault as fault:  # the machine's: it may be over when somebody looks again
                return str(fault)
        return self._tried[entrant.digest]


def written(agent: Entrant) -> str:
    """The agent as one chooses it."""
    return f"{PREFIX}{agent.name}" if agent.kind == "file" else agent.name


def _stamp_of(folder: Path) -> Stamp:
    """What tells whether anything in the folder has changed. Raises OSError."""
    found: set[tuple[str, int, int]] = set()

    def fail(error: OSError) -> None:
        raise error

    for place, folders, files in os.walk(folder, onerror=fail):
        folders[:] = [name for name in folders if not name.startswith((".", "__pycache__"))]
        for name in files:
            if len(found) >= _MOST_FILES:
                return frozenset(found)
            facts = os.lstat(os.path.join(place, name))
            found.add((os.path.join(place, name), facts.st_mtime_ns, facts.st_size))
    return frozenset(found)
