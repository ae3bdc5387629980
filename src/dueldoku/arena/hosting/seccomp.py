"""Filters of system calls: small programs that the kernel runs before each call of this process and of its children.

What Python, NumPy, SciPy, Numba and torch need is allowed, by name and for a reason: ``NEEDED``, and ``_IF`` where it
depends on the arguments. All else is forbidden. A forbidden call fails with "operation not permitted", as if the user
had not the right to it, so an agent gets an exception and not a mystery; or with what makes libraries do without it
(``_ANSWERS``). There is one filter for all processes of an agent, and it forbids others: each costs the kernel memory
that nobody can count, and thousands that end at once have stopped Linux 6.18 for good.
"""

from __future__ import annotations

import ctypes
import errno
import signal
import struct
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from dueldoku.arena.hosting import system
from dueldoku.arena.hosting.calls import NEWEST

NEEDED = {  # the reason, and the calls
    "reading and writing what it may open: Landlock and the mounts decide what that is": (
        "close", "close_range", "copy_file_range", "creat", "dup", "dup2", "dup3", "fallocate",
        "fdatasync", "fsync", "ftruncate", "lseek", "open", "openat", "pread64", "preadv", "preadv2",
        "pwrite64", "pwritev", "pwritev2", "read", "readv", "sendfile", "umask", "write", "writev",
    ),
    "finding files, and making them in its working directory": (
        "access", "chdir", "faccessat", "faccessat2", "fchdir", "fstat", "fstatfs", "getcwd", "getdents", "getdents64",
        "link", "linkat", "lstat", "mkdir", "mkdirat", "newfstatat", "readlink", "readlinkat", "rename", "renameat",
        "renameat2", "rmdir", "stat", "statfs", "statx", "symlink", "symlinkat", "unlink", "unlinkat",
    ),
    "memory of its own": ("brk", "membarrier", "mprotect", "mremap", "msync", "munmap"),
    "threads and processes": (
        "arch_prctl", "exit", "exit_group", "fork", "futex", "futex_requeue", "futex_wait", "futex_waitv", "futex_wake",
        "getpgid", "getpgrp", "getpid", "getppid", "getsid", "gettid", "rseq", "set_robust_list", "set_tid_address",
        "wait4", "waitid",
    ),
    "seeing how it is scheduled": (
        "getcpu", "getpriority", "sched_get_priority_max", "sched_get_priority_min", "sched_getaffinity",
        "sched_getparam", "sched_getscheduler", "sched_yield",
    ),
    "handling signals": (
        "pause", "restart_syscall", "rt_sigpending", "rt_sigprocmask", "rt_sigreturn", "rt_sigsuspend",
        "rt_sigtimedwait", "sigaltstack",
    ),
    "the clock; timers of the kernel are for the one that ends a turn": (
        "alarm", "clock_getres", "clock_gettime", "clock_nanosleep", "getitimer", "gettimeofday", "nanosleep",
        "setitimer", "time", "timer_create", "timer_delete", "timer_settime", "times",
    ),
    "talking between its threads, and to the arena over the lines that it was given": (
        "epoll_create", "epoll_create1", "epoll_ctl", "epoll_pwait", "epoll_pwait2", "epoll_wait", "eventfd",
        "eventfd2", "getpeername", "getsockname", "getsockopt", "pipe", "pipe2", "poll", "ppoll", "pselect6",
        "recvfrom", "recvmsg", "select", "shutdown",
    ),
    "knowing who and where it is": (
        "capget", "getegid", "geteuid", "getgid", "getgroups", "getrandom", "getresgid", "getresuid", "getrlimit",
        "getrusage", "getuid", "sysinfo", "uname",
    ),
}  # fmt: skip
# Allowed only where another layer bounds them: see the cage.
MODES = (
    "chmod", "chown", "fchmod", "fchmodat", "fchmodat2", "fchown", "fchownat", "futimesat", "lchown", "utime",
    "utimensat", "utimes",
)  # fmt: skip
SIGNALS = ("kill", "tgkill", "tkill")
DOMAINS = ("landlock_create_ruleset", "landlock_restrict_self")

_ANSWERS = {  # calls that are answered otherwise than with EPERM
    # Done, it seems. But others may lock what it may read, and want it in memory; and in one session the scheduler
    # takes all of it for one.
    0: ("fadvise64", "flock", "readahead", "setpgid", "setsid"),
    errno.ENOSYS: ("clone3", "openat2"),  # libraries know an older way
    errno.ENOTSUP: (
        "fgetxattr", "flistxattr", "fremovexattr", "fsetxattr", "getxattr", "lgetxattr", "listxattr", "llistxattr",
        "lremovexattr", "lsetxattr", "removexattr", "setxattr",
    ),
}  # fmt: skip

