"""Filters of system calls: small programs that the kernel runs before each call of this process and of its children.

A filter stays for ever; another one only adds to it. A forbidden call fails with "operation not permitted", as if the
user had not the right to it, so an agent gets an exception and not a mystery.
"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Iterable

from dueldoku.arena.hosting import system

NETWORK = ("socket", "bind", "connect", "listen", "accept", "accept4")
PROGRAMS = ("execve", "execveat")
OTHERS = (  # looking into, or meddling with, other processes
    "kcmp", "migrate_pages", "move_pages", "pidfd_getfd", "process_madvise", "process_vm_readv", "process_vm_writev",
    "ptrace",
)  # fmt: skip
PRIORITY = ("ioprio_set", "sched_setaffinity", "sched_setattr", "sched_setparam", "sched_setscheduler", "setpriority")
KERNEL = (
    "acct", "add_key", "adjtimex", "bpf", "chroot", "clock_adjtime", "clock_settime", "delete_module", "fanotify_init",
    "finit_module", "fsconfig", "fsmount", "fsopen", "fspick", "init_module", "io_uring_enter", "io_uring_register",
    "io_uring_setup", "ioperm", "iopl", "kexec_file_load", "kexec_load", "keyctl", "mount", "mount_setattr",
    "move_mount", "open_by_handle_at", "open_tree", "perf_event_open", "pivot_root", "quotactl", "reboot",
    "request_key", "setdomainname", "sethostname", "setns", "settimeofday", "swapoff", "swapon", "syslog", "umount2",
    "unshare", "userfaultfd",
)  # fmt: skip
MEMORY = ("memfd_create", "memfd_secret", "mq_open", "msgget", "semget", "shmget")  # outside the address space's limit
# For want of a better layer: signals where Landlock cannot bound them, modes and owners where mounts are writable.
SIGNALS = ("kill", "pidfd_send_signal", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "tgkill", "tkill")
MODES = (
    "chmod", "chown", "fchmod", "fchmodat", "fchmodat2", "fchown", "fchownat", "fremovexattr", "fsetxattr", "lchown",
    "lremovexattr", "lsetxattr", "removexattr", "setxattr",
)  # fmt: skip
FORBIDDEN = NETWORK + PROGRAMS + OTHERS + PRIORITY + KERNEL + MEMORY
TIMERS = ("timer_delete", "timer_settime")

_CLONE_THREAD = 0x00010000
_CLONE_NEW = 0x7E020080  # a namespace of any kind
_EPERM, _ENOSYS = 1, 38
_RLIMIT_CPU = 0
_ARCHITECTURE = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_X32 = 0x40000000  # the other numbering of calls on x86_64
# Instructions: load a word of the call's description, compare it, answer.
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _ANSWER = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _ERROR, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_NUMBER, _MACHINE, _ARGUMENTS = 0, 4, 16  # where they stand in the description

_INSTRUCTION = struct.Struct("=HBBI")
Instruction = tuple[int, int, int, int]  # what, how far to jump if so, and if not, the operand


def forbid(calls: Iterable[str]) -> list[Instruction]:
    """Instructions that forbid these calls."""
    return [step for name in calls for step in _deny(name)]


def forbid_namespaces() -> list[Instruction]:
    """Forbid new namespaces. What ``clone3`` asks for cannot be seen, so it is said not to exist."""
    return [*_deny("clone3", _ENOSYS), *_deny_if("clone", 0, _ANY_BIT, _CLONE_NEW)]


def forbid_processes() -> list[Instruction]:
    """Forbid new processes, not new threads, and to outlive the parent."""
    return [
        *forbid(("fork", "vfork")),
        *_deny_if("clone", 0, _ANY_BIT, _CLONE_THREAD, unless=True),
        *_deny_if("prctl", 0, _EQUAL, system.PR_SET_PDEATHSIG),
    ]


def forbid_limits() -> list[Instruction]:
    """Forbid to set limits of other processes, and a limit on computing: the kernel's kill would look like ours."""
    return [
        *_deny_if("prlimit64", 0, _EQUAL, 0, unless=True),
        *_deny_if("prlimit64", 1, _EQUAL, _RLIMIT_CPU),
        *_deny_if("setrlimit", 0, _EQUAL, _RLIMIT_CPU),
    ]


def program(steps: list[Instruction]) -> bytes:
    """A filter of these instructions, as the kernel reads it. Raises OSError where there is none."""
    machine = system.machine()
    if not machine:
        raise OSError(_ENOSYS, "no filter of system calls for this processor")
    whole = [
        (_LOAD, 0, 0, _MACHINE),
        (_EQUAL, 1, 0, _ARCHITECTURE[machine]),
        (_ANSWER, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
        *([(_AT_LEAST, 0, 1, _X32), (_ANSWER, 0, 0, _ERROR | _EPERM)] if machine == "x86_64" else []),
        *steps,
        (_ANSWER, 0, 0, _ALLOW),
    ]
    return b"".join(_INSTRUCTION.pack(*step) for step in whole)


def install(code: bytes) -> None:
    """Put a program into force, for good. Needs no_new_privs. Raises OSError."""
    whole = _Program(len(code) // _INSTRUCTION.size, code)
    system.prctl(system.PR_SET_SECCOMP, 2, ctypes.byref(whole))


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_char_p))


def _deny(name: str, error: int = _EPERM) -> list[Instruction]:
    number = system.number_of(name)
    return [] if number is None else [(_EQUAL, 0, 1, number), (_ANSWER, 0, 0, _ERROR | error)]


def _deny_if(name: str, argument: int, test: int, value: int, *, unless: bool = False) -> list[Instruction]:
    """Forbid a call if (or unless) the low word of one of its arguments passes a test."""
    number = system.number_of(name)
    if number is None:
        return []
    return [
        (_EQUAL, 0, 4, number),
        (_LOAD, 0, 0, _ARGUMENTS + 8 * argument),
        (test, 1, 0, value) if unless else (test, 0, 1, value),
        (_ANSWER, 0, 0, _ERROR | _EPERM),
        (_LOAD, 0, 0, _NUMBER),
    ]
