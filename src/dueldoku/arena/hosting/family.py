"""All processes of one agent in a game: the zygote, and whatever came from it.

Outside the agent's turns the zygote is stopped and all others are gone; in a turn only its thinker runs, and what that
starts. What any of them computed since the last turn ended is known, the dead and the collected ones included:

    family.rest()                  # after a turn: all is quiet
    family.wake()                  # the zygote may fork a thinker
    family.rest(thinker)           # all is quiet again, but for the thinker; seconds that all of them computed

A process is stopped when none of its code can run any more. It may still wait for a core to take notice of that, or be
busy in the kernel: on that nobody waits for longer than the ``patience`` of a turn.
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections import defaultdict
from functools import cache

from dueldoku.arena.hosting import system

PATIENCE = 0.5  # seconds: nothing that an agent does in a turn holds the arena up for longer
_IN_KERNEL = 0.1  # seconds that it may compute in the kernel, stopped, when it is not its turn
_STOPPED, _GONE = {"T", "t"}, {"Z", "X"}  # what a thread does
_EXITING = 0x4 | 0x400  # flags of a thread that is on its way out, or was told to go by a signal
_SIGKILL, _SIGSTOP = 9, 19  # numbers, as Windows has no such names
_TRUNCATED = 0.02  # seconds: the kernel counts collected processes in ticks, for two kinds of time
_PARENT, _FLAGS, _FAULTS, _COLLECTED = 1, 6, 8, slice(13, 15)  # where they stand behind a process's name


class Restless(Exception):
    """The agent's processes cannot be brought to rest; the message says why, of "it"."""


class Family:
    """The processes below ``warden``, which is ours: the ``zygote``, with its pidfd, and what came from it."""

    def __init__(self, warden: int, zygote: int, file: int) -> None:
        self.zygote = zygote
        self._warden, self._file = warden, file
        self._known: dict[int, float] = {}  # what each had computed when the last turn ended
        self._collected = 0.0  # what those had computed that the zygote has collected since
        self._hidden = _collected(zygote) + _TRUNCATED  # what others had, that it collected and nobody else saw
        self._is_stopped = False
        self._rested = 0.0  # what the zygote had computed when it was stopped
        self.patience = PATIENCE

    # -- rest ----------------------------------------------------------------------------------------------------------

    def rest(self, thinker: int = 0) -> float:
        """Stop the zygote and end all others but ``thinker``; gives what all computed since the last turn ended.

        A death can wake the zygote (the kernel wakes those whose group nobody looks after any more), and a thread that
        waits in ``vfork`` stops only when its child is gone. So all of it is done until one look finds all at rest.
        Raises Restless if that is not to be had.
        """
        began = time.monotonic()
        while True:
            self._stop()
            states = _states(self.zygote)
            members = descendants_of(self._warden)
            others = [one for one in members if one not in (self.zygote, thinker) and system.is_alive(one)]
            for one in others:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(one, signal.SIGKILL)
            if not others and states | _states(self.zygote) <= _STOPPED | _GONE:
                break  # it was stopped all the time that we looked for others
            if time.monotonic() > began + self.patience:
                self._check_settled(others)
                break
            time.sleep(0.0002)
        self.spend(time.monotonic() - began)
        if system.text(f"/proc/{self.zygote}/timers"):
            raise Restless("it set a timer that would wake it when it is not its turn")
        self._is_stopped, self._rested = True, system.cpu_seconds(self.zygote)
        computed = self._computed(members)
        if not thinker:
            self._settle(members)
        return computed

    def wake(self) -> None:
        """Let the zygote run: a turn begins. Raises Restless if it ran without that."""
        self.look()
        if self._is_stopped and system.cpu_seconds(self.zygote) - self._rested > _IN_KERNEL:
            raise Restless("it computed when it was not its turn")
        self._is_stopped, self.patience = False, PATIENCE
        self._signal(signal.SIGCONT)

    def spend(self, seconds: float) -> None:
        """So long we have waited for it in this turn."""
        self.patience = max(0.0, self.patience - seconds)

    def await_death(self, file: int) -> None:
        """Wait for the process of this pidfd to be dead, but no longer than our patience in this turn."""
        began = time.monotonic()
        system.wait_until_dead(file, self.patience)
        self.spend(time.monotonic() - began)

    def end(self) -> None:
        """Kill the zygote."""
        self._signal(signal.SIGKILL)

    def look(self) -> None:
        """Raise Restless if the zygote was stopped and is not any more, by a signal of its own making."""
        if self._is_stopped and not is_stopped(self.zygote) and not is_ending(self.zygote):
            raise Restless("it woke up when it was not its turn")

    def _stop(self) -> None:
        """Tell the zygote to stop, and each thread: one alone may take its time, and the others would run meanwhile."""
        self._signal(signal.SIGSTOP)
        for thread in system.threads_of(self.zygote) if not is_stopped(self.zygote) else ():
            with contextlib.suppress(ProcessLookupError):
                system.call("tgkill", self.zygote, int(thread), _SIGSTOP)

    def _check_settled(self, others: list[int]) -> None:
        """Raise Restless if code of those that are not at rest after so long may still run.

        They may be waiting for a core, or compute in the kernel, which is counted.
        """
        if not all(is_ending(one) for one in others):
            raise Restless("its processes multiply without end")
        self._stop()
        if not is_stopped(self.zygote) and not is_ending(self.zygote):
            raise Restless("its process cannot be stopped")

    def _signal(self, number: int) -> None:
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._file, number)

    # -- time ----------------------------------------------------------------------------------------------------------

    def computed(self) -> float:
        """Seconds that all processes have computed since the last turn ended."""
        return self._computed(descendants_of(self._warden))

    def waited(self) -> float:
        """Seconds that they have waited for a core so far."""
        return sum(system.waited_seconds(one) for one in descendants_of(self._warden))

    def kept_waiting(self) -> float:
        """The same of those alone who get a turn ready: the zygote, and the one child that it forks for that.

        An agent may have more, but then the zygote waits for what is of no use.
        """
        children = [one for one in system.children_of(self.zygote) if system.is_alive(one)]
        return sum(map(system.waited_seconds, [self.zygote, *(children if len(children) == 1 else [])]))

    def _computed(self, members: list[int]) -> float:
        news = (_own(one, self.zygote) - self._known.get(one, 0.0) for one in members)
        return sum(max(0.0, seconds) for seconds in news) + self._unseen(members)

    def _unseen(self, members: list[int]) -> float:
        """What processes had computed that came, went and were collected by the zygote since.

        The kernel adds it to the zygote's account. What is on it beyond all that we had seen ourselves is theirs.
        """
        gone = sum(seconds for process, seconds in self._known.items() if process not in members)
        return max(0.0, _collected(self.zygote) - self._collected - gone - self._hidden)

    def _settle(self, members: list[int]) -> None:
        """A turn has ended: what was computed until now is no longer of interest."""
        self._hidden += self._unseen(members)
        self._collected += sum(seconds for process, seconds in self._known.items() if process not in members)
        self._known = {process: _own(process, self.zygote) for process in members}

    # -- the end of a turn ---------------------------------------------------------------------------------------------

    def is_alone(self, thinker: int) -> bool:
        """Whether nobody else has been there since the clock started."""
        return not set(descendants_of(self._warden)) - self._known.keys() - {self.zygote, thinker}


