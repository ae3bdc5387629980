"""Where compiled code is kept: in folders that belong to one state of its sources, so that nothing in them is stale.

    shipped   in the package, in a platform wheel: compiled for a baseline that nearly every processor has
    own       in the user's cache folder: what was not shipped, compiled for this processor

A module's kernels have a folder for the state of that module and of all that it imports: an edit elsewhere leaves them
as they are. Marks of what was compiled ahead belong to the state of all sources.

``kernels.base.store`` reads and writes them. This module loads nothing, so that the arena may name them to its cage.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import platformdirs

from dueldoku.sources import digest, reach

VARIABLE = "DUELDOKU_CACHE"  # of the environment: another folder than the user's
COMPLETE = "complete"  # a mark: nothing is missing
_PACKAGE = Path(__file__).parent
_ROOMS = {_PACKAGE / room for room in ("kernels", "duel", "board")}  # the kernels, and all that they may import
_DAY = 86_400.0  # seconds


class Places(NamedTuple):
    """Two folders for one state of sources; they need not be there."""

    shipped: Path
    own: Path


def folder() -> Path:
    """The folder for all that can be made again."""
    return Path(os.environ.get(VARIABLE) or platformdirs.user_cache_dir("dueldoku", appauthor=False))


def kernels() -> Path:
    """The folder of all compiled code that was made here."""
    return folder() / "kernels"


def code(module: Path) -> Places:
    """Where the compiled kernels of this file are."""
    return _places(module.stem, _state(module))


def marks() -> Places:
    """Where it is noted what was compiled ahead."""
    return _places("all", _whole_state())


def is_complete() -> bool:
    """Whether everything that Dueldoku compiles was compiled, here or where the package was built."""
    return any(is_there(place, COMPLETE) for place in marks())


def is_there(place: Path, pattern: str) -> bool:
    """Whether a folder has such a file. If so, it is in use."""
    found = next(place.glob(pattern), None) is not None
    if found:
        keep(place)
    return found


def keep(place: Path) -> None:
    """Somebody uses this folder. Those that nobody uses are removed after a while."""
    with contextlib.suppress(OSError):  # whoever may only read
        if time.time() - place.stat().st_mtime > _DAY:
            os.utime(place)


def _places(name: str, state: str) -> Places:
    unique = f"{name}-{state[:16]}-{sys.implementation.cache_tag}-numba-{_numba()}"
    return Places(_PACKAGE / "kernels" / "compiled" / unique, kernels() / unique)


@cache
def _numba() -> str:
    return version("numba")


@cache
def _state(module: Path) -> str:
    return digest({module} | {file for file in reach(module, late=False) if not _ROOMS.isdisjoint(file.parents)})


@cache
def _whole_state() -> str:
    return digest(file for room in _ROOMS for file in room.rglob("*.py"))
