"""The cage around an agent's processes, in layers that a machine may or may not have.

    namespaces   its own processes, network, mounts: all files read-only, a working directory of limited size
    files        Landlock: reads only Python and itself, writes only in its working directory, no TCP, no signals
    calls        seccomp: no sockets, no programs, no looking into processes; in a turn, no new processes
    privileges   none, and no way to get any
    limits       memory, size of files, open files

All of them make the level ``full``; without namespaces it is ``strong``; limits and privileges alone are ``basic``.
A layer that cannot be had is left out and told, and the game goes on: see ``CageReport`` and ``dueldoku doctor``.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import site
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from dueldoku.arena.hosting import landlock, seccomp, system

LEVELS = ("full", "strong", "basic", "none")
FILE_BYTES = 256 << 20  # of a file that the agent writes, so also of what it saves
DISK_BYTES = 2 * FILE_BYTES  # of all its files: what it saved and what it is saving
_MEMORY = 2 << 30  # bytes of address space for each of its processes
_PROCESSES = 256  # threads included; binds only where the agent has its own user namespace, and never root
_OPEN_FILES = 256
_PASSED_ON = ("LD_LIBRARY_PATH", "NUMBA_DISABLE_JIT", "SYSTEMROOT", "COMSPEC")  # Windows starts nothing without its two
_SYSTEM_FILES = (  # what Python and its libraries read outside their own folders
    "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/usr/share/zoneinfo", "/etc/alternatives",
    "/etc/ld.so.cache", "/etc/localtime", "/dev/urandom", "/dev/random", "/dev/zero", "/sys/devices/system/cpu",
    "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/sys/vm/overcommit_memory",
)  # fmt: skip


class Layer(NamedTuple):
    """A layer of the cage: whether it holds, and if not, why."""

    name: str
    holds: bool
    why: str = ""


@dataclass(frozen=True)
class CageReport:
    """What this machine gives."""

    level: str
    layers: tuple[Layer, ...]

    def holds(self, name: str) -> bool:
        """Whether the layer of this name is there."""
        return any(layer.name == name and layer.holds for layer in self.layers)


def report_of(layers: list[Layer]) -> CageReport:
    """The level that these layers make."""
    held = {layer.name for layer in layers if layer.holds}
    level = "none"
    if {"limits", "privileges"} <= held:
        level = "basic"
        if {"files", "calls"} <= held:
            level = "full" if "namespaces" in held else "strong"
    return CageReport(level, tuple(layers))


@cache
def warn(level: str) -> None:
    """Say once that agents run here with less than a cage."""
    logging.getLogger("dueldoku").warning(
        "the cage for agents is only '%s' here, so play only agents that you trust; 'dueldoku doctor' tells why",
        level,
    )


# -- before it starts --------------------------------------------------------------------------------------------------


def environment(work: str, seed: int) -> dict[str, str]:
    """The variables that an agent's process sees: none of ours, but what Python needs to start."""
    passed = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    folders = [source_folder(), *(path for path in sys.path if path == site.getusersitepackages())]
    return passed | {
        "HOME": work,
        "TMPDIR": work,
        "PATH": os.defpath,
        "LANG": "C.UTF-8",
        "PYTHONPATH": os.pathsep.join(folders),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": str(seed & 0xFFFFFFFF),  # the same seed, the same order of sets
        "NUMBA_CACHE_DIR": str(Path(work, ".numba")),
        "NUMBA_THREADING_LAYER": "workqueue",  # the usual one dies after a fork
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "MALLOC_ARENA_MAX": "2",  # each takes 64 MB of the address space
    }


def compiled_kernels() -> list[tuple[str, str]]:
    """Where Numba keeps what it compiled of our kernels: folders, and their name in a cache folder."""
    cache_home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    cache = os.environ.get("NUMBA_CACHE_DIR") or os.path.join(cache_home, "numba")
    places = []
    for file in sorted(Path(source_folder(), "dueldoku", "kernels").glob("*/__init__.py")):
        name = f"{file.parent.name}_{hashlib.sha1(str(file.parent).encode()).hexdigest()}"  # as Numba makes it
        places += [(str(file.parent / "__pycache__"), name), (os.path.join(cache, name), name)]
    return places


# -- entering, in the agent's own process before its code runs --------------------------------------------------------


def isolate(work: str) -> Layer:
    """Leave the common namespaces: the next process that this one forks is the first of its own little world."""

    def leave() -> None:
        user, group = os.getuid(), os.getgid()
        system.unshare(system.NEW_USER | system.NEW_PIDS | system.NEW_NET | system.NEW_IPC | system.NEW_MOUNTS)
        for file, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
            Path("/proc/self", file).write_text(text)
        system.mount(None, "/", system.MS_REC | system.MS_PRIVATE)
        system.make_all_read_only()
        for place, size in ((work, DISK_BYTES), ("/dev/shm", FILE_BYTES)):
            if os.path.isdir(place):
                options = f"size={size},nr_inodes=20000,mode=700"
                system.mount("tmpfs", place, system.MS_NOSUID | system.MS_NODEV, options)

    return _try("namespaces", leave)


