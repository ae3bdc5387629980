"""Which of our files a module can reach, and a digest of them.

It tells who an agent is (``agents.identity``), and whether compiled code is still that of its sources (``cache``).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parents[1]  # of our packages
_IMPORT = re.compile(r"^(\s*)from ((?:dueldoku|competitive_sudoku)[\w.]*) import (\([^)]*\)|[^\n(]*)", re.MULTILINE)


@cache
def path_of(module: str) -> Path | None:
    """The file of a module of ours. A package that is only passed through on the way to a module does not count."""
    place = FOLDER / module.replace(".", "/")
    return next((file for file in (place.with_suffix(".py"), place / "__init__.py") if file.is_file()), None)


def reach(file: Path, *, late: bool) -> set[Path]:
    """The module and all that it imports of ours, directly or not; if ``late``, also what functions import."""
    seen, left = {file}, [file]
    while left:
        imports = _imports(_read(left.pop()))
        found = imports.at_once | imports.late if late else imports.at_once
        left.extend(found - seen)
        seen |= found
    return seen


def digest(files: Iterable[Path]) -> str:
    """A digest of these files, as they are now: their names and what is in them."""
    told = [f"{_name(file)} {_digest(_read(file))}" for file in sorted(files)]
    return hashlib.sha256("\n".join(told).encode()).hexdigest()


class _Imports(NamedTuple):
    at_once: frozenset[Path]
    late: frozenset[Path]  # by functions


def _name(file: Path) -> str:
    return file.relative_to(FOLDER).as_posix() if file.is_relative_to(FOLDER) else file.name


def _read(file: Path) -> bytes:
    status = file.stat()
    return _read_once(file, status.st_mtime_ns, status.st_size)


@cache
def _read_once(file: Path, changed: int, size: int) -> bytes:
    return file.read_bytes()


@cache
def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


@cache
def _imports(content: bytes) -> _Imports:
    at_once: set[Path] = set()
    late: set[Path] = set()
    for indent, module, names in _IMPORT.findall(content.decode()):
        words = [word.split()[0] for word in names.strip("()\n ").split(",") if word.strip()]
        modules = [path for word in words if (path := path_of(f"{module}.{word}"))]
        if len(modules) < len(words) and (path := path_of(module)):
            modules.append(path)
        (late if indent.strip("\n") else at_once).update(modules)
    return _Imports(frozenset(at_once), frozenset(late))
