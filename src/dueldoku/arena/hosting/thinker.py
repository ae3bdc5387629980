"""The process of one turn as the arena sees it: what it left in its slot, and when it ended."""

from __future__ import annotations

import contextlib
import signal
import socket
import time
from collections.abc import Iterator
from typing import NamedTuple

from dueldoku.arena.hosting import slot, system
from dueldoku.arena.hosting.family import Family, has_collected, is_ending

_LAST_LOOK = 200_000  # nanoseconds before the deadline
_LATE = 100_000  # nanoseconds after it at which the slot is still taken for what it was
_UNCOUNTED = 0.003  # seconds of a turn that may be on no account: while a core wakes up, or the machine's host is busy


class Thinker(NamedTuple):
    """The process of one turn, ready to go."""

    process: int
    file: int  # its pidfd
    line: socket.socket
    slot: int
    before: system.Spent  # when its clock starts
    excess: float  # seconds that the agent computed too much before its clock starts

    def await_end(self, began: int, deadline: int, family: Family) -> tuple[int, tuple[int, int, int] | None]:
        """When the turn ended (at the deadline if it did not before), and what was in the slot then; None if unknown.

        The kernel's timer kills the thinker at the deadline. We may wake up later than that on a busy machine. What we
        find then counts if it was certainly written in time; else what was there just before the deadline. It is
        unknown if the first proposal came while we got no core for half of the turn: the agent cannot help that.
        """
        before, looked = (0, 0, 0), began
        for early in _looks(deadline - began):
            is_dead = system.wait_until_dead(self.file, (deadline - early - time.monotonic_ns()) / 1e9)
            found, ended = slot.read(self.slot), time.monotonic_ns()
            if ended <= deadline:
                before, looked = found, ended
            if is_dead:
                break
        if ended <= deadline + _LATE or self._was_in_time((deadline - began) / 1e9, family):
            return ended, found
        half = ((deadline - began) / 1e9 + self.excess) / 2  # an agent with no time left cannot make us late by that
        is_unknown = found[0] and not before[0] and (ended - looked) / 1e9 >= half
        return ended, None if is_unknown else before

    def _was_in_time(self, seconds: float, family: Family) -> bool:
        """Whether it has ended before its time was up, and nobody else has been there to write.

        Who runs on after the deadline may well be dead when we look. But they have computed, and waited for a core,
        for longer than the turn was, or have slept as long before: then they gain nothing. That is known of the first
        thread alone, so it must have had no others, and no children.
        """
        now = system.spent(self.process)
        has_threads = system.cpu_seconds(self.process) - now.computed > _LATE / 1e9
        took = now.computed + now.waited - self.before.computed - self.before.waited
        has_others = has_threads or has_collected(self.process) or not family.is_alone(self.process)
        return is_ending(self.process) and took <= seconds - _UNCOUNTED and not has_others

    def kill(self, family: Family) -> None:
        """End it, should its own timer have failed; it may take longer to die than we wait for it."""
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self.file, signal.SIGKILL)
        family.await_death(self.file)


def _looks(left: int) -> Iterator[int]:
    """How long before the deadline to look, in nanoseconds: at half of the time that is left, and again at half."""
    while (left := left // 2) > _LAST_LOOK:
        yield left
    yield from (_LAST_LOOK, 0)
