"""Work on another machine: it has to have our code, and the agents' files go along.

A worker of a cluster takes a call only if its sources are those of whoever sends it: see ``perform``. An agent in files
is sent as a ``Parcel``. The worker keeps it in a store, by its key, and looks at the digest again before each game:
a copy that was changed is thrown away and written anew.
"""

from __future__ import annotations

import contextlib
import logging
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Any

from dueldoku.agents.identity import fingerprint
from dueldoku.arena.entrant import Entrant, files_of, relocate
from dueldoku.arena.task import GameTask, Result, StartCheck, digest
from dueldoku.cache import folder as cache_folder
from dueldoku.errors import ArenaFault, DueldokuError, PlanError

_KEPT_DAYS = 30.0  # without a game


@dataclass(frozen=True)
class Parcel:
    """The files of an agent: names, from its own folder's on, and contents."""

    entrant: Entrant
    files: tuple[tuple[str, bytes], ...]


def pack(entrant: Entrant) -> Parcel:
    """The agent's files as they are now. Raises PlanError if they are not what they were."""
    try:
        parcel = Parcel(entrant, tuple((name, file.read_bytes()) for name, file in files_of(entrant)))
        unchanged = relocate(entrant, Path(entrant.source)).digest == entrant.digest
    except (OSError, DueldokuError) as error:
        raise PlanError(f"agent {entrant.name} cannot be found any more: {error}") from None
    if not unchanged:
        raise PlanError(f"agent {entrant.name} was changed since this run began; start the command again")
    return parcel


def key_of(entrant: Entrant) -> str:
    """What a parcel is kept by: the digest, and the name of the agent's folder, by which it may import itself."""
    return digest(entrant.digest, Path(entrant.source).name)


def to_pack(args: Iterable[object]) -> list[Entrant]:
    """The agents in files that a call with these arguments needs."""
    found: dict[str, Entrant] = {}
    for arg in args:
        for entrant in arg.agents if isinstance(arg, GameTask) else [arg.agent] if isinstance(arg, StartCheck) else ():
            if entrant.kind == "file":
                found[key_of(entrant)] = entrant
    return list(found.values())


# -- on the other machine --------------------------------------------------------------------------------------------


def greet() -> str:
    """Which code this process has."""
    return fingerprint()


def hold(parcel: Parcel) -> Parcel:
    """Have the parcel on the cluster: whoever needs it gets it from there, and if it is lost it is made again."""
    return parcel


def perform(mark: str, parcels: Sequence[Parcel], call: Callable[..., Any], *args: object) -> Any:
    """Make the call with the agents as they are kept here. Raises ArenaFault if we have other code than the caller."""
    if mark != fingerprint():
        raise ArenaFault("a worker has other code than this program: install the same Dueldoku there")
    here = {key_of(parcel.entrant): unpack(parcel) for parcel in parcels}
    answer = call(*(_settle(arg, here) for arg in args))
    if isinstance(answer, Result):  # it tells of the agents where they come from
        (task,) = (arg for arg in args if isinstance(arg, GameTask))
        return replace(answer, task=task)
    return answer


def _settle(arg: object, here: dict[str, Entrant]) -> object:
    def at_home(agent: Entrant) -> Entrant:
        return replace(agent, source=here[key_of(agent)].source) if key_of(agent) in here else agent

    if isinstance(arg, StartCheck):
        return replace(arg, agent=at_home(arg.agent))
    if isinstance(arg, GameTask):
        first, second = map(at_home, arg.agents)
        return replace(arg, agents=(first, second))
    return arg


def unpack(parcel: Parcel) -> Entrant:
    """The agent at its place in our store. Raises PlanError if the parcel does not hold what it says."""
    entrant, place = parcel.entrant, store() / key_of(parcel.entrant)
    kept = _kept(entrant, place)
    if kept:
        with contextlib.suppress(OSError):
            os.utime(place)  # it is still wanted
        return kept
    if place.exists():
        logging.getLogger("dueldoku").warning("the kept copy of %s was changed; it is written anew", entrant.name)
    _sweep(place.parent)
    with tempfile.TemporaryDirectory(dir=place.parent, prefix=".new-") as fresh:
        _write(parcel, Path(fresh, "files"))
        if not _kept(entrant, Path(fresh, "files")):
            raise PlanError(f"the files of agent {entrant.name} came damaged: their digest is not {entrant.digest}")
        if place.exists():
            place.rename(Path(fresh, "old"))
        with contextlib.suppress(OSError):  # somebody else was faster
            Path(fresh, "files").rename(place)
    found = _kept(entrant, place)
    if not found:
        raise ArenaFault(f"the files of agent {entrant.name} could not be kept in {place.parent}")
    return found


def store() -> Path:
    """Where this user keeps agents that came from elsewhere."""
    place = cache_folder() / "agents"
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    return place


def _kept(entrant: Entrant, place: Path) -> Entrant | None:
    """The agent as it is kept here; None if it is not, or is another."""
    try:
        name = Path(entrant.source).name
        if {inside.name for inside in place.iterdir()} != {name, *entrant.siblings}:
            return None
        found = relocate(entrant, place / name)
    except (OSError, ValueError, DueldokuError):
        return None
    return found if found.digest == entrant.digest else None


def _write(parcel: Parcel, folder: Path) -> None:
    for name, content in parcel.files:
        parts = PurePosixPath(name).parts
        if not parts or ".." in parts or PurePosixPath(name).is_absolute():
            raise PlanError(f"expected names of files below a folder from agent {parcel.entrant.name}, got {name!r}")
        file = folder.joinpath(*parts)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)


def _sweep(folder: Path) -> None:
    """Remove what nobody has played for long."""
    for place in folder.iterdir():
        with contextlib.suppress(OSError):
            if time.time() - place.stat().st_mtime > _KEPT_DAYS * 86_400:
                shutil.rmtree(place)
