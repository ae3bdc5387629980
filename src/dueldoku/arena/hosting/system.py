"""The calls of Linux that Python does not offer, through ctypes. Each raises OSError with the call's name.

Importing this is harmless anywhere; calling is for Linux on the processors in ``calls``.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import glob
import os
import platform
import select
import signal
import struct
import time
from functools import cache
from typing import NamedTuple

from dueldoku.arena.hosting.calls import MACHINES, NUMBERS

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_CAPBSET_DROP = 1, 4, 24
PR_SET_TIMERSLACK, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 29, 36, 38
NEW_MOUNTS, NEW_IPC, NEW_USER, NEW_PIDS, NEW_NET = 0x00020000, 0x08000000, 0x10000000, 0x20000000, 0x40000000
MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REC, MS_PRIVATE = 2, 4, 8, 1 << 14, 1 << 18
_CLOCK_MONOTONIC, _TIMER_ABSTIME = 1, 1
_AT_FDCWD, _AT_RECURSIVE, _MOUNT_ATTR_RDONLY = -100, 0x8000, 1
_CAPABILITY_VERSION = 0x20080522
_RESET_ON_FORK, _SLICE = 1, 100_000  # nanoseconds that it wants to compute at a time


@cache
def machine() -> str:
    """The processor, if its calls are known here; else an empty text."""
    name = platform.machine()
    return name if name in MACHINES else ""


@cache
def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


@cache
def number_of(name: str) -> int | None:
    """A call's number on this processor."""
    return NUMBERS[name][MACHINES.index(platform.machine())]


def call(name: str, *arguments: object) -> int:
    """Call the kernel directly. Whole numbers are passed as 64 bits, anything else as ctypes takes it."""
    if not machine() or (number := number_of(name)) is None:
        raise OSError(38, f"{name} is not known on {platform.machine()}")
    wide = [ctypes.c_long(argument) if isinstance(argument, int) else argument for argument in arguments]
    return _check(name, _libc().syscall(ctypes.c_long(number), *wide))


def prctl(option: int, first: int = 0, second: object = 0) -> None:
    """Set a property of this process."""
    _check("prctl", _libc().prctl(option, ctypes.c_ulong(first), second, 0, 0))


def unshare(flags: int) -> None:
    """Leave the namespaces named by ``flags`` for new ones; a new process namespace begins with the next fork."""
    _check("unshare", _libc().unshare(flags))


def mount(kind: str | None, place: str, flags: int, options: str = "") -> None:
    """Mount a file system of this kind, or change the flags of what is mounted."""
    name = kind.encode() if kind else None
    _check(f"mount {place}", _libc().mount(name, place.encode(), name, ctypes.c_ulong(flags), options.encode()))


def make_all_read_only() -> None:
    """Make every mounted file system read-only, in this namespace."""
    attributes = (ctypes.c_uint64 * 4)(_MOUNT_ATTR_RDONLY, 0, 0, 0)
    call("mount_setattr", _AT_FDCWD, ctypes.c_char_p(b"/"), _AT_RECURSIVE, ctypes.byref(attributes), 32)


def drop_capabilities() -> None:
    """Give up every privilege, for good."""
    for capability in range(64):
        if _libc().prctl(PR_CAPBSET_DROP, ctypes.c_ulong(capability), 0, 0, 0):
            break  # the kernel knows no more of them, or we had none to begin with
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
    call("capset", ctypes.byref(header), ctypes.byref((ctypes.c_uint32 * 6)()))


class Timer:
    """A timer of the kernel that kills this process; nothing the process does can make it late.

    Timers count as pending signals of the user. If others have used those up, there is none, and the arena's own kill,
    a moment later, has to do.
    """

    def __init__(self) -> None:
        self._number: ctypes.c_int | None = ctypes.c_int()
        event = (ctypes.c_int * 16)(0, 0, signal.SIGKILL)  # value (2 words), signal, how: 0 is "as a signal"
        try:
            call("timer_create", _CLOCK_MONOTONIC, ctypes.byref(event), ctypes.byref(self._number))
        except BlockingIOError:
            self._number = None

    def arm(self, deadline: int) -> None:
        """Kill at this moment: nanoseconds on the monotonic clock."""
        if self._number is None:
            return
        when = (ctypes.c_int64 * 4)(0, 0, *divmod(deadline, 1_000_000_000))
        call("timer_settime", self._number.value, _TIMER_ABSTIME, ctypes.byref(when), None)


def threads_of(process: int) -> list[str]:
    """The threads of a process; none if it is gone."""
    try:
        return os.listdir(f"/proc/{process}/task")
    except OSError:
        return []


