"""What all pages share while the server runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from dueldoku.engine.analysis import Analysis
from dueldoku.web import jobs
from dueldoku.web.hosts import Hosts
from dueldoku.web.lobby import Lobby, folder_of, guest_name
from dueldoku.web.people import People
from dueldoku.web.runs import Runs
from dueldoku.web.workers import PageWorkers, T, Ts
from dueldoku.web.workshop import Workshop

_REMEMBERED = 500  # analyses


@dataclass(frozen=True)
class Services:
    """The archive's file, where the page listens, and who works for it."""

    archive: Path
    host: str
    workers: PageWorkers
    hosts: Hosts
    lobby: Lobby
    runs: Runs
    people: People
    workshop: Workshop
    _analyses: dict[str, tuple[float, Analysis]] = field(default_factory=dict)  # by position, with time

    def name_of(self, visitor: str) -> str:
        """What a visitor is called."""
        return self.people.get(visitor).name or guest_name(visitor)

    async def read(self, caller: str, job: Callable[[str, *Ts], T], *args: *Ts) -> T:
        """What a job of ``tables`` reads from the archive. It waits for no search, of whomever."""
        return await self.workers.read(caller, 20.0, job, str(self.archive), *args)

    async def analyse(self, caller: str, position: str, seconds: float) -> Analysis:
        """What the position is worth, remembered for whoever asks next; in less time if others wait.

        Raises Busy, Overdue or what is wrong with the position.
        """
        given, found = self._analyses.get(position, (0.0, None))
        if found is None or given < seconds:
            given = self.workers.share(seconds)
            found = await self.workers.slow(caller, given, jobs.analyse, position, given)
        self._analyses.pop(position, None)  # so that it is the newest
        self._analyses[position] = given, found
        if len(self._analyses) > _REMEMBERED:
            del self._analyses[next(iter(self._analyses))]
        return found


_running: list[Services] = []


@contextmanager
def open_services(archive: Path, host: str, agents: Path | None = None) -> Iterator[Services]:
    """Set everything up, inside a running event loop, and end it all afterwards; ``agents`` is a folder of them."""
    workers, hosts, workshop = PageWorkers(), Hosts(), Workshop(agents)
    lobby, people = Lobby(archive, workers, hosts, workshop), People(folder_of(archive))
    opened = Services(archive, host, workers, hosts, lobby, Runs(archive), people, workshop)
    _running.append(opened)
    yield opened
    _running.pop()
    for service in (opened.runs, workers, hosts, opened.lobby, opened.people, workshop):
        service.close()


def services() -> Services:
    """Those of the server that runs."""
    return _running[-1]