def enter(level: str, work: str, *, isolated: bool, readable: Iterable[str] = ()) -> list[Layer]:
    """Shut this process in, up to ``level``; there is no way back. Gives the layers, those that failed included.

    It may read what ``readable`` adds, and write only in ``work``.
    """
    if level == "none":
        return []
    own_proc = isolated and _try("proc", _mount_proc).holds
    layers = [_try("limits", lambda: _limit(isolated)), _try("privileges", _drop_privileges)]
    if level == "basic":
        return layers
    reads = {*_SYSTEM_FILES, sys.prefix, sys.base_prefix, sys.exec_prefix, *sys.path, *readable} - {""}
    reads |= {"/proc"} if own_proc else set()
    writes = {work, "/dev/null"} | ({"/dev/shm"} if isolated else set())
    layers.append(_try("files", lambda: landlock.restrict(reads, writes)))
    layers.append(_try("calls", lambda: seccomp.install(seccomp.program(_zygote_filter(isolated)))))
    return layers


class Bolts:
    """What a turn's process adds to the cage that it was born in. Made before the fork: it costs no turn time."""

    def __init__(self, report: CageReport) -> None:
        # Without a process namespace, a turn's process could signal the zygote: both are in the same Landlock domain.
        self._bound_signals = report.holds("files") and not report.holds("namespaces")
        self._filters = report.holds("calls")
        if self._filters:
            self._no_processes = seccomp.program(seccomp.forbid_processes())
            self._no_timers = seccomp.program(seccomp.forbid(seccomp.TIMERS))

    def close(self) -> None:
        """From now on, no new processes, and no signals to the one that this one came from."""
        if self._bound_signals:
            landlock.restrict_signals()
        if self._filters:
            seccomp.install(self._no_processes)

    def seal_timer(self) -> None:
        """From now on, the timer that will kill this process can no longer be stopped."""
        if self._filters:
            seccomp.install(self._no_timers)


def _try(name: str, step: Callable[[], None]) -> Layer:
    try:
        step()
    except (OSError, ValueError) as error:
        return Layer(name, False, (error.strerror if isinstance(error, OSError) else "") or str(error))
    return Layer(name, True)


def _mount_proc() -> None:
    system.mount("proc", "/proc", system.MS_NOSUID | system.MS_NODEV | system.MS_NOEXEC)


def _limit(isolated: bool) -> None:
    import resource

    wanted = {
        resource.RLIMIT_AS: _MEMORY,
        resource.RLIMIT_FSIZE: FILE_BYTES,
        resource.RLIMIT_NOFILE: _OPEN_FILES,
        resource.RLIMIT_CORE: 1,  # not 0: a core that is piped to a program is only left out at 1
    }
    if isolated:
        wanted[resource.RLIMIT_NPROC] = _PROCESSES
    for kind, most in wanted.items():
        hard = resource.getrlimit(kind)[1]
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (most, most))


def _drop_privileges() -> None:
    system.prctl(system.PR_SET_NO_NEW_PRIVS, 1)
    system.drop_capabilities()


def _zygote_filter(isolated: bool) -> list[seccomp.Instruction]:
    """What no agent may call, and what must make up for layers that this kernel lacks."""
    forbidden = [*seccomp.FORBIDDEN]
    version = landlock.abi()
    if not isolated:
        forbidden += seccomp.MODES
        forbidden += seccomp.SIGNALS if version < landlock.SIGNALS_SINCE else ()
        forbidden += ("truncate",) if version < landlock.TRUNCATE_SINCE else ()
    return [*seccomp.forbid(forbidden), *seccomp.forbid_namespaces(), *seccomp.forbid_limits()]


# -- probing ---------------------------------------------------------------------------------------------------------


@cache
def probe() -> CageReport:
    """What cage this machine gives, tried in a throw-away process."""
    if not sys.platform.startswith("linux"):
        return CageReport("none", (Layer("limits", False, f"there is no cage for {sys.platform}"),))
    with tempfile.TemporaryDirectory(prefix="dueldoku-probe-") as work:
        for level in ("full", "strong", "basic"):
            done = subprocess.run(
                [sys.executable, "-c", "from dueldoku.arena.hosting.cage import rehearse; rehearse()", level, work],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                env=os.environ | {"PYTHONPATH": source_folder()},
                check=False,
            )
            if done.returncode == 0:
                return report_of([Layer(*layer) for layer in json.loads(done.stdout)])
    return CageReport("none", (Layer("limits", False, "no process could be started in a cage"),))


def source_folder() -> str:
    """The folder that this package was imported from."""
    return str(Path(__file__).resolve().parents[3])


def rehearse() -> None:
    """Enter the cage and check from inside that it holds; print the layers. Only for ``probe``'s process."""
    level, work = sys.argv[1:]
    space = isolate(work) if level == "full" else Layer("namespaces", False, "not tried: they broke the process")
    child = os.fork()
    if child:
        os._exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) & 1)
    layers = [space, *enter(level, work, isolated=space.holds)]
    checked = [_check(layer, work) for layer in layers]
    print(json.dumps(checked), flush=True)
    os._exit(0)


def _check(layer: Layer, work: str) -> Layer:
    if not layer.holds or layer.name not in _CHECKS or _CHECKS[layer.name](work):
        return layer
    return Layer(layer.name, False, "it was put up but does not hold")


def _fails(step: Callable[[], object]) -> bool:
    try:
        step()
    except OSError:
        return True
    return False


_CHECKS: dict[str, Callable[[str], bool]] = {
    "namespaces": lambda work: os.getpid() == 1 and Path(work, "try").write_text("a") == 1,
    "files": lambda work: _fails(lambda: os.listdir("/")) and Path(work, "try").write_text("a") == 1,
    "calls": lambda work: _fails(socket.socket),
}