def sealed_memory(name: str, size: int) -> int:
    """A descriptor of new memory to share, which nobody can make larger or smaller."""
    import fcntl

    memory = os.memfd_create(name, os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    os.ftruncate(memory, size)
    fcntl.fcntl(memory, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SEAL)
    return memory


def children_of(process: int) -> list[int]:
    """The children of a process, dead ones that nobody waited for included."""
    found: list[int] = []
    try:
        for thread in threads_of(process):
            with open(f"/proc/{process}/task/{thread}/children") as file:
                found += map(int, file.read().split())
    except FileNotFoundError:
        if os.path.exists(f"/proc/{process}"):
            return _children_by_search(process)
    except ProcessLookupError:
        pass
    return found


def _children_by_search(process: int) -> list[int]:
    """The same on kernels without a list of children."""
    processes = map(int, filter(str.isdecimal, os.listdir("/proc")))
    return [other for other in processes if _stat(f"/proc/{other}/stat")[1:2] == [str(process)]]


def is_alive(process: int) -> bool:
    """Whether a process runs, or could: not one that is dead and waits to be collected.

    One whose first thread has ended looks dead, but its other threads may run.
    """
    return any(_state(thread) not in "ZX" for thread in glob.glob(f"/proc/{process}/task/*/stat"))


def _state(file: str) -> str:
    """The letter for what a process or thread is doing; X if there is none."""
    return (_stat(file) or ["X"])[0]


def _stat(file: str) -> list[str]:
    """What the kernel tells of a process or thread behind its name; nothing if there is none."""
    return text(file).rpartition(")")[2].split()


def text(file: str) -> str:
    """What is in a file of the kernel's, or nothing. Names in it may be any bytes."""
    try:
        with open(file, errors="replace") as opened:
            return opened.read()
    except OSError:
        return ""


def wait_until_dead(file: int, seconds: float) -> bool:
    """Whether the process of this pidfd is dead, after waiting so long for it at most: to a few hundredths of a ms."""
    prctl(PR_SET_TIMERSLACK, 1)  # nanoseconds; the usual 50,000 are to save energy
    entry = ctypes.create_string_buffer(struct.pack("ihh", file, select.POLLIN, 0))
    end = time.monotonic_ns() + max(0, int(seconds * 1e9))
    while True:
        left = (ctypes.c_int64 * 2)(*divmod(max(0, end - time.monotonic_ns()), 1_000_000_000))
        found = _libc().ppoll(entry, ctypes.c_ulong(1), ctypes.byref(left), None)
        if found >= 0 or ctypes.get_errno() != errno.EINTR:
            return _check("ppoll", found) > 0


def be_prompt() -> None:
    """Have this thread woken up at once also if others are busy, as far as the machine gives that.

    It gets no more of a core by it, only smaller pieces, and sooner. A process that it starts is as any other.
    """
    with contextlib.suppress(OSError):
        priority = os.getpriority(os.PRIO_PROCESS, 0)
        asked = struct.pack("=IIQiIQQQ", 48, 0, _RESET_ON_FORK, priority, 0, _SLICE, 0, 0)
        call("sched_setattr", 0, ctypes.c_char_p(asked), 0)


def cpu_seconds(process: int) -> float:
    """How long a process has computed, all its threads together; 0 if it is gone."""
    try:
        return time.clock_gettime(~process << 3 | 2)  # as clock_getcpuclockid makes it
    except OSError:
        return 0.0


class Spent(NamedTuple):
    """Seconds of a process's first thread: how long it computed, and could have but had to wait for a core."""

    computed: float
    waited: float


def spent(process: int) -> Spent:
    """What the process has spent so far; nothing if that is unknown."""
    words = text(f"/proc/{process}/schedstat").split()
    return Spent(*(int(word) / 1e9 for word in words[:2])) if words else Spent(0.0, 0.0)


def waited_seconds(process: int) -> float:
    """How long a process (its first thread) could have computed but had to wait for a core; 0 if unknown."""
    return spent(process).waited


def exit_code_of(process: int) -> int | None:
    """How a dead process that nobody waited for has ended (negative: by a signal); None if that is unknown."""
    try:
        return os.waitstatus_to_exitcode(int(_stat(f"/proc/{process}/stat")[-1]) & 0xFF7F)
    except (IndexError, ValueError):
        return None


def in_words(code: int | None) -> str:
    """How a process ended, from its exit code; negative: by a signal."""
    if code is None:
        return "ended"
    if code >= 0:
        return f"ended with code {code}"
    try:
        return f"was ended by {signal.Signals(-code).name}"
    except ValueError:
        return f"was ended by signal {-code}"


def out_of_memory_kills() -> int:
    """How many processes the kernel has killed so far for want of memory, on this machine."""
    lines = text("/proc/vmstat").splitlines()
    return next((int(line.split()[1]) for line in lines if line.startswith("oom_kill ")), 0)


def stalled_seconds() -> float:
    """How long processes of this machine have waited for memory so far: for what was swapped out, or to get any."""
    words = text("/proc/pressure/memory").partition("\n")[0].rpartition("total=")[2]
    return int(words) / 1e6 if words.isdecimal() else 0.0


def _check(name: str, answer: int) -> int:
    if answer < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")
    return answer
