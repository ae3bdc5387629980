"""The cage around an agent's processes, in layers that a machine may or may not have.

    namespaces   its own processes, network, mounts: all files read-only, a working directory of limited size
    files        Landlock: reads only Python and itself, writes only in its working directory, no TCP, no signals
    calls        seccomp: what Python and its libraries need and no more
    privileges   none, and no way to get any
    limits       of each process, one for every limit that the kernel has; ``whole`` bounds the agent as a whole

All of them make the level ``full``; without namespaces it is ``strong``; limits and privileges alone are ``basic``.
A layer that cannot be had is left out and told, and the game goes on: see ``CageReport`` and ``dueldoku doctor``.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import signal
import site
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from dueldoku import start
from dueldoku.arena.hosting import landlock, limits, seccomp, system, whole
from dueldoku.arena.hosting.limits import FILE_BYTES, MEGABYTE, MEMORY
from dueldoku.cache import VARIABLE as CACHE
from dueldoku.cache import folder as cache_folder

_PATIENCE = (10.0, 60.0)  # seconds for a rehearsal, and for the second one on a busy machine
_LAST_BREATH = 3.0  # seconds for processes that were killed
LEVELS = ("full", "strong", "basic", "none")
DISK_BYTES = 2 * FILE_BYTES  # of all its files: what it saved and what it is saving
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


_STUCK = Layer("calls", False, "the kernel no longer answers: start this machine anew")


class KernelStuck(Exception):
    """A process waits in the kernel and cannot even be killed."""


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
        CACHE: str(cache_folder()),  # to read: whoever compiles our kernels in the cage keeps nothing
        "NUMBA_THREADING_LAYER": "workqueue",  # the usual one dies after a fork
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "MALLOC_ARENA_MAX": "2",  # each takes 64 MB of the address space
    }


# -- entering, in the agent's own process before its code runs --------------------------------------------------------


def in_memory(work: str) -> tuple[str, str]:
    """Where an agent that is isolated may write: its own, and no disk."""
    return work, "/dev/shm"


def isolate(work: str) -> Layer:
    """Leave the common namespaces: the next process that this one forks is the first of its own little world."""

    def leave() -> None:
        user, group = os.getuid(), os.getgid()
        system.unshare(system.NEW_USER | system.NEW_PIDS | system.NEW_NET | system.NEW_IPC | system.NEW_MOUNTS)
        for file, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
            Path("/proc/self", file).write_text(text)
        system.mount(None, "/", system.MS_REC | system.MS_PRIVATE)
        system.make_all_read_only()
        for place, size in zip(in_memory(work), (DISK_BYTES, FILE_BYTES), strict=True):
            if os.path.isdir(place):
                options = f"size={size},nr_inodes=20000,mode=700"
                system.mount("tmpfs", place, system.MS_NOSUID | system.MS_NODEV, options)

    return _try("namespaces", leave)


def enter(
    level: str, work: str, *, isolated: bool, memory: int = MEMORY * MEGABYTE, readable: Iterable[str] = ()
) -> list[Layer]:
    """Shut this process in, up to ``level``; there is no way back. Gives the layers, those that failed included.

    It may take so many bytes of ``memory``, read what ``readable`` adds, and write only in ``work``.
    """
    if level == "none":
        return []
    own_proc = isolated and _try("proc", _mount_proc).holds
    layers = [_try("limits", lambda: limits.apply(memory, isolated=isolated)), _try("privileges", _drop_privileges)]
    if level == "basic":
        return layers
    reads = {*_SYSTEM_FILES, sys.prefix, sys.base_prefix, sys.exec_prefix, *sys.path, *readable} - {""}
    reads |= {"/proc"} if own_proc else set()
    writes = {work, "/dev/null"} | ({"/dev/shm"} if isolated else set())
    layers.append(_try("files", lambda: landlock.restrict(reads, writes)))
    layers.append(_try("calls", lambda: seccomp.install(seccomp.program(_zygote_filter(isolated)))))
    return layers


def bind_turn(report: CageReport) -> None:
    """Let a turn's process signal only those that it begets: without a process namespace, it could wake the zygote."""
    if report.holds("files") and not report.holds("namespaces"):
        landlock.restrict_signals()


