"""What a script does as an ordinary user, when the tests are run by root, and as the user who runs them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from dueldoku.arena.hosting import cage
from dueldoku.cache import folder as cache_folder

HOME = "/mnt/home"  # of the ordinary user: nothing outside the test sees it


def run_here(script: str, *arguments: str, limits: Iterable[str] = ()) -> str:
    """What the script prints; ``limits`` are options of ``prlimit``."""
    return _output([*_limiting(limits), sys.executable, "-c", script, *arguments])


def run_as_ordinary_user(
    folder: Path, agents: Iterable[Path], script: str, *arguments: str, limits: Iterable[str] = ()
) -> str:
    """What the script prints if an ordinary user runs it, who finds these agents in /mnt/agents.

    Python, the project and this folder may lie where others may not enter, root's home for instance. In a mount
    namespace of our own /mnt has all that is needed, and others may enter it. What is compiled they read, as if it had
    been shipped.
    """
    if os.getuid() != 0:
        pytest.skip("this is an ordinary user already")
    python = Path(sys.executable).resolve()
    shell = f"""
set -e
mount --make-rprivate /
mkdir -p {folder}/python {folder}/public
mount --bind {python.parents[1]} {folder}/python
mount -t tmpfs -o mode=755 tmpfs {folder}/public
cd {folder}/public
mkdir agents venv source cache
mkdir -m 777 home
cp {" ".join(map(str, agents))} agents
mount --bind {sys.prefix} venv
mount --bind {cage.source_folder()} source
mkdir -p {cache_folder()}
mount --bind {cache_folder()} cache
mount --rbind . /mnt
if ! setpriv --reuid 65534 --regid 65534 --clear-groups test -x {python}; then
    mount -t tmpfs -o mode=755 tmpfs {Path(*python.parts[:2])}
    mkdir -p {python.parents[1]}
    mount --bind {folder}/python {python.parents[1]}
fi
cd /mnt
export HOME={HOME} PYTHONPATH=/mnt/source DUELDOKU_CACHE=/mnt/cache
exec setpriv --reuid 65534 --regid 65534 --clear-groups "$@"
"""
    enter = ["unshare", "--mount", "sh", "-c", shell, "sh"]
    can = subprocess.run([*enter, "true"], capture_output=True, text=True, check=False)
    if can.returncode:
        pytest.skip(f"root may not mount or change users here: {can.stderr.strip()[-300:]}")
    return _output([*_limiting(limits), *enter, "/mnt/venv/bin/python", "-c", script, *arguments])


def _limiting(limits: Iterable[str]) -> list[str]:
    options = list(limits)
    return ["prlimit", *options] if options else []


def _output(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr
    return done.stdout
