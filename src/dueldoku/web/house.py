"""What all pages share while the server runs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from dueldoku.web.analyst import Analyst
from dueldoku.web.desk import Desk
from dueldoku.web.hosts import Hosts
from dueldoku.web.lobby import Lobby
from dueldoku.web.runs import Runs


@dataclass(frozen=True)
class House:
    """The archive's file, and who works for the page."""

    archive: Path
    desk: Desk
    hosts: Hosts
    lobby: Lobby
    analyst: Analyst
    runs: Runs


_houses: list[House] = []


def open_house(archive: Path) -> House:
    """Set everything up; inside a running event loop."""
    desk, hosts = Desk(), Hosts()
    house = House(archive, desk, hosts, Lobby(archive, desk, hosts), Analyst(desk), Runs(archive))
    _houses.append(house)
    return house


def house() -> House:
    """The house that is open."""
    return _houses[-1]


def close_house() -> None:
    """End everything that was set up."""
    closing = _houses.pop()
    closing.runs.close()
    closing.desk.close()
    closing.hosts.close()
    closing.lobby.close()
