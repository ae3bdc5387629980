"""Where compiled code is kept: folders that belong to one state of all sources, so that nothing in them is ever stale.

    shipped   in the package, in a platform wheel: compiled for a baseline that nearly every processor has
    own       in the user's cache folder: what was not shipped, compiled for this processor

``kernels.base.store`` reads and writes them. This module loads nothing, so that the arena may name them to its cage.
"""

from __future__ import annotations

import hashlib
import os
import sys
from functools import cache
from importlib.metadata import version
from pathlib import Path

import platformdirs

VARIABLE = "DUELDOKU_CACHE"  # of the environment: another folder than the user's
COMPLETE = "complete"  # a mark in such a folder: nothing is missing
_PACKAGE = Path(__file__).parent
_ROOMS = ("kernels", "duel", "board")  # the kernels, and all that they may import


def folder() -> Path:
    """The folder for all that can be made again."""
    return Path(os.environ.get(VARIABLE) or platformdirs.user_cache_dir("dueldoku", appauthor=False))


def shipped() -> Path:
    """The folder of the compiled code that came with the package, if any did."""
    return _PACKAGE / "kernels" / "compiled" / tag()


def own() -> Path:
    """The folder of the compiled code that was made here."""
    return folder() / "kernels" / tag()


def is_complete() -> bool:
    """Whether everything that Dueldoku compiles was compiled, here or where the package was built."""
    return any((place / COMPLETE).exists() for place in (shipped(), own()))


@cache
def tag() -> str:
    """One state of all sources, of Python and of Numba."""
    told = hashlib.sha256()
    for file in sorted(file for room in _ROOMS for file in (_PACKAGE / room).rglob("*.py")):
        told.update(f"{file.relative_to(_PACKAGE).as_posix()}\0".encode() + file.read_bytes())
    return f"{told.hexdigest()[:16]}-{sys.implementation.cache_tag}-numba-{version('numba')}"