def is_child(process: int, parent: int) -> bool:
    """Whether the kernel knows this process as a child of that one, dead or alive."""
    return _facts(f"/proc/{process}/stat")[_PARENT : _PARENT + 1] == [str(parent)]


def is_stopped(process: int) -> bool:
    """Whether no code of the process runs until it is woken.

    That is so once one of its threads has stopped, for then all have to when they are next to run code; and if each of
    them has the signal still before it. The signals are looked at first: whoever takes one meanwhile has stopped.
    """
    threads = [f"/proc/{process}/task/{thread}" for thread in system.threads_of(process)]
    told = {thread: _awaits(thread, _SIGSTOP) for thread in threads}
    states = {thread: facts[0] for thread in threads if (facts := _facts(f"{thread}/stat"))}
    left = [thread for thread, state in states.items() if state not in _GONE]
    return any(states[thread] in _STOPPED for thread in left) or all(told[thread] for thread in left)


def is_ending(process: int) -> bool:
    """Whether each thread of the process is dead, dying, or about to be killed before it does anything else."""
    return all(_is_ending(f"/proc/{process}/task/{thread}") for thread in system.threads_of(process))


def descendants_of(root: int) -> list[int]:
    """All processes below this one, also dead ones that nobody has collected."""
    children = system.children_of if _has_lists() else _all_children().__getitem__
    found, left = [], [root]
    while left:
        below = children(left.pop())
        found += below
        left += below
    return found


@cache
def _has_lists() -> bool:
    """Whether the kernel keeps a list of each process's children; if not, they have to be looked for."""
    return os.path.exists(f"/proc/self/task/{os.getpid()}/children")


def _all_children() -> dict[int, list[int]]:
    found: dict[int, list[int]] = defaultdict(list)
    for name in os.listdir("/proc"):
        if name.isdecimal() and (facts := _facts(f"/proc/{name}/stat")):
            found[int(facts[_PARENT])].append(int(name))
    return found


def _own(process: int, zygote: int) -> float:
    """What a process has computed, with what it collected; the zygote's collected ones are another matter."""
    return system.cpu_seconds(process) + (_collected(process) if process != zygote else 0.0)


def _collected(process: int) -> float:
    """Seconds of its dead children that it has collected, and of theirs."""
    ticks = _facts(f"/proc/{process}/stat")[_COLLECTED]
    return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")


def has_collected(process: int) -> bool:
    """Whether it had children and has collected them: no process lives without a page fault, and theirs are its own."""
    return _facts(f"/proc/{process}/stat")[_FAULTS : _FAULTS + 1] != ["0"]


def _states(process: int) -> set[str]:
    """What its threads are doing, as letters."""
    return {
        facts[0] for thread in system.threads_of(process) if (facts := _facts(f"/proc/{process}/task/{thread}/stat"))
    }


def _is_ending(thread: str) -> bool:
    is_told = _awaits(thread, _SIGKILL)  # looked at first: whoever takes the signal meanwhile is on its way out
    facts = _facts(f"{thread}/stat")
    return is_told or not facts or facts[0] in _GONE or bool(int(facts[_FLAGS]) & _EXITING)


def _awaits(thread: str, number: int) -> bool:
    """Whether this signal is the thread's own to take, before any code of it runs."""
    pending = [line.split()[1] for line in system.text(f"{thread}/status").splitlines() if line.startswith("SigPnd:")]
    return any(int(mask, 16) >> (number - 1) & 1 for mask in pending)


def _facts(file: str) -> list[str]:
    """What the kernel tells of a process or thread behind its name, which may be anything; nothing if there is none."""
    return system.text(file).rpartition(")")[2].split()
