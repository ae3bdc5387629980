"""``dueldoku doctor``: what this machine gives the arena."""

from __future__ import annotations

import json
import os
import platform
import threading
import time
from importlib.metadata import PackageNotFoundError, version
from statistics import median

import dueldoku
from dueldoku.arena.hosting.cage import probe
from dueldoku.arena.hosting.limits import MEMORY, PROCESSES, THREADS
from dueldoku.cli.options import JsonResult

_LAYERS = {
    "namespaces": "its own processes, network and files; a working directory of limited size",
    "files": "it reads only Python and itself, writes only in its working directory (Landlock)",
    "calls": "only what Python and its libraries need: no sockets, no programs, no other processes (seccomp)",
    "privileges": "it has none, and cannot get any",
    "limits": "of each process: data, size of files, open files, signals, all others",
}
_LEVELS = {
    "full": "everything holds",
    "strong": "agents cannot read each other or reach the network; their disk space is not limited in total",
    "basic": "agents are limited, but could read each other's files: play only agents that you trust",
    "none": "agents run freely: play only agents that you trust",
}


def doctor(*, json_: JsonResult = False) -> None:
    """Tell how safely and how exactly this machine can run anybody's agents, and why."""
    report = probe()
    median_ms, most_ms = _lateness()
    facts = {
        "dueldoku": dueldoku.__version__,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "numba": _numba(),
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        "level": report.level,
        "layers": {layer.name: {"holds": layer.holds, "why": layer.why} for layer in report.layers},
        "whole": "cgroup" if report.holds("group") else "sum",
        "lateness_ms": {"median": round(median_ms, 3), "most": round(most_ms, 3)},
    }
    if json_:
        print(json.dumps(facts))
        return
    print(f"Dueldoku {facts['dueldoku']}, Python {facts['python']}, {facts['system']}, cores: {facts['cores']}")
    busy = "" if most_ms < 5 else ": this machine is busy, so games now mean little"
    print(f"Numba: {facts['numba']}")
    print(f"The clock: a timer is {median_ms:.2f} ms late, at most {most_ms:.2f} ms{busy}")
    print(f"The cage for agents: {report.level} ({_LEVELS[report.level]})")
    why = {layer.name: f" -- {layer.why}" for layer in report.layers if layer.why}
    for name, about in _LAYERS.items():
        print(f"  {'yes' if report.holds(name) else 'no ':3}  {name:11} {about}{why.get(name, '')}")
    way = "the kernel holds it (cgroup)" if report.holds("group") else f"the arena adds it up{why.get('group', '')}"
    most = f"{MEMORY} MB of memory (--memory), {PROCESSES} processes, {THREADS} threads"
    print(f"An agent as a whole: {most}; {way}")


def _numba() -> str:
    try:
        number = version("numba")
    except PackageNotFoundError:
        return "not installed"
    try:
        import dueldoku.kernels  # noqa: F401  # which loads it
    except Exception as error:  # whatever it is, it is what people need to know
        return f"{number}, but it does not load: {error}"
    return number + (", switched off by NUMBA_DISABLE_JIT" if os.environ.get("NUMBA_DISABLE_JIT", "0") != "0" else "")


def _lateness(tries: int = 50) -> tuple[float, float]:
    """How many milliseconds a wait of 2 ms ends too late: the median, and the most."""
    event, late = threading.Event(), []
    for _ in range(tries):
        began = time.monotonic()
        event.wait(0.002)
        late.append((time.monotonic() - began - 0.002) * 1000)
    return max(0.0, median(late)), max(0.0, *late)
