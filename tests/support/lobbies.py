"""A lobby of games without a page around it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from dueldoku.web.hosts import Hosts
from dueldoku.web.lobby import Lobby
from dueldoku.web.workers import PageWorkers

SMALL = "12.4.4.221.3...1"
ME, OTHER = "visitor-number-one", "visitor-number-two"


@asynccontextmanager
async def lobby_at(folder: Path) -> AsyncIterator[Lobby]:
    workers, hosts = PageWorkers(1), Hosts()
    lobby = Lobby(folder / "games.db", workers, hosts)
    try:
        yield lobby
    finally:
        workers.close()
        hosts.close()
        lobby.close()


def with_lobby(folder: Path, act: Callable[[Lobby], Awaitable[None]]) -> None:
    async def run() -> None:
        async with lobby_at(folder) as lobby:
            await act(lobby)

    asyncio.run(run())
