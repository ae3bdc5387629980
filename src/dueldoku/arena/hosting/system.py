"""The calls of Linux that Python does not offer, through ctypes. Each raises OSError with the call's name.

Importing this is harmless anywhere; calling is for Linux on the processors in ``NUMBERS``.
"""

from __future__ import annotations

import ctypes
import glob
import os
import platform
import select
import signal
import time
from functools import cache

# Each call's number on x86_64 and on aarch64; None where there is no such call.
NUMBERS: dict[str, tuple[int | None, int | None]] = {
    "accept": (43, 202), "accept4": (288, 242), "acct": (163, 89), "add_key": (248, 217), "adjtimex": (159, 171),
    "bind": (49, 200), "bpf": (321, 280), "capset": (126, 91), "chmod": (90, None), "chown": (92, None),
    "chroot": (161, 51), "clock_adjtime": (305, 266), "clock_settime": (227, 112), "clone": (56, 220),
    "clone3": (435, 435), "connect": (42, 203), "delete_module": (176, 106), "execve": (59, 221),
    "execveat": (322, 281), "fanotify_init": (300, 262), "fchmod": (91, 52), "fchmodat": (268, 53),
    "fchmodat2": (452, 452), "fchown": (93, 55), "fchownat": (260, 54), "finit_module": (313, 273),
    "fork": (57, None), "fremovexattr": (199, 16), "fsconfig": (431, 431), "fsetxattr": (190, 7),
    "fsmount": (432, 432), "fsopen": (430, 430), "fspick": (433, 433), "init_module": (175, 105),
    "io_uring_enter": (426, 426), "io_uring_register": (427, 427), "io_uring_setup": (425, 425),
    "ioperm": (173, None), "iopl": (172, None), "ioprio_set": (251, 30), "kcmp": (312, 272),
    "kexec_file_load": (320, 294), "kexec_load": (246, 104), "keyctl": (250, 219), "kill": (62, 129),
    "landlock_add_rule": (445, 445), "landlock_create_ruleset": (444, 444), "landlock_restrict_self": (446, 446),
    "lchown": (94, None), "listen": (50, 201), "lremovexattr": (198, 15), "lsetxattr": (189, 6),
    "memfd_create": (319, 279), "memfd_secret": (447, 447), "migrate_pages": (256, 238), "mount": (165, 40),
    "mount_setattr": (442, 442), "move_mount": (429, 429), "move_pages": (279, 239), "mq_open": (240, 180),
    "msgget": (68, 186), "open_by_handle_at": (304, 265), "open_tree": (428, 428), "perf_event_open": (298, 241),
    "pidfd_getfd": (438, 438), "pidfd_send_signal": (424, 424), "pivot_root": (155, 41), "prctl": (157, 167),
    "prlimit64": (302, 261), "process_madvise": (440, 440), "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271), "ptrace": (101, 117), "quotactl": (179, 60), "reboot": (169, 142),
    "removexattr": (197, 14), "request_key": (249, 218), "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240), "sched_setaffinity": (203, 122), "sched_setattr": (314, 274),
    "sched_setparam": (142, 118), "sched_setscheduler": (144, 119), "semget": (64, 190), "setdomainname": (171, 162),
    "sethostname": (170, 161), "setns": (308, 268), "setpriority": (141, 140), "settimeofday": (164, 170),
    "setrlimit": (160, 164),
    "setxattr": (188, 5), "shmget": (29, 194), "socket": (41, 198), "swapoff": (168, 225), "swapon": (167, 224),
    "syslog": (103, 116), "tgkill": (234, 131), "timer_create": (222, 107), "timer_delete": (226, 111),
    "timer_settime": (223, 110), "tkill": (200, 130), "truncate": (76, 45), "umount2": (166, 39),
    "unshare": (272, 97), "userfaultfd": (323, 282), "vfork": (58, None),
}  # fmt: skip
_MACHINES = ("x86_64", "aarch64")

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_SECCOMP, PR_CAPBSET_DROP = 1, 4, 22, 24
PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 36, 38
NEW_MOUNTS, NEW_IPC, NEW_USER, NEW_PIDS, NEW_NET = 0x00020000, 0x08000000, 0x10000000, 0x20000000, 0x40000000
MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REC, MS_PRIVATE = 2, 4, 8, 1 << 14, 1 << 18
_CLOCK_MONOTONIC, _TIMER_ABSTIME = 1, 1
_AT_FDCWD, _AT_RECURSIVE, _MOUNT_ATTR_RDONLY = -100, 0x8000, 1
_CAPABILITY_VERSION = 0x20080522


