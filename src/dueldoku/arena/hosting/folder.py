"""Private folders for agents, gone after use even if the arena was killed.

Each arena process has one folder below the system's temporary one and keeps a lock in it. The next arena process
removes the folders whose locks are free: their owners are dead.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

from dueldoku.start import environment

_LOCK, _GUARD = "lock", ".guard"
_own: tuple[int, Path] | None = None  # the process and its folder
_one_thread = threading.Lock()
_MANY, _DEEP = 2_000, 100  # files and folders: to remove more takes too long, or is beyond Python
_MOMENT = 0.2  # seconds that we wait for those who remove
_removers: list[subprocess.Popen[bytes]] = []


@contextlib.contextmanager
def private_folder() -> Iterator[Path]:
    """A new empty folder, gone in the end."""
    folder = Path(tempfile.mkdtemp(dir=_own_folder()))
    try:
        yield folder
    finally:
        remove(folder)


def remove(folder: Path) -> None:
    """Remove a folder and all in it, however deep an agent nested it and whatever modes it gave.

    Where that takes long, others do it in their own time: an agent is not to hold up the next game.
    """
    if os.name != "posix" or not _is_large(folder):
        with contextlib.suppress(OSError):
            shutil.rmtree(folder, ignore_errors=os.name != "posix")
            return
    _removers[:] = [one for one in _removers if one.poll() is None]
    _removers.append(_start_to_remove(folder))
    with contextlib.suppress(subprocess.TimeoutExpired):
        _removers[-1].wait(_MOMENT)


def _is_large(folder: Path) -> bool:
    """Whether there is much in the folder, or something that is not easily looked at."""
    left, count = [(str(folder), 0)], 0
    try:
        while left:
            place, depth = left.pop()
            with os.scandir(place) as entries:
                for entry in entries:
                    count += 1
                    if count > _MANY or depth > _DEEP:
                        return True
                    if entry.is_dir(follow_symlinks=False):
                        left.append((entry.path, depth + 1))
    except OSError:
        return True
    return False


def _start_to_remove(folder: Path) -> subprocess.Popen[bytes]:
    command = ["nice", "-n", "19", "sh", "-c", 'chmod -R u+rwX "$1"; exec rm -rf "$1"', "sh", str(folder)]
    quiet = subprocess.DEVNULL
    return subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet, env=environment(), start_new_session=True)


def _own_folder() -> Path:
    """The folder of this process; a forked process gets one of its own."""
    global _own
    with _one_thread:
        if _own is None or _own[0] != os.getpid() or not _own[1].is_dir():
            base = _base()
            guard = _lock(base / _GUARD, wait=True)  # nobody sweeps between our folder's making and its lock's
            _sweep(base)
            _own = os.getpid(), Path(tempfile.mkdtemp(dir=base))
            _lock(_own[1] / _LOCK)  # for as long as this process lives
            atexit.register(_leave, *_own)
            if guard is not None:
                os.close(guard)
        return _own[1]


def _leave(process: int, folder: Path) -> None:
    if os.getpid() == process:
        remove(folder)


def _base() -> Path:
    """The folder for all arenas of this user; nobody else may look into it."""
    user = os.getuid() if hasattr(os, "getuid") else 0
    base = Path(tempfile.gettempdir(), f"dueldoku-{user}")
    base.mkdir(mode=0o700, exist_ok=True)
    if hasattr(os, "getuid") and (base.is_symlink() or base.stat().st_uid != user):
        raise PermissionError(f"expected a folder of our own, but {base} is somebody else's")
    return base


def _sweep(base: Path) -> None:
    for folder in filter(Path.is_dir, base.iterdir()):
        lock = _lock(folder / _LOCK)
        if lock is not None:
            remove(folder)
            os.close(lock)


def _lock(path: Path, *, wait: bool = False) -> int | None:
    """A descriptor that keeps a lock until it is closed; None if another process has it, or there are no locks."""
    try:
        import fcntl
    except ImportError:  # not a Unix: nobody can tell who is dead, so nothing is swept
        return None
    with contextlib.suppress(OSError):
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except OSError:
            os.close(file)
        else:
            return file
    return None
