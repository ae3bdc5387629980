"""Takes all there is of something that is counted per user, and keeps it while the others play."""

import contextlib
import ctypes
import os
import platform
import select
import signal
import socket
import threading
import time

from dueldoku.agents.base import Agent as Base

libc = ctypes.CDLL(None, use_errno=True)
X86 = platform.machine() == "x86_64"
MOST = 20_000  # tries


def call(x86, arm, *arguments):
    wide = [ctypes.c_long(one) if isinstance(one, int) else one for one in arguments]
    answer = libc.syscall(ctypes.c_long(x86 if X86 else arm), *wide)
    if answer < 0:
        raise OSError(ctypes.get_errno(), "no more")
    return answer


def timers():
    call(222, 107, 1, None, ctypes.byref(ctypes.c_int()))


def queued_signals():
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGRTMIN])
    call(62, 129, os.getpid(), signal.SIGRTMIN)


def signals_to_helpers():
    if os.fork() == 0:
        signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 32))
        for number in range(1, 32):
            if number not in (signal.SIGKILL, signal.SIGSTOP):
                os.kill(os.getpid(), number)
        time.sleep(20)
        os._exit(0)


def inotify():
    call(294, 26, 0)


def epoll():
    watcher, ends = select.epoll(), os.pipe()
    for descriptor in range(3, ends[1] + 1):
        with contextlib.suppress(OSError):  # not all can be watched
            watcher.register(descriptor)
    return watcher, ends


def pipes():
    return os.pipe()


def sockets():
    one, other = socket.socketpair()
    one.setblocking(False)
    with contextlib.suppress(BlockingIOError):
        while True:
            one.send(bytes(1 << 16))
    return one, other


def descriptors_in_flight():
    one, other = socket.socketpair()
    socket.send_fds(one, [b"x"], [0] * 200)
    return one, other


def locked_memory():
    page = ctypes.create_string_buffer(1 << 16)
    call(149, 228, page, 1 << 16)
    return page


def threads():
    threading.Thread(target=time.sleep, args=(20,), daemon=True).start()
    if threading.active_count() > 100:
        raise OSError


KEPT = []


class Agent(Base):
    def __init__(self, what: str = ""):
        with contextlib.suppress(OSError, RuntimeError):
            KEPT.extend(globals()[what]() for _ in range(20 if "helpers" in what else MOST))
        print(f"took {len(KEPT)}")

    def think(self, game, task):
        task.propose(next(game.legal_moves()))