@cache
def machine() -> str:
    """The processor, if its calls are known here; else an empty text."""
    name = platform.machine()
    return name if name in _MACHINES else ""


@cache
def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


@cache
def number_of(name: str) -> int | None:
    """A call's number on this processor."""
    return NUMBERS[name][_MACHINES.index(platform.machine())]


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
    """A timer of the kernel that kills this process; nothing the process does can make it late."""

    def __init__(self) -> None:
        self._number = ctypes.c_int()
        event = (ctypes.c_int * 16)(0, 0, signal.SIGKILL)  # value (2 words), signal, how: 0 is "as a signal"
        call("timer_create", _CLOCK_MONOTONIC, ctypes.byref(event), ctypes.byref(self._number))

    def arm(self, deadline: int) -> None:
        """Kill at this moment: nanoseconds on the monotonic clock."""
        when = (ctypes.c_int64 * 4)(0, 0, *divmod(deadline, 1_000_000_000))
        call("timer_settime", self._number.value, _TIMER_ABSTIME, ctypes.byref(when), None)


def children_of(process: int) -> list[int]:
    """The children of a process, dead ones that nobody waited for included."""
    found: list[int] = []
    try:
        for thread in os.listdir(f"/proc/{process}/task"):
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
    """Whether a process runs, or could: not one that is dead and waits to be collected."""
    return _state(f"/proc/{process}/stat") not in "ZX"


def wait_until_stopped(process: int, seconds: float) -> bool:
    """Whether all threads of the process are stopped or dead, after waiting so long for it at most.

    A signal to stop is on its way for a moment, and longer on a busy machine.
    """
    end = time.monotonic() + seconds
    while any(_state(thread) not in "TtZX" for thread in glob.glob(f"/proc/{process}/task/*/stat")):
        if time.monotonic() > end:
            return False
        time.sleep(0.0002)
    return True


def _state(file: str) -> str:
    """The letter for what a process or thread is doing; X if there is none."""
    return (_stat(file) or ["X"])[0]


def _stat(file: str) -> list[str]:
    """What the kernel tells of a process or thread behind its name; nothing if there is none."""
    return _text(file).rpartition(")")[2].split()


def _text(file: str) -> str:
    """What is in a file of the kernel's, or nothing."""
    try:
        with open(file) as opened:
            return opened.read()
    except OSError:
        return ""


def wait_until_dead(file: int, seconds: float) -> bool:
    """Whether the process of this pidfd is dead, after waiting so long for it at most."""
    poll = select.poll()
    poll.register(file, select.POLLIN)
    return bool(poll.poll(max(0.0, seconds * 1000)))


def cpu_seconds(process: int) -> float:
    """How long a process has computed, all its threads together; 0 if it is gone."""
    try:
        return time.clock_gettime(~process << 3 | 2)  # as clock_getcpuclockid makes it
    except OSError:
        return 0.0


def waited_seconds(process: int) -> float:
    """How long a process (its first thread) could have computed but had to wait for a core; 0 if unknown."""
    words = _text(f"/proc/{process}/schedstat").split()
    return int(words[1]) / 1e9 if words else 0.0


def exit_of(process: int) -> str:
    """How a dead process that nobody waited for has ended, in words."""
    try:
        return in_words(os.waitstatus_to_exitcode(int(_stat(f"/proc/{process}/stat")[-1]) & 0xFF7F))
    except (IndexError, ValueError):
        return "ended"


def in_words(code: int) -> str:
    """How a process ended, from its exit code; negative: by a signal."""
    if code >= 0:
        return f"ended with code {code}"
    try:
        return f"was ended by {signal.Signals(-code).name}"
    except ValueError:
        return f"was ended by signal {-code}"


def out_of_memory_kills() -> int:
    """How many processes the kernel has killed so far for want of memory, on this machine."""
    lines = _text("/proc/vmstat").splitlines()
    return next((int(line.split()[1]) for line in lines if line.startswith("oom_kill ")), 0)


def _check(name: str, answer: int) -> int:
    if answer < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")
    return answer
