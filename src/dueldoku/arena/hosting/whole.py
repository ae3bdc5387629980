"""An agent as a whole: how much memory and how many processes and threads all its processes may have together.

The warden looks at the agent's processes again and again and adds up what they take (``Watch``). Where the arena may
make a cgroup (version 2, with memory and pids), the kernel holds the limit, too, between two looks (``Group``). An
agent that takes too much is ended as a whole, and the reason is left in a file for the arena.

Resident memory counts, and so do its files where they are held in memory, and what the kernel keeps for it; addresses
do not.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from dueldoku.arena.hosting import system
from dueldoku.arena.hosting.family import descendants_of
from dueldoku.arena.hosting.limits import MEGABYTE, MEMORY, PROCESSES, THREADS

_RATE = 8 << 30  # bytes a second: no agent takes memory faster
_SHORTEST, _LONGEST = 0.01, 0.05  # seconds between two looks
_REST, _MOST_REST = 4, 0.2  # times as long as it took to find exact figures, until that is done again; seconds
_TABLES = 16  # times its page tables: the kernel can be busy with them for long, and then nothing stops a process
_PER_FILE = 208 << 10  # bytes that the kernel may keep in an open line
_PER_NAME = 1 << 10  # and for the name of a file in memory
_PER_MAPPING = 512  # and for each piece of the addresses
_MANY, _MOST = 8_000, 65_530  # of them: who has many may have as many as the kernel gives; to count them takes long
_PREFIX = "dueldoku-"
_MOUNTS, _OWN = Path("/proc/self/mountinfo"), Path("/proc/self/cgroup")


def words(memory: int) -> str:
    """What is said of an agent that took too much memory."""
    return f"it took more than {memory // MEGABYTE} MB of memory"


# -- by the kernel -----------------------------------------------------------------------------------------------------


class Group:
    """A cgroup for the agent, next to our own. Raises OSError where we may not make one."""

    def __init__(self, memory: int) -> None:
        self._memory = memory
        parent = _parent()
        _sweep(parent)
        self._name = f"{_PREFIX}{os.getpid()}"
        (parent / self._name).mkdir()
        # By these we reach it later, too, when all that is mounted is read-only for us.
        self._parent = os.open(parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        self._folder = os.open(parent / self._name, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        self._write("memory.max", memory)
        with contextlib.suppress(OSError):  # a kernel without swap has no such file
            self._write("memory.swap.max", 0)
        self._write("memory.oom.group", 1)  # as a whole
        self._write("pids.max", THREADS)

    def begin(self, agent: int) -> None:
        """Move the process into the group; its children stay there."""
        self._write("cgroup.procs", agent)

    def excess(self) -> str:
        """Whether the kernel has ended the agent; too many processes it just does not give."""
        with open("memory.events", opener=self._open) as file:
            events = dict(line.split() for line in file)
        return words(self._memory) if int(events["oom_kill"]) else ""

    def forget(self) -> None:
        """Close what leads to the group."""
        os.close(self._folder)
        os.close(self._parent)

    def end(self) -> None:
        """Remove the group."""
        for _ in range(100):  # the last of its processes may be on their way out
            with contextlib.suppress(OSError):
                os.rmdir(self._name, dir_fd=self._parent)
                break
            time.sleep(0.01)
        self.forget()

    def _open(self, name: str, flags: int) -> int:
        return os.open(name, flags, 0o600, dir_fd=self._folder)

    def _write(self, name: str, value: int) -> None:
        with open(name, "w", opener=self._open) as file:
            file.write(str(value))


def _parent() -> Path:
    """The nearest cgroup above our own, or our own, whose groups have memory and pids and where we may make one."""
    mounts = [line.split(" - ") for line in _MOUNTS.read_text().splitlines()]
    tops = [Path(place.split()[4]) for place, kind in mounts if kind.startswith("cgroup2 ")]
    own = [line[3:] for line in _OWN.read_text().splitlines() if line.startswith("0::")]
    if not tops or not own:
        raise OSError("no cgroups of version 2 are mounted")
    here = tops[0] / own[0].lstrip("/")
    for folder in (here, *here.parents):
        if not folder.is_relative_to(tops[0]):
            break
        if {"memory", "pids"} <= set((folder / "cgroup.subtree_control").read_text().split()) and all(
            os.access(place, os.W_OK) for place in (folder, folder / "cgroup.procs")
        ):
            return folder
    raise OSError("there is no cgroup with memory and pids in which we may make another")


def _sweep(parent: Path) -> None:
    """Remove the groups of wardens that were killed."""
    for folder in parent.glob(f"{_PREFIX}*"):
        if not os.path.exists(f"/proc/{folder.name.removeprefix(_PREFIX)}"):
            with contextlib.suppress(OSError):  # somebody else was faster
                folder.rmdir()


def try_group() -> None:
    """Raise OSError if the kernel cannot hold the limits of an agent here."""
    group = Group(MEMORY * MEGABYTE)
    try:
        child = os.fork()
        if not child:
            with contextlib.suppress(OSError):
                group.begin(os.getpid())
                os._exit(0)
            os._exit(1)
        if os.waitpid(child, 0)[1]:
            raise OSError("no process can be moved into a cgroup")
    finally:
        group.end()


# -- by looking --------------------------------------------------------------------------------------------------------


class _Taken(NamedTuple):
    """What a process takes: bytes (pages that it shares with others in full), those that the kernel keeps, threads."""

    place: str  # where the kernel tells
    memory: int
    kept: int
    threads: int


class Watch:
    """Adds up what all processes of the agent take, and the files in these places, which are held in memory for it.

    ``pause``: seconds until the next look. The kernel's own ``group`` counts otherwise: of processes only the threads,
    of page tables only their size.
    """

    def __init__(self, memory: int, places: Sequence[str] = (), group: Group | None = None) -> None:
        self.pause = _SHORTEST
        self.group = group
        self._memory, self._places = memory, places
        self._last: object = None
        self._mappings, self._count_again = 0, 0.0

    def excess(self) -> str:
        """What the agent has taken too much of, in words; an empty text if nothing."""
        if self.group and (excess := self.group.excess()):
            return excess
        taken = [found for process in self._processes() if (found := _look(process))]
        if len(taken) > PROCESSES:
            return f"it had more than {PROCESSES} processes"
        if sum(one.threads for one in taken) > THREADS:
            return f"it had more than {THREADS} threads"
        beside = sum(map(_used, self._places)) + sum(one.kept for one in taken) + self._for_mappings(taken)
        total, rest = beside + sum(one.memory for one in taken), 0.0
        if total > self._memory >= beside:  # a fork shares most pages with its parent: see how much it really is
            began = time.monotonic()
            total = beside + sum(map(_share, taken))
            rest = min(_MOST_REST, _REST * (time.monotonic() - began))
        self._plan(total, len(taken), rest)
        return words(self._memory) if total > self._memory else ""

    def _for_mappings(self, taken: Sequence[_Taken]) -> int:
        """Bytes that the kernel keeps for mappings, counted now and then."""
        if (now := time.monotonic()) >= self._count_again:
            self._mappings, self._count_again = sum(_mappings(one.place) for one in taken), now + _MOST_REST
        return _PER_MAPPING * self._mappings

    def _plan(self, total: int, processes: int, rest: float) -> None:
        """Look again soon, and later if nothing changes; but before the agent can have taken what it has left."""
        now = total >> 24, processes
        pause = _SHORTEST if now != self._last else min(_LONGEST, 1.5 * self.pause)
        self.pause = max(_SHORTEST, rest, min(pause, (self._memory - total) / _RATE))
        self._last = now

    def _processes(self) -> Iterator[int]:
        """All processes of the agent: our descendants. Its own /proc, if it is mounted, has just those, and not us."""
        if not os.path.exists("/proc/self"):
            yield from map(int, filter(str.isdecimal, os.listdir("/proc")))
            return
        yield from descendants_of(os.getpid())


def _look(process: int) -> _Taken | None:
    """What a process takes; None if it is gone. One that is dead still is a process."""
    place = f"/proc/{process}"
    facts = _facts(f"{place}/status")
    if facts and "VmRSS" not in facts:  # its first thread has ended; others may live on
        for thread in system.threads_of(process):
            if "VmRSS" in (found := _facts(f"{place}/task/{thread}/status")):
                place, facts = f"{place}/task/{thread}", found
                break
    if not facts:
        return None
    memory = facts.get("VmRSS", 0) + facts.get("VmSwap", 0)
    kept = _TABLES * facts.get("VmPTE", 0) + _PER_FILE * _open_files(place)
    return _Taken(place, memory, kept, facts.get("Threads", 1))


def _open_files(place: str) -> int:
    """How many descriptors a process has; what is not told is not counted."""
    with contextlib.suppress(OSError):
        return len(os.listdir(f"{place}/fd"))
    return 0


def _mappings(place: str) -> int:
    """Into how many pieces the addresses of a process are split."""
    count = 0
    with contextlib.suppress(OSError), open(f"{place}/maps", "rb") as file:
        for part in iter(partial(file.read, 1 << 16), b""):
            count += part.count(b"\n")
            if count > _MANY:
                return _MOST
    return count


def _share(one: _Taken) -> int:
    """What a process takes if each page that it shares is split between those that share it."""
    facts = _facts(f"{one.place}/smaps_rollup")
    if "Pss" in facts:
        return facts["Pss"] + facts.get("SwapPss", 0)
    is_there = "VmRSS" in _facts(f"{one.place}/status")
    return one.memory if is_there else 0  # what it shared is counted with the others, now that it is gone


def _facts(file: str) -> dict[str, int]:
    """The numbers that a file of the kernel's tells, by name; kilobytes as bytes."""
    facts = {}
    for line in system.text(file).splitlines():
        name, _, value = line.partition(":")
        words = value.split()
        if words and words[0].isdecimal():
            facts[name] = int(words[0]) << 10 if words[-1] == "kB" else int(words[0])
    return facts


def _used(place: str) -> int:
    """Bytes of the file system that is mounted here, and what the kernel keeps for each name in it."""
    with contextlib.suppress(OSError):
        found = os.statvfs(place)
        return (found.f_blocks - found.f_bfree) * found.f_frsize + (found.f_files - found.f_ffree) * _PER_NAME
    return 0