def _try(name: str, step: Callable[[], None]) -> Layer:
    try:
        step()
    except (OSError, ValueError) as error:
        return Layer(name, False, (error.strerror if isinstance(error, OSError) else "") or str(error))
    return Layer(name, True)


def _mount_proc() -> None:
    system.mount("proc", "/proc", system.MS_NOSUID | system.MS_NODEV | system.MS_NOEXEC)


def _drop_privileges() -> None:
    system.prctl(system.PR_SET_NO_NEW_PRIVS, 1)
    system.drop_capabilities()


def _zygote_filter(isolated: bool) -> list[seccomp.Instruction]:
    """What an agent may call; less of it where a layer is missing that would bound it."""
    version = landlock.abi()
    if isolated:  # all that is not its own is mounted read-only
        return seccomp.allow((*seccomp.MODES, "truncate"))
    truncate = ("truncate",) if version >= landlock.TRUNCATE_SINCE else ()
    signals = seccomp.SIGNALS if version < landlock.SIGNALS_SINCE else ()
    return seccomp.allow((*seccomp.DOMAINS, *truncate), without=signals)


# -- probing ---------------------------------------------------------------------------------------------------------


@cache
def probe() -> CageReport:
    """What cage this machine gives, tried in a throw-away process."""
    if not sys.platform.startswith("linux"):
        return CageReport("none", (Layer("limits", False, f"there is no cage for {sys.platform}"),))
    with tempfile.TemporaryDirectory(prefix="dueldoku-probe-", ignore_cleanup_errors=True) as work:
        for level in ("full", "strong", "basic"):
            if level != "basic" and is_stuck():
                continue
            try:
                layers = _rehearsal(level, work)
            except KernelStuck:
                _note_stuck()
                continue
            if layers:
                return report_of(layers + ([_STUCK] if is_stuck() else []))
    return CageReport("none", (Layer("limits", False, "no process could be started in a cage"),))


def _rehearsal(level: str, work: str) -> list[Layer]:
    """The layers of a cage of this level, none if the process ends before it is in. Raises KernelStuck."""
    for patience in _PATIENCE:
        process = subprocess.Popen(
            start.python("-c", "from dueldoku.arena.hosting.cage import rehearse; rehearse()", level, work),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=start.environment(),
            start_new_session=True,
        )
        try:
            told, _ = process.communicate(timeout=patience)
        except subprocess.TimeoutExpired:
            if process.stdout:
                process.stdout.close()
            _end_group(process)
            continue  # it was only slow
        return [Layer(*layer) for layer in json.loads(told)] if process.returncode == 0 else []
    return []


def _end_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and all of its group. Raises KernelStuck if one of them cannot be killed."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    end = time.monotonic() + _LAST_BREATH
    with contextlib.suppress(ProcessLookupError):
        while time.monotonic() < end:
            os.killpg(process.pid, 0)
            time.sleep(0.05)
        raise KernelStuck


# A flood of filters can stop Linux for good: whoever sets up another one then waits for ever, and no signal ends that.
# Each try costs a process that never goes, so the first one is noted, for as long as this machine runs.


def _note_stuck() -> None:
    with contextlib.suppress(OSError):
        _stuck_file().parent.mkdir(parents=True, exist_ok=True)
        _stuck_file().write_text(_machine_start())


def is_stuck() -> bool:
    """Whether a process was seen here that waits in the kernel for ever, since this machine was started."""
    try:
        return _stuck_file().read_text() == _machine_start()
    except OSError:
        return False


def _stuck_file() -> Path:
    return cache_folder() / "kernel-stuck"


def _machine_start() -> str:
    return Path("/proc/sys/kernel/random/boot_id").read_text()


def source_folder() -> str:
    """The folder that this package was imported from."""
    return str(Path(__file__).resolve().parents[3])


def rehearse() -> None:
    """Enter the cage and check from inside that it holds; print the layers. Only for ``probe``'s process."""
    level, work = sys.argv[1:]
    group = _try("group", whole.try_group)
    space = isolate(work) if level == "full" else Layer("namespaces", False, "not tried: they broke the process")
    child = os.fork()
    if child:
        os._exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) & 1)
    layers = [group, space, *enter(level, work, isolated=space.holds)]
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
