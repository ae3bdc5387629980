"""What an agent imports from beside its own folder or file: in the course, such a package is found, so it goes along.

Only what the source names in an import goes, and what that names in turn. The source is only read, token by token:
nothing that a stranger wrote is compiled or run for it, and no nesting in it can harm us.
"""

from __future__ import annotations

import sys
import tokenize
from collections.abc import Callable, Collection, Iterator
from io import StringIO
from itertools import pairwise
from pathlib import Path

_NEVER = {*sys.stdlib_module_names, "competitive_sudoku", "dueldoku", "simulate_game", "play_match"}  # there already
_MOST_BYTES = 1 << 20  # of a file that is looked at: a longer one is data
_MOST_IN_ALL = 2 << 20  # of all of them: to look at more would keep everybody waiting


def find_siblings(
    source: Path, files_of: Callable[[Path], list[Path]], others: Collection[Path] = ()
) -> tuple[str, ...]:
    """The names of what the agent imports from its folder's folder, or a file from its own; in order.

    ``others`` are the other entrants of the event: nothing that is part of one, or has one in it, is taken.
    """
    found: dict[str, Path] = {}
    looked_at, left = [source], _MOST_IN_ALL
    for place in looked_at:
        files, left = _to_read(files_of(place), left)
        for name in _imports(files):
            sibling = _sibling(source, name)
            if sibling and sibling.name not in found and not any(_overlap(sibling, other) for other in others):
                found[sibling.name] = sibling
                looked_at.append(sibling)
    return tuple(sorted(found))


def _sibling(source: Path, name: str) -> Path | None:
    """The package or module of this name beside the agent. Links are left out, as everywhere."""
    if name in _NEVER or name in (source.name, source.stem):
        return None
    package, module = source.parent / name, source.parent / f"{name}.py"
    if package.is_dir() and not package.is_symlink() and ((package / "__init__.py").is_file() or not module.is_file()):
        return package if any(package.glob("*.py")) else None
    return module if module.is_file() and not module.is_symlink() else None


def _overlap(one: Path, other: Path) -> bool:
    return one == other or one in other.parents or other in one.parents


def _to_read(files: list[Path], left: int) -> tuple[list[Path], int]:
    """The sources among these, as long as they are within so many bytes; and how many are left."""
    chosen = []
    for file in files:
        size = file.stat().st_size
        if file.suffix == ".py" and size <= min(left, _MOST_BYTES):
            chosen.append(file)
            left -= size
    return chosen, left


def _imports(files: list[Path]) -> Iterator[str]:
    for file in files:
        yield from imported(file.read_text(encoding="utf-8", errors="replace"))


def imported(text: str) -> list[str]:
    r"""The first names of all that the source imports absolutely, wherever in it.

    >>> imported("import a.b as c, d\nfrom e.f import g\nfrom . import h\nif x: import i\n'''\nimport j\n'''")
    ['a', 'd', 'e', 'i']
    """
    names: list[str] = []
    statement: list[str] = []  # its words so far
    try:
        for token in tokenize.generate_tokens(StringIO(text).readline):
            if token.type in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT) or token.string in (";", ":"):
                names += _first_names(statement)
                statement = []
            elif token.type in (tokenize.NAME, tokenize.OP) and len(statement) < 1000:
                statement.append(token.string)
    except (tokenize.TokenError, SyntaxError):  # it does not run either, or not beyond here
        pass
    return list(dict.fromkeys([*names, *_first_names(statement)]))


def _first_names(words: list[str]) -> list[str]:
    """What a statement imports, by the first names."""
    if words[:1] == ["from"] and len(words) > 1 and words[1].isidentifier():
        return [words[1]]
    if words[:1] == ["import"]:
        return [word for last, word in pairwise(words) if last in ("import", ",")]
    return []
