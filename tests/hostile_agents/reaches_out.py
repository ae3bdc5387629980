"""Tries every call that leads out of its cage, or to what it shares with others, and tells which were let."""

import contextlib
import ctypes
import errno
import fcntl
import mmap
import os
import platform
import signal
import socket
import struct
import sys

import dueldoku
from dueldoku.agents.base import Agent as Base

libc = ctypes.CDLL(None, use_errno=True)
X86 = platform.machine() == "x86_64"
F_SETLEASE, F_NOTIFY, F_SETPIPE_SZ, F_SETSIG = 1024, 1026, 1031, 10
CLONE_VFORK, CLONE_PARENT, CLONE_NEWUSER, SIGCHLD = 0x4000, 0x8000, 0x10000000, 17
MADV_PAGEOUT = 21
UNUSED = os.path.join(os.path.dirname(ctypes.__file__), "_aix.py")  # so no other process holds it in memory
OURS = dueldoku.__file__  # it may be read, and belongs to the user who runs the arena


def call(x86, arm, *arguments):
    """A system call by its number; raises OSError if it fails."""
    wide = [ctypes.c_long(one) if isinstance(one, int) else one for one in arguments]
    answer = libc.syscall(ctypes.c_long(x86 if X86 else arm), *wide)
    if answer < 0:
        raise OSError(ctypes.get_errno(), "denied")
    return answer


def send_datagram(outside):
    one, _ = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    one.sendto(b"hello", outside)


def send_on_the_way_of_a_stream(outside):
    one, _ = socket.socketpair()
    for step in (lambda: one.sendmsg([b"hello"], [], 0, outside), lambda: one.sendto(b"hello", outside)):
        with contextlib.suppress(PermissionError):
            step()
            return
    raise PermissionError


def send_descriptors(_):
    one, _ = socket.socketpair()
    socket.send_fds(one, [b"x"], [0])


def ask_for(descriptor_of, command, argument):
    descriptor = os.open(descriptor_of, os.O_RDONLY)
    fcntl.fcntl(descriptor, command, argument)


def clone(flags):
    if call(56, 220, flags | SIGCHLD, 0, 0, 0, 0) == 0:
        os._exit(0)


def be_late_after_its_parent(_):
    if libc.prctl(1, 0, 0, 0, 0):
        raise PermissionError


def hide_its_memory(_):
    if libc.prctl(4, 0, 0, 0, 0):
        raise PermissionError


def leave_its_session(_):
    before = os.getsid(0)
    with contextlib.suppress(OSError):
        os.setsid()
        os.setpgid(0, 0)
    if os.getsid(0) == before:
        raise PermissionError


def keep_attributes(bait):
    os.setxattr(bait, "user.bait", b"1")


def write_directly(_):
    fcntl.fcntl(1, fcntl.F_SETFL, os.O_DIRECT | os.O_APPEND)


def lock_memory(_):
    pages = mmap.mmap(-1, mmap.PAGESIZE, flags=mmap.MAP_PRIVATE)
    call(149, 228, ctypes.c_void_p(ctypes.addressof(ctypes.c_char.from_buffer(pages))), mmap.PAGESIZE)


def flags_of(path, command):
    words = (ctypes.c_long * 1)()
    fcntl.ioctl(os.open(path, os.O_RDONLY), command, words)


def is_in_memory(file):
    try:
        return os.preadv(file.fileno(), [bytearray(1)], 0, os.RWF_NOWAIT) == 1
    except OSError:
        return False


def drop_what_others_read(drop):
    with open(UNUSED, "rb") as file:
        file.read()
        if not is_in_memory(file):  # the machine does not tell
            raise PermissionError
        drop(file)
        if is_in_memory(file):
            raise PermissionError


def unmap(file):
    with mmap.mmap(file.fileno(), 0, mmap.MAP_PRIVATE, mmap.PROT_READ) as mapped:
        mapped[0]
        mapped.madvise(MADV_PAGEOUT)


def handle(bait):
    call(303, 264, -100, ctypes.c_char_p(bait.encode()), (ctypes.c_int * 64)(128), (ctypes.c_int * 2)(), 0)


CODE = (ctypes.c_char * 8).from_buffer_copy(b"\x06\0\0\0\0\0\xff\x7f")  # allows everything
FILTER = struct.pack("@HP", 1, ctypes.addressof(CODE))


def filter_by_prctl(_):
    if libc.prctl(22, 2, ctypes.c_char_p(FILTER), 0, 0):
        raise PermissionError


def call_what_is_new(_):
    try:
        call(460, 460, 0)
    except OSError as error:
        if error.errno == errno.ENOSYS:
            raise PermissionError from None
        raise AssertionError(error) from None


