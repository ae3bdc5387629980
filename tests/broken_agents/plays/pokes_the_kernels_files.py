"""Writes to the kernel's own files and reads outside by way of them; plays only if none of it is let."""

import os

from dueldoku.agents.base import Agent as Base

WRITTEN = (  # below the root of any Linux
    "dev/full", "dev/kmsg", "dev/ptmx", "dev/tty", "dev/zero", "proc/1/mem", "proc/1/oom_score_adj",
    "proc/self/attr/current", "proc/self/autogroup", "proc/self/clear_refs", "proc/self/comm",
    "proc/self/coredump_filter", "proc/self/mem", "proc/self/oom_score_adj", "proc/self/sched",
    "proc/self/setgroups", "proc/self/timerslack_ns", "proc/self/uid_map", "proc/sys/fs/mqueue/queues_max",
    "proc/sys/kernel/core_pattern", "proc/sys/kernel/ns_last_pid", "proc/sys/net/ipv4/ping_group_range",
    "proc/sys/user/max_user_namespaces", "proc/sys/vm/overcommit_memory", "proc/sysrq-trigger",
    "sys/kernel/mm/transparent_hugepage/enabled",
)  # fmt: skip
READ = (
    "boot", "dev/kmsg", "dev/mem", "etc/hostname", "etc/resolv.conf", "home", "proc/kcore", "proc/kmsg", "root", "run",
    "sys/class/net", "sys/fs/cgroup", "tmp", "var/log", "var/tmp",
    *(f"proc/{way}/etc/passwd" for way in ("1/root", "self/root", "self/cwd/../../..")),
)  # fmt: skip


def let():
    tries = [(file, flags) for file in WRITTEN for flags in (os.O_WRONLY, os.O_RDWR)]
    for file, flags in tries + [(file, os.O_RDONLY) for file in READ]:
        try:
            os.close(os.open(f"/{file}", flags))
        except OSError:
            continue
        yield file


class Agent(Base):
    def __init__(self):
        self.let = [*let()]

    def think(self, game, task):
        self.let += let()
        assert not self.let, self.let
        task.propose(next(game.legal_moves()))
