"""What all pages share while the server runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from dueldoku.web.analyst import Analyst
from dueldoku.web.hosts import Hosts
from dueldoku.web.lobby import Lobby
from dueldoku.web.runs import Runs
from dueldoku.web.workers import PageWorkers

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True)
class Services:
    """The archive's file, and who works for the page."""

    archive: Path
    workers: PageWorkers
    hosts: Hosts
    lobby: Lobby
    analyst: Analyst
    runs: Runs

    async def read(self, caller: str, job: Callable[Concatenate[str, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What a job of ``tables`` reads from the archive. It waits for no search of the same caller."""
        return await self.workers.slow(f"{caller} reads", 20.0, job, str(self.archive), *args, **kwargs)


_running: list[Services] = []


def open_services(archive: Path) -> Services:
    """Set everything up; inside a running event loop."""
    workers, hosts = PageWorkers(), Hosts()
    running = Services(archive, workers, hosts, Lobby(archive, workers, hosts), Analyst(workers), Runs(archive))
    _running.append(running)
    return running


def services() -> Services:
    """Those of the server that runs."""
    return _running[-1]


def close_services() -> None:
    """End everything that was set up."""
    closing = _running.pop()
    closing.runs.close()
    closing.workers.close()
    closing.hosts.close()
    closing.lobby.close()
