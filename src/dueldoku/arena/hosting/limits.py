"""What a process of an agent may take: one line for every limit that the kernel has, with its reason.

These bind each process for itself. What all processes of an agent take together is bounded in ``whole``.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import NamedTuple

from dueldoku.errors import PlanError

MEGABYTE = 1 << 20
MEMORY = 2048  # megabytes of an agent as a whole, if nothing is said
_LEAST, _MOST = 64, 1 << 20  # that can be said
FILE_BYTES = 256 * MEGABYTE  # of a file that the agent writes, so also of what it saves
PROCESSES, THREADS = 32, 128  # of an agent as a whole
_OPEN_FILES = 128
_STACK, _MOST_STACK = 8 * MEGABYTE, 1024 * MEGABYTE
_ANY = -1  # no limit but the one that was there


def check_memory(megabytes: int) -> int:
    """The same number. Raises PlanError if no agent can have so much, or start with so little."""
    if not _LEAST <= megabytes <= _MOST:
        raise PlanError(f"expected --memory of {_LEAST} to {_MOST} megabytes for an agent, got {megabytes}")
    return megabytes


class Bound(NamedTuple):
    """A limit: its number in the kernel, what it is at first, how far an agent may raise it, and why."""

    number: int
    soft: int
    hard: int
    why: str


def bounds(memory: int, *, isolated: bool) -> dict[str, Bound]:
    """All limits of a process, for so many bytes of ``memory``; ``isolated``: it has a user namespace of its own."""
    threads = THREADS if isolated else _ANY
    return {
        "CPU": Bound(0, _ANY, _ANY, "the turn's clock bounds it; the kernel's kill would look like the clock's"),
        "FSIZE": Bound(1, FILE_BYTES, FILE_BYTES, "the disk, where it is not limited in total"),
        "DATA": Bound(2, memory, memory, "one process alone gets a MemoryError before the agent as a whole is ended"),
        "STACK": Bound(
            3, _STACK, _MOST_STACK, "deep recursion ends as everywhere; agents may want more, within reason"
        ),
        "CORE": Bound(4, 1, 1, "no dumps; not 0, as a dump that is piped to a program is only left out at 1"),
        "RSS": Bound(5, _ANY, _ANY, "the kernel ignores it"),
        "NPROC": Bound(
            6, threads, threads, "counted per user, so only in a user namespace of its own; never binds root"
        ),
        "NOFILE": Bound(7, _OPEN_FILES, _OPEN_FILES, "each may hold 200 kB of the kernel's memory"),
        "MEMLOCK": Bound(8, 0, 0, "counted per user, and nobody needs it"),
        "AS": Bound(9, _ANY, _ANY, "addresses are not memory: libraries map far more than they use"),
        "LOCKS": Bound(10, _ANY, _ANY, "the kernel ignores it"),
        "SIGPENDING": Bound(11, 256, 256, "counted per user; a turn's timer is one of them"),
        "MSGQUEUE": Bound(12, 0, 0, "counted per user, and nobody needs it"),
        "NICE": Bound(13, 0, 0, "no higher priority than the opponent"),
        "RTPRIO": Bound(14, 0, 0, "no higher priority than the opponent"),
        "RTTIME": Bound(15, _ANY, _ANY, "only for processes with real-time priority, and they get none"),
    }


def apply(memory: int, *, isolated: bool) -> None:
    """Limit this process and its children, for good. Raises OSError."""
    import resource

    with contextlib.suppress(OSError):  # if the machine runs out of memory, agents go first, however small they are
        Path("/proc/self/oom_score_adj").write_text("1000")

    for _, number, soft, hard, _ in ((name, *bound) for name, bound in bounds(memory, isolated=isolated).items()):
        old_soft, old_hard = resource.getrlimit(number)
        most = _lower(hard, old_hard)
        resource.setrlimit(number, (_lower(old_soft if soft == _ANY else soft, most), most))


def _lower(wanted: int, given: int) -> int:
    """The lower of two limits, where -1 is none."""
    return max(wanted, given) if _ANY in (wanted, given) else min(wanted, given)
