"""Who a bundled agent is: a digest of its code, so that games of an edited agent are not taken for the old one's.

It covers the agent's own module, every module of ours that it imports, directly or not, and the data in its folder.
``fingerprint`` is the same for all of Dueldoku.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

_SOURCE = Path(__file__).parents[2]
_IMPORT = re.compile(r"^\s*from ((?:dueldoku|competitive_sudoku)[\w.]*) import (\([^)]*\)|[^\n(]*)", re.MULTILINE)


def digest_of(module: str) -> str:
    """The digest of the agent whose class is in this module, as its files are now."""
    path = _path(module)
    assert path
    files = set(_closure(path))
    if path.parent != Path(__file__).parent:  # an agent with a folder of its own
        files.update(file for file in path.parent.rglob("*.json"))
    told = [f"{file.relative_to(_SOURCE).as_posix()} {_read(file).digest}" for file in sorted(files)]
    return hashlib.sha256("\n".join(told).encode()).hexdigest()


@cache
def fingerprint() -> str:
    """A digest of all our files, as they were when this process first asked: machines with the same have the same code.

    A release number would not tell: people change their copies.
    """
    hashed = hashlib.sha256()
    for package in ("competitive_sudoku", "dueldoku"):
        for file in sorted((_SOURCE / package).rglob("*")):
            is_made = {"__pycache__", "compiled"} & set(file.parts)  # out of the others
            if file.is_file() and not is_made and not file.name.startswith("."):
                content = file.read_bytes()
                hashed.update(f"{file.relative_to(_SOURCE).as_posix()}\0{len(content)}\0".encode())
                hashed.update(content)
    return hashed.hexdigest()


class _Source(NamedTuple):
    digest: str
    imports: frozenset[Path]


def _closure(path: Path) -> Iterator[Path]:
    """The module and all that it imports of ours."""
    seen, left = {path}, [path]
    while left:
        file = left.pop()
        yield file
        found = _read(file).imports - seen
        left.extend(found)
        seen |= found


def _read(file: Path) -> _Source:
    status = file.stat()
    return _read_once(file, status.st_mtime_ns, status.st_size)


@cache
def _read_once(file: Path, changed: int, size: int) -> _Source:
    content = file.read_bytes()
    found = set()
    for module, names in _IMPORT.findall(content.decode()) if file.suffix == ".py" else ():
        words = [word.split()[0] for word in names.strip("()\n ").split(",") if word.strip()]
        modules = [path for word in words if (path := _path(f"{module}.{word}"))]
        found.update(modules)
        if len(modules) < len(words) and (path := _path(module)):
            found.add(path)
    return _Source(hashlib.sha256(content).hexdigest(), frozenset(found))


def _path(module: str) -> Path | None:
    """The file of a module of ours. A package that is only passed through on the way to a module does not count."""
    place = _SOURCE / module.replace(".", "/")
    return next((file for file in (place.with_suffix(".py"), place / "__init__.py") if file.is_file()), None)
