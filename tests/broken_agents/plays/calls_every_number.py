"""Makes every system call that it may not make, by its number, and plays only if none is let."""

import ctypes
import errno

from dueldoku.agents.base import Agent as Base
from dueldoku.arena.hosting import seccomp, system

libc = ctypes.CDLL(None, use_errno=True)
X32 = 0x40000000
TRAMPOLINES = (335, 336)  # of the kernel's own probes: no filter sees them, and whoever calls them is ended
GIVEN = (*seccomp.NEEDED.values(), seccomp._IF, seccomp.MODES, seccomp.DOMAINS, seccomp._ANSWERS[0], ("truncate",))
ALLOWED = {system.number_of(name) for names in GIVEN for name in names}


def attempt():
    numbers = {number for first in (0, X32) for number in range(first, first + 600)}
    for number in sorted(numbers - ALLOWED - set(TRAMPOLINES)):
        ctypes.set_errno(0)
        answer = libc.syscall(ctypes.c_long(number), *[ctypes.c_long(0)] * 6)
        if answer != -1 or ctypes.get_errno() not in (errno.EPERM, errno.ENOSYS, errno.ENOTSUP):
            yield number


class Agent(Base):
    def __init__(self):
        self.let = [*attempt()]

    def think(self, game, task):
        self.let += attempt()
        assert not self.let, self.let
        task.propose(next(game.legal_moves()))
