"""Who plays: a bundled agent, a file or folder with an agent in it, or an agent of an installed package.

>>> resolve("random_player").kind
'bundled'

``resolve`` only looks; nothing of an agent is imported before ``load``, and that runs in the agent's own process.
"""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import module_from_spec, spec_from_file_location
from inspect import isabstract, isclass
from math import inf
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

from dueldoku.agents.base import Agent, build
from dueldoku.agents.identity import digest_of
from dueldoku.agents.registry import AGENTS, load_agent, module_of, split_options
from dueldoku.arena.siblings import find_siblings
from dueldoku.errors import PlanError, UnknownName
from dueldoku.plain import Plain

Kind = Literal["bundled", "file", "package", "person"]  # a person plays on the page and is never loaded
GROUP = "dueldoku.agents"  # the entry points by which a package offers its agents
MAIN = "sudokuai.py"  # the file of a folder that holds the agent's class
NATIVE = "agent.py"  # the file that ``dueldoku agent new`` writes
MOST_BYTES = 256 << 20  # of an agent's files: they are copied for each game
NAMES_A_FILE = "network"  # the option of bundled agents that may
MOST_FILES, DEEPEST = 10_000, 50  # and so many, in folders within folders


@dataclass(frozen=True)
class Entrant(Plain):
    """An agent as it enters a game. ``digest`` changes when the agent does; ``name`` is what people see."""

    name: str
    kind: Kind
    source: str  # the bundled name, the absolute path, or the entry point
    options: tuple[tuple[str, str], ...]
    digest: str
    handicap: float | None = None  # its own limit for a turn, in the unit of the game's; None: the game's
    siblings: tuple[str, ...] = ()  # what it imports from beside it, by name: that goes along
    profiled: bool = False  # to be measured, not to be played
    file: str = ""  # the absolute path of the file that a bundled agent's option names: that goes along


def resolve(text: str) -> Entrant:
    """The agent that is written ``text``: a name or path, perhaps ``:option=value,option=value``, perhaps ``@limit``.

    The limit is the agent's own for each turn, in seconds or nodes as the game's is: a handicap, or a favour. Raises
    UnknownName, or PlanError if its files are too many. A bundled name wins over a folder of that name; write
    ``./name`` for the folder.

    >>> resolve("random_player@0.1").handicap
    0.1
    """
    text, limit = split_handicap(text)
    entrant = _resolve(text)
    return entrant if limit is None else replace(entrant, name=f"{entrant.name}@{limit:g}", handicap=limit)


def _resolve(text: str) -> Entrant:
    path, options = split_path(text)
    if path and text.partition(":")[0] not in AGENTS:
        return resolve_path(path, options)
    name, options = split_options(text)
    if name in AGENTS:
        if options:
            load_agent(name, options)  # a wrong option is told now, not in the first game
        return _with_file(bundled(text))
    if point := _entry_points().get(name):
        distribution = f"{point.dist.name} {point.dist.version}" if point.dist else ""
        return _entrant(text, "package", name, options, distribution)
    raise UnknownName(
        f"expected an agent: one of {', '.join([*AGENTS, *_entry_points()])}, a folder with a {MAIN}, "
        f"or a Python file; got {text!r}"
    )


def bundled(text: str) -> Entrant:
    """The bundled agent that is written ``text``; unlike ``resolve`` it loads nothing, so options are not tried."""
    name, options = split_options(text)
    if name not in AGENTS:
        raise UnknownName(f"expected a bundled agent out of {', '.join(AGENTS)}, got {name!r}")
    return _entrant(text, "bundled", name, options, digest_of(module_of(name)))


def person(name: str) -> Entrant:
    """Somebody who plays on the page."""
    return _entrant(name, "person", name, {}, "")


def stage(entrant: Entrant, folder: Path) -> None:
    """Copy the agent's files into ``folder``, as ``load`` expects them. Raises OSError, or PlanError if too large."""
    if entrant.file:
        shutil.copyfile(entrant.file, folder / Path(entrant.file).name)
    if entrant.kind != "file":
        return
    source = Path(entrant.source)
    for name, file in files_of(entrant):
        place = folder / name
        if source.is_dir() and file.is_relative_to(source):
            place = folder / _staged_name(source) / file.relative_to(source)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, place)


def is_our_trouble(error: OSError) -> bool:
    """Whether it is the machine's fault that ``stage`` failed, a full disk for instance: the files were there before.

    Only names that are too long, one in the other, are the agent's own.
    """
    return error.errno != errno.ENAMETOOLONG