TRIES = {
    "datagram to a socket outside": lambda bait: send_datagram(bait + ".socket"),
    "stream to a socket outside": lambda bait: send_on_the_way_of_a_stream(bait + ".socket"),
    "descriptors in flight": send_descriptors,
    "socket": lambda _: socket.socket(socket.AF_UNIX),
    "times of a file outside": lambda bait: os.utime(bait, (1, 1)),
    "mode of a file outside": lambda bait: os.chmod(bait, 0o600),
    "attributes of a file outside": keep_attributes,
    "inotify": lambda _: call(294, 26, 0),
    "fanotify": lambda _: call(300, 262, 0, 0),
    "dnotify": lambda _: ask_for(os.path.dirname(OURS), F_NOTIFY, 2),
    "lease": lambda _: ask_for(OURS, F_SETLEASE, fcntl.F_RDLCK),
    "signal on input": lambda _: ask_for(OURS, F_SETSIG, signal.SIGUSR1),
    "flags of our file": lambda _: flags_of(OURS, 0x80086601),
    "larger pipe": lambda _: fcntl.fcntl(os.pipe()[0], F_SETPIPE_SZ, 1 << 20),
    "direct output": write_directly,
    "io_uring": lambda _: call(425, 425, 1, (ctypes.c_char * 120)()),
    "aio": lambda _: call(206, 0, 1, ctypes.byref(ctypes.c_long())),
    "memory without an owner": lambda _: os.memfd_create("x"),
    "shared memory without a file": lambda _: mmap.mmap(-1, mmap.PAGESIZE),
    "reserved pages": lambda _: mmap.mmap(-1, 2 << 20, flags=mmap.MAP_PRIVATE | 0x40000),
    "shared memory": lambda _: call(29, 194, 0, 4096, 0o1600),
    "message queue": lambda _: call(240, 180, ctypes.c_char_p(b"x"), os.O_CREAT | os.O_RDWR, 0o600, 0),
    "key": lambda _: call(250, 219, 0, -3, 1),
    "locked memory": lock_memory,
    "perf": lambda _: call(298, 241, (ctypes.c_char * 128)(), 0, -1, -1, 0),
    "bpf": lambda _: call(321, 280, 0, (ctypes.c_char * 128)(), 128),
    "userfaultfd": lambda _: call(323, 282, 1),
    "timerfd": lambda _: call(283, 85, 1, 0),
    "real-time priority": lambda _: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)),
    "another kind of scheduling": lambda _: os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0)),
    "smaller slices": lambda _: call(314, 274, 0, (ctypes.c_char * 48)(48), 0),
    "priority of its input": lambda _: call(251, 30, 1, 0, 0),
    "a file that others read": lambda _: drop_what_others_read(lambda file: os.posix_fadvise(file.fileno(), 0, 0, 4)),
    "a mapped file that others read": lambda _: drop_what_others_read(unmap),
    "pages that are merged with others": lambda _: mmap.mmap(-1, 4096, mmap.MAP_PRIVATE).madvise(12),
    "secret memory": lambda _: call(447, 447, 0),
    "memory of another process": lambda _: call(311, 271, 1, 0, 0, 0, 0, 0),
    "advice for another process": lambda _: call(440, 440, -1, 0, 0, 0, 0),
    "a descriptor of another process": lambda _: call(438, 438, -1, 0, 0),
    "a filter for one thread": lambda _: call(317, 277, 1, 0, ctypes.c_char_p(FILTER)),
    "a filter for all threads": lambda _: call(317, 277, 1, 1, ctypes.c_char_p(FILTER)),
    "a filter by the older call": filter_by_prctl,
    "a filter that asks": lambda _: call(317, 277, 1, 1 | 8, None),
    "only to read and write": lambda _: call(317, 277, 0, 0, None),
    "queued signal": lambda _: call(129, 138, os.getpid(), signal.SIGRTMIN, (ctypes.c_char * 128)()),
    "real-time signal": lambda _: call(62, 129, os.getpid(), signal.SIGRTMIN + 1),
    "clone in the way of vfork": lambda _: clone(CLONE_VFORK),
    "clone as a sibling": lambda _: clone(CLONE_PARENT),
    "clone with a user namespace": lambda _: clone(CLONE_NEWUSER),
    "clone3": lambda _: call(435, 435, (ctypes.c_char * 88)(), 88),
    "unshare": lambda _: call(272, 97, CLONE_NEWUSER),
    "outlive the parent": be_late_after_its_parent,
    "hide its memory": hide_its_memory,
    "own session": leave_its_session,
    "pin itself": lambda _: os.sched_setaffinity(0, os.sched_getaffinity(0)),
    "personality": lambda _: call(135, 92, 0x40000),
    "flush all disks": lambda _: call(306, 267, 1),
    "splice": lambda _: call(276, 77, os.pipe()[0], os.pipe()[1], 1, 0),
    "handle of a file": handle,
    "read the memory of the first": lambda _: call(310, 270, 1, 0, 0, 0, 0, 0),
    "trace": lambda _: call(101, 117, 0, 0, 0, 0),
    "compare processes": lambda _: call(312, 272, os.getpid(), os.getpid(), 0, 0, 0),
    "a pidfd": lambda _: os.pidfd_open(os.getpid()),
    "user": lambda _: call(105, 146, os.getuid()),
    "group list": lambda _: call(116, 159, 0, None),
    "a call that nobody knows": call_what_is_new,
    "a program": lambda _: os.execv(sys.executable, [sys.executable, "-c", ""]),
}  # fmt: skip


class Agent(Base):
    def __init__(self, bait: str = ""):
        self.bait = bait
        assert os.path.basename(bait).startswith("bait")
        self.let = [f"{one}, at the start" for one in self.attempt(TRIES)]

    def think(self, game, task):
        self.let += self.attempt(TRIES)
        if self.let:
            raise AssertionError("; ".join(self.let))
        task.propose(next(game.legal_moves()))

    def attempt(self, names):
        let = []
        for name in names:
            try:
                TRIES[name](self.bait)
            except OSError as error:
                if error.errno in (errno.EFAULT, errno.EINVAL, errno.EBADF, errno.ENOENT, errno.ENOTDIR):
                    let.append(f"{name}, but for its arguments: {error.strerror}")
            else:
                let.append(name)
        return let
