"""Fresh interpreters for agents: started in their folder, with what they print kept, and left when they end."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

from dueldoku import start
from dueldoku.arena.hosting import cage

_REHEARSAL = "from dueldoku.arena.hosting.system import Timer; Timer()"  # what a turn needs of the machine
_leaving: list[subprocess.Popen[bytes]] = []  # those that are on their way out


def start_python(
    program: str, argument: str, work: Path, output: int, seed: int, pass_fds: Sequence[int] = ()
) -> subprocess.Popen[bytes]:
    """A new interpreter in the agent's folder, in a session of its own; what it prints goes to this descriptor."""
    _leaving[:] = [process for process in _leaving if process.poll() is None]
    return subprocess.Popen(
        start.python("-c", program, argument),
        stdin=subprocess.PIPE,
        stdout=output,
        stderr=output,
        pass_fds=pass_fds,
        cwd=work,
        env=cage.environment(str(work), seed),
        start_new_session=True,
    )


def leave(process: subprocess.Popen[bytes], patience: float) -> None:
    """Close its standard input, so that it ends, and wait for that so many seconds at most."""
    assert process.stdin
    process.stdin.close()
    try:
        process.wait(patience)
    except subprocess.TimeoutExpired:
        if process not in _leaving:
            _leaving.append(process)


def machine_has_processes() -> bool:
    """Whether a process can be had, now, with what a turn needs."""
    return subprocess.run(start.python("-c", _REHEARSAL), env=start.environment(), check=False).returncode == 0
