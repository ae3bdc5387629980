"""Who a bundled agent is: a digest of its code, so that games of an edited agent are not taken for the old one's.

It covers the agent's own module, every module of ours that it imports, directly or not, and the data in its folder.
``fingerprint`` is the same for all of Dueldoku.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from dueldoku.sources import FOLDER, digest, path_of, reach


def digest_of(module: str) -> str:
    """The digest of the agent whose class is in this module, as its files are now."""
    path = path_of(module)
    assert path
    files = reach(path, late=True)
    if path.parent != Path(__file__).parent:  # an agent with a folder of its own
        files.update(path.parent.rglob("*.json"))
    return digest(files)


@cache
def fingerprint() -> str:
    """A digest of all our files, as they were when this process first asked: machines with the same have the same code.

    A release number would not tell: people change their copies.
    """
    hashed = hashlib.sha256()
    for package in ("competitive_sudoku", "dueldoku"):
        for file in sorted((FOLDER / package).rglob("*")):
            is_made = {"__pycache__", "compiled"} & set(file.parts)  # out of the others
            if file.is_file() and not is_made and not file.name.startswith("."):
                content = file.read_bytes()
                hashed.update(f"{file.relative_to(FOLDER).as_posix()}\0{len(content)}\0".encode())
                hashed.update(content)
    return hashed.hexdigest()