def load(entrant: Entrant) -> Agent:
    """The agent itself, ready to think. Runs its code, so only in its own process, where its files are staged."""
    agent = _load(entrant)
    if entrant.profiled:
        from dueldoku.arena.hosting.profiled import Profiled

        return Profiled(agent)
    return agent


def _load(entrant: Entrant) -> Agent:
    options = dict(entrant.options)
    if entrant.kind == "bundled":
        if entrant.file:
            options[NAMES_A_FILE] = Path(entrant.file).name
        return load_agent(entrant.source, options)
    if entrant.kind == "package":
        point = _entry_points().get(entrant.source)
        if point is None:
            raise UnknownName(f"expected an installed agent {entrant.source!r}")
        thing = point.load()
    else:
        thing = _import_file(Path(entrant.source))
    kind = _find_class(thing) if isinstance(thing, ModuleType) else thing
    agent = build(kind, options, entrant.name.partition(":")[0])
    if isinstance(agent, Agent):
        return agent
    from dueldoku.agents.course import CourseAgent

    return CourseAgent(agent)


def files_of(entrant: Entrant) -> Iterator[tuple[str, Path]]:
    """The files that make up the agent, and what goes along, with their names from its own folder's on."""
    return _named_files(Path(entrant.source), entrant.siblings)


def _named_files(source: Path, siblings: Iterable[str]) -> Iterator[tuple[str, Path]]:
    files = [file for place in (source, *(source.parent / name for name in siblings)) for file in _files(place)]
    _check_size(source, files)
    for file in files:
        yield file.relative_to(source.parent).as_posix(), file


def relocate(entrant: Entrant, place: Path) -> Entrant:
    """What is at this place, as an agent with the name and options of this one; its digest tells if it is the same.

    Raises UnknownName or OSError.
    """
    found = resolve_path(place, dict(entrant.options), entrant.siblings)
    return replace(entrant, source=found.source, digest=found.digest, siblings=found.siblings)


def apart_from(entrant: Entrant, others: Iterable[Entrant]) -> Entrant:
    """The agent as it enters an event with these others: nothing of theirs goes along with it."""
    if not entrant.siblings:
        return entrant
    source = Path(entrant.source)
    sources = [Path(other.source) for other in others if other.kind == "file" and other.source != entrant.source]
    return relocate(replace(entrant, siblings=find_siblings(source, _files, sources)), source)


# -- looking ---------------------------------------------------------------------------------------------------------


def split_handicap(text: str) -> tuple[str, float | None]:
    """An agent's own limit behind the last @, if there is one. A file or folder may have such a name of its own."""
    agent, at, number = text.rpartition("@")
    if not at or Path(text).exists():
        return text, None
    try:
        limit = float(number.removesuffix("s"))
    except ValueError:
        raise UnknownName(
            f"expected seconds or nodes behind the @, such as {agent or 'mine'}@0.5, got {text!r}"
        ) from None
    if not 0 < limit < inf:
        raise PlanError(f"expected a limit above 0 behind the @, got {text!r}")
    return agent, limit


def split_path(text: str) -> tuple[Path | None, dict[str, str]]:
    """The path that ``text`` names, if there is such a file or folder, and the options behind it.

    The last colon parts the options: a path may have colons of its own, as after a Windows drive.
    """
    if text and Path(text).exists():
        return Path(text), {}
    path, colon, options = text.rpartition(":")
    if colon and path and "=" in options and Path(path).exists():
        return Path(path), split_options(f":{options}")[1]
    return None, {}


def resolve_path(path: Path, options: dict[str, str], siblings: tuple[str, ...] | None = None) -> Entrant:
    """The agent in this folder or file; without ``siblings``, with what it imports from beside it.

    Raises UnknownName, or PlanError if its files are too many.
    """
    path = path.resolve()
    if path.is_dir() and not (path / MAIN).is_file():
        raise UnknownName(f"expected a folder with a {MAIN}, or a Python file, got the folder {str(path)!r} without it")
    if not path.is_dir() and (not path.is_file() or path.suffix != ".py"):  # it may be a pipe
        raise UnknownName(f"expected a Python file or a folder with a {MAIN}, got {str(path)!r}")
    siblings = find_siblings(path, _files) if siblings is None else siblings
    hashed = hashlib.sha256()
    for name, file in _named_files(path, siblings):
        own = file.is_relative_to(path)  # whatever the agent's own folder is called
        size, inside = file.stat().st_size, file.relative_to(path).as_posix() if own else f"../{name}"
        hashed.update(os.fsencode(inside) + f"\0{size}\0".encode())
        with file.open("rb") as content:
            left = size  # and no more, if the file grows while it is read
            while left and (part := content.read(min(left, 1 << 20))):
                hashed.update(part)
                left -= len(part)
    name = path.name if path.is_dir() else path.stem if path.name != NATIVE else path.parent.name
    shown = shown_name(name)
    if options:
        shown += ":" + ",".join(f"{option}={value}" for option, value in options.items())
    return replace(_entrant(shown, "file", str(path), options, hashed.hexdigest()), siblings=siblings)