_ARCHITECTURE = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_X32 = 0x40000000  # the other numbering of calls on x86_64
# Instructions: load a word of the call's description, keep some of its bits, compare it, answer.
_LOAD, _AND, _EQUAL, _AT_LEAST, _ANY_BIT, _ANSWER = 0x20, 0x54, 0x15, 0x35, 0x45, 0x06
_ALLOW, _ERROR, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_NUMBER, _MACHINE, _ARGUMENTS = 0, 4, 16  # where they stand in the description

_INSTRUCTION = struct.Struct("=HBBI")
Instruction = tuple[int, int, int, int]  # what, how far to jump if so, and if not, the operand
_YES = (_ANSWER, 0, 0, _ALLOW)


class _Test(NamedTuple):
    """Whether the low word of an argument (n + 0.5: its high word), masked, is one of these values, or is not."""

    argument: float
    values: Sequence[int]
    mask: int = 0xFFFFFFFF
    how: int = _EQUAL
    wanted: bool = True

    def compile(self, rest: int) -> list[Instruction]:
        """Go on if the answer is the wanted one, else jump over the ``rest``."""
        code: list[Instruction] = [(_LOAD, 0, 0, _ARGUMENTS + int(8 * self.argument)), (_AND, 0, 0, self.mask)]
        for left, value in zip(reversed(range(len(self.values))), self.values, strict=True):
            if self.wanted:
                code.append((self.how, left, 0 if left else rest, value))
            else:
                code.append((self.how, left + rest, 0, value))
        return code


_CLONE_THREAD = 0x00010000
_CLONE_IDS = 0x01300000  # whether to write down the new one's number, and where
_CLONE_BAD = 0x7E020080 | 0x0080E000  # a namespace of any kind; traced, without its parent waiting, or as its sibling
_F_SETFL, _RLIMIT_CPU, _UNIX, _STREAM, _REAL_TIME = 4, 0, 1, 1, 32
_SOCKET_KIND = 0xF
_ADD_FILTER, _ALL_THREADS = 1, 1
_ANONYMOUS, _HUGE, _PRIVATE, _SHARING = 0x20, 0x40000, 2, 0xF  # memory without a file; reserved pages; shared with whom
_UNUSUAL_FLAGS = 0x4000 | 0x10000 | 0x2000  # O_DIRECT here and there, O_ASYNC
_FCNTL = (0, 1, 2, 3, 5, 36, 1030, 1032, 1033, 1034)  # copies, reading flags, asking for locks, seals
_LOCKING = (6, 7, 37, 38)
_IOCTL = (0x5401, 0x802C542A, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)  # is it a terminal; how much waits; own flags
# How its memory is used, what of it is free, and guards; not that files, which others read, go back to the disk.
_ADVICE = (0, 1, 2, 3, 4, 8, 9, 10, 11, 14, 15, 16, 17, 18, 19, 22, 23, 102, 103)
# Names of threads and mappings, reading, and what a turn's process does to itself.
_PRCTL = (3, 15, 16, 21, 23, 30, system.PR_SET_NO_NEW_PRIVS, 39, 0x53564D41)

