"""Who enters an event, as people hand it in: agents by name, folders, files, zips, and a folder full of those.

    with gather(["sensei", "submissions/"], many=True) as field:
        field.agents    # sensei, team01, team02 ...
        field.broken    # {"team03": "expected a folder with a sudokuai.py or an agent.py, but it is empty"}

A folder with a ``sudokuai.py``, or else an ``agent.py``, is an agent. So is one in which only one such folder lies, a
level or two down, and a zip with any of that. Zips are unpacked into a private folder, which is gone in the end. No
agent's code is run here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

from dueldoku.arena.entrant import MAIN, NATIVE, Entrant, resolve, resolve_path, shown_name, split_handicap, split_path
from dueldoku.arena.hosting.folder import private_folder
from dueldoku.arena.plan import tell_apart
from dueldoku.arena.unzip import is_litter, unzip
from dueldoku.errors import BrokenAgents, DueldokuError, PlanError

_DEEPEST = 3  # levels below a submission's own folder in which its agent is looked for
_NOBODY = "there is no such file, folder or bundled agent"
_ZIPS = 2  # a zip within a zip
_OTHER_ARCHIVES = (".7z", ".bz2", ".gz", ".rar", ".tar", ".tgz", ".xz")


@dataclass(frozen=True)
class Field:
    """All who enter, and why others cannot, by name.

    ``error`` is the last of these reasons as it was raised, ``first`` who had to be first.
    """

    agents: tuple[Entrant, ...]
    broken: dict[str, str]
    error: Exception | None = None
    first: str = ""

    def check(self) -> tuple[Entrant, ...]:
        """The agents. Raises PlanError, naming all that cannot enter."""
        if self.error and len(self.broken) == 1:
            raise self.error
        if self.broken:
            raise BrokenAgents(self.broken)
        return self.agents


@contextmanager
def gather(texts: Iterable[str], *, many: bool = False, first: str = "") -> Iterator[Field]:
    """Find all agents, as they are written; with ``many``, a folder may be full of them. One may have to be first."""
    texts = [first, *(text for text in texts if text != first)] if first else texts
    with private_folder() as room:
        agents: list[Entrant] = []
        broken: dict[str, str] = {}
        last: Exception | None = None
        for text in texts:
            finder = _Finder(room, text)
            try:
                found = finder.find(many)
            except (DueldokuError, OSError) as error:
                last = PlanError(f"{text}: {error}") if finder.path else error
                broken[text] = str(error) if finder.path else _NOBODY
                continue
            for name, entrant in found:
                if isinstance(entrant, Entrant):
                    agents.append(entrant)
                else:
                    broken[name] = entrant
        yield Field(tell_apart(agents), broken, last, first)


def look_into(folder: Path, room: Path) -> list[tuple[str, Entrant | str]]:
    """Every agent in a folder by name, in place of a broken one why it is; or the one agent that the folder itself is.

    Zips are unpacked into ``room``. Raises OSError.
    """
    if any((folder / file).is_file() for file in (MAIN, NATIVE)):
        return [_Finder(room, str(folder)).enter(folder)]
    return _Finder(room, str(folder)).enter_all([entry for entry in _entries(folder) if _is_submission(entry)])


class _Finder:
    """Finds what one text of a command names."""

    def __init__(self, room: Path, text: str) -> None:
        self._room, self._text = room, text
        self._plain, self._handicap = split_handicap(text)
        self.path, self._options = split_path(self._plain)

    def find(self, many: bool) -> list[tuple[str, Entrant | str]]:
        """The agents by name; in place of one that is broken, why it is."""
        path = self.path
        if path is None or path.suffix == ".py" or (path / MAIN).is_file() or not _is_holder(path):
            return [(self._text, resolve(self._text))]
        entries = [entry for entry in _entries(path) if _is_submission(entry)] if path.is_dir() else []
        if many and (len(entries) > 1 or any(entry.suffix == ".zip" for entry in entries)):
            return self.enter_all(entries)
        return [(path.name, self._entrant(path, path.stem if path.is_file() else path.name))]

    def enter_all(self, entries: list[Path]) -> list[tuple[str, Entrant | str]]:
        """The agents at these places."""
        names = Counter(_name_of(entry) for entry in entries)
        told_apart = (entry.name if names[_name_of(entry)] > 1 else "" for entry in entries)  # team07 and team07.zip
        return [self.enter(entry, name) for entry, name in zip(entries, told_apart, strict=True)]

    def enter(self, entry: Path, name: str = "") -> tuple[str, Entrant | str]:
        """The agent at this place with its name; in its stead, why it is broken."""
        name = name or _name_of(entry)
        try:
            return name, self._entrant(entry, name)
        except (DueldokuError, OSError) as error:
            return name, str(error)

    def _entrant(self, place: Path, name: str) -> Entrant:
        """The agent of the submission at this place, under this name."""
        found = resolve_path(self._locate(place), self._options)
        shown = found.name.partition(":")
        entrant = replace(found, name=f"{shown_name(name)}{shown[1]}{shown[2]}")
        if self._handicap is None:
            return entrant
        return replace(entrant, name=f"{entrant.name}@{self._handicap:g}", handicap=self._handicap)

    def _locate(self, place: Path, zips: int = 0) -> Path:
        """The agent's own folder or file. Raises PlanError."""
        if place.suffix == ".py" and place.is_file():
            return place
        if place.is_file():
            if place.suffix.lower() != ".zip":
                raise PlanError(f"expected a folder, a zip or a Python file, got {place.name!r}")
            if zips == _ZIPS:
                raise PlanError(f"expected an agent in the zip, got zips within zips, down to {place.name!r}")
            folder = Path(self._room, str(sum(1 for _ in self._room.iterdir())), place.stem)
            folder.mkdir(parents=True)
            unzip(place, folder)
            return self._locate(folder, zips + 1)
        for file, level in product((MAIN, NATIVE), list(_levels(place))):
            if found := [folder for folder in level if (folder / file).is_file()]:
                if len(found) > 1:
                    inside = ", ".join(sorted(str(one.relative_to(place)) for one in found))
                    raise PlanError(f"expected only one {file}, got {len(found)}: {inside}")
                return found[0] if file == MAIN else found[0] / file
        packed = [entry for entry in _entries(place) if entry.suffix.lower() == ".zip"]
        if len(packed) == 1:
            return self._locate(packed[0], zips)
        inside = ", ".join(entry.name for entry in _entries(place)[:4])
        wanted = f"expected a folder with a {MAIN} or an {NATIVE}, "
        raise PlanError(wanted + (f"got only {inside}" if inside else "but it is empty"))


def _name_of(entry: Path) -> str:
    return entry.stem if entry.is_file() else entry.name


def _is_holder(path: Path) -> bool:
    return path.is_dir() or path.suffix.lower() == ".zip"


def _is_submission(entry: Path) -> bool:
    """Whether an entry of a folder of submissions is meant as one; notes and tables beside them are not."""
    if entry.is_dir():
        return True
    suffix = entry.suffix.lower()
    return suffix in (".zip", *_OTHER_ARCHIVES) or (suffix == ".py" and not entry.name.startswith("_"))


def _entries(folder: Path) -> list[Path]:
    return sorted(entry for entry in folder.iterdir() if not is_litter(entry.name) and not entry.is_symlink())


def _levels(folder: Path) -> Iterator[list[Path]]:
    """The folder, then those in it, then those in these."""
    level = [folder]
    for _ in range(_DEEPEST):
        yield level
        level = [entry for one in level for entry in _entries(one) if entry.is_dir()]