def shown_name(name: str) -> str:
    r"""The name of a file or folder as an agent's name: it prints, and is no formula where tables are calculated.

    >>> shown_name("=2+3"), shown_name("team 7 \x1b[31m")
    ('2+3', 'team 7 ?[31m')
    """
    return "".join(letter if letter.isprintable() else "?" for letter in name).strip().lstrip("=+-@") or "agent"


def _entrant(name: str, kind: Kind, source: str, options: dict[str, str], content: str) -> Entrant:
    pairs = tuple(sorted(options.items()))
    where = "" if kind == "file" else source  # the same files elsewhere are the same agent
    digest = hashlib.sha256(repr((kind, where, pairs, content)).encode()).hexdigest()
    return Entrant(name, kind, source, pairs, digest)


def _with_file(entrant: Entrant) -> Entrant:
    """The bundled agent with the file that its option names, if it names one: another file is another agent."""
    file = Path(dict(entrant.options).get(NAMES_A_FILE, "")).resolve()
    if not file.is_file():
        return entrant
    _check_size(file, [file])
    content = hashlib.sha256(file.read_bytes()).hexdigest()
    digest = hashlib.sha256(f"{entrant.digest} {content}".encode()).hexdigest()
    return replace(entrant, file=str(file), digest=digest)


def _files(path: Path) -> list[Path]:
    """The files that make up the agent, in order. Links are left out: they could lead to anybody's files.

    Nothing is read before it is known to be no more than an agent may have. Raises PlanError if it is.
    """
    if path.is_file():
        _check_size(path, [path])
        return [path]
    files: list[Path] = []
    folders = [(path, 1)]
    while folders:
        folder, depth = folders.pop()
        if depth > DEEPEST:
            raise PlanError(f"expected an agent's folders to lie at most {DEEPEST} deep, got more in {str(path)!r}")
        for entry in folder.iterdir():
            if entry.name.startswith(".") or entry.name == "__pycache__" or entry.is_symlink():
                continue
            if entry.is_dir():
                folders.append((entry, depth + 1))
            elif entry.is_file():
                files.append(entry)
            if len(files) + len(folders) > MOST_FILES:
                raise PlanError(f"expected an agent of at most {MOST_FILES} files, got more in {str(path)!r}")
    _check_size(path, files)
    return sorted(files)  # by the parts of their paths, as folder after folder would give them


def _check_size(path: Path, files: list[Path]) -> None:
    if sum(file.stat().st_size for file in files) > MOST_BYTES:
        raise PlanError(f"expected at most {MOST_BYTES >> 20} MB of files for an agent, got more in {str(path)!r}")


def _entry_points() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


# -- loading ---------------------------------------------------------------------------------------------------------


def _staged_name(folder: Path) -> str:
    """The folder's name as a package's name: course agents import themselves by it."""
    return folder.name.replace(".", "_") or "agent"


def _import_file(source: Path) -> ModuleType:
    """The module of a staged agent; the working directory is the folder above it, as in the course."""
    sys.path.insert(0, str(Path.cwd()))
    if source.suffix != ".py" or Path(_staged_name(source), MAIN).is_file():
        return import_module(f"{_staged_name(source)}.{Path(MAIN).stem}")
    name = source.stem if source.stem not in sys.modules else f"agent_{source.stem}"
    spec = spec_from_file_location(name, Path.cwd() / source.name)
    assert spec
    assert spec.loader
    module = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _find_class(module: ModuleType) -> type[Any]:
    """The agent's class: ``SudokuAI``, or the one ``Agent`` that the module defines."""
    from competitive_sudoku.sudokuai import SudokuAI

    course = getattr(module, "SudokuAI", None)
    if isclass(course) and course is not SudokuAI:
        return course
    own = [
        thing
        for thing in vars(module).values()
        if isclass(thing) and issubclass(thing, Agent) and not isabstract(thing) and thing.__module__ == module.__name__
    ]
    if len(own) != 1:
        raise UnknownName(f"expected a class SudokuAI or one subclass of Agent in {module.__name__}, got {len(own)}")
    return own[0]