_IF: dict[str, tuple[tuple[_Test, ...], ...]] = {  # allowed if all tests of an alternative hold
    "clone": (
        (_Test(0, [_CLONE_THREAD], how=_ANY_BIT), _Test(0, [_CLONE_BAD], how=_ANY_BIT, wanted=False)),
        (_Test(0, [signal.SIGCHLD], mask=0xFFFFFFFF ^ _CLONE_IDS),),  # what fork does, and nothing else
    ),
    "fcntl": (
        (_Test(1, _FCNTL),),  # no leases, no notices, no larger pipes
        (_Test(1, [_F_SETFL]), _Test(2, [_UNUSUAL_FLAGS], how=_ANY_BIT, wanted=False)),
    ),
    "ioctl": ((_Test(1, _IOCTL),),),
    "madvise": ((_Test(2, _ADVICE),),),
    # Shared memory without a file stays when it is unmapped but for a page, and then nobody can count it; files can be.
    "mmap": (
        (_Test(3, [_ANONYMOUS | _HUGE], how=_ANY_BIT, wanted=False),),
        (_Test(3, [_PRIVATE], mask=_SHARING), _Test(3, [_HUGE], how=_ANY_BIT, wanted=False)),
    ),
    "prctl": (
        (_Test(0, _PRCTL),),
        (_Test(0, [system.PR_SET_PDEATHSIG]), _Test(1, [signal.SIGKILL])),  # nobody outlives the parent
    ),
    # No limits for other processes, and none on computing: the kernel's kill would look like ours.
    "prlimit64": (
        (_Test(0, [0]), _Test(1, [_RLIMIT_CPU], wanted=False)),
        (_Test(0, [0]), _Test(2, [0]), _Test(2.5, [0])),  # only to know it
    ),
    # The dead are not to be done without: the kernel keeps an account of what they computed only for who collects them.
    "rt_sigaction": ((_Test(0, [signal.SIGCHLD], wanted=False),), (_Test(1, [0]), _Test(1.5, [0]))),
    "setrlimit": ((_Test(0, [_RLIMIT_CPU], wanted=False),),),
    "sendto": ((_Test(4, [0]), _Test(4.5, [0])),),  # to the other end, and to no other address
    # Of datagrams each could name an address outside. ``sendto`` and ``sendmsg`` would not let it either.
    "socketpair": ((_Test(0, [_UNIX]), _Test(1, [_STREAM], mask=_SOCKET_KIND)),),
    # Signals that queue up are counted per user.
    "kill": ((_Test(1, [_REAL_TIME], how=_AT_LEAST, wanted=False),),),
    "tgkill": ((_Test(2, [_REAL_TIME], how=_AT_LEAST, wanted=False),),),
    "tkill": ((_Test(1, [_REAL_TIME], how=_AT_LEAST, wanted=False),),),
}


def allow(more: Iterable[str] = (), without: Iterable[str] = ()) -> list[Instruction]:
    """Instructions that allow what is needed, and ``more``, and forbid all others, and those ``without``."""
    return [
        *(step for name in without for step in _when(name, [_no()])),
        *(step for calls in (*NEEDED.values(), more) for name in calls for step in _when(name, [_YES])),
        *_seem_to_lock(),
        *(step for name, alternatives in _IF.items() for step in _only(name, alternatives)),
        *(step for error, calls in _ANSWERS.items() for name in calls for step in _when(name, [_no(error)])),
        (_AT_LEAST, 0, 1, NEWEST + 1),
        _no(errno.ENOSYS),  # newer than this list: whoever calls it knows what to do on an older kernel
        _no(),
    ]


def program(steps: list[Instruction]) -> bytes:
    """A filter of these instructions, as the kernel reads it. Raises OSError where there is none."""
    machine = system.machine()
    if not machine:
        raise OSError(errno.ENOSYS, "no filter of system calls for this processor")
    whole = [
        (_LOAD, 0, 0, _MACHINE),
        (_EQUAL, 1, 0, _ARCHITECTURE[machine]),
        (_ANSWER, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
        *([(_AT_LEAST, 0, 1, _X32), _no()] if machine == "x86_64" else []),
        *steps,
        _YES,
    ]
    return b"".join(_INSTRUCTION.pack(*step) for step in whole)


def install(code: bytes) -> None:
    """Put a program into force for all threads of this process, for good. Needs no_new_privs. Raises OSError."""
    whole = _Program(len(code) // _INSTRUCTION.size, code)
    if system.call("seccomp", _ADD_FILTER, _ALL_THREADS, ctypes.byref(whole)):
        raise OSError(errno.EBUSY, "a thread has a filter of its own")


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_char_p))


def _no(error: int = errno.EPERM) -> Instruction:
    return (_ANSWER, 0, 0, _ERROR | error)


def _when(name: str, body: list[Instruction]) -> list[Instruction]:
    """Instructions for one call; they end with an answer, or with its number for what follows."""
    number = system.number_of(name)
    return [] if number is None else [(_EQUAL, 0, len(body), number), *body]


def _seem_to_lock() -> list[Instruction]:
    """Locks of parts of files are granted, it seems; but the kernel keeps nothing, for its memory has no limit.

    Only processes of the same agent, in the same turn, could want the same part.
    """
    steps = [*_Test(1, _LOCKING).compile(1), _no(0), (_LOAD, 0, 0, _NUMBER)]
    return _when("fcntl", steps)


def _only(name: str, alternatives: Iterable[Sequence[_Test]]) -> list[Instruction]:
    """Allow a call if all tests of one of the alternatives hold, else forbid it."""
    body: list[Instruction] = []
    for tests in alternatives:
        steps = [_YES]
        for test in reversed(tests):
            steps = [*test.compile(len(steps)), *steps]
        body += steps
    return _when(name, [*body, _no(errno.ENOTTY if name == "ioctl" else errno.EPERM)])
