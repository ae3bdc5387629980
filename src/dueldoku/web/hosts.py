"""The agents of the games on the page: each in its cage, so many alive and so many thinking at a time."""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from dueldoku.agents.base import Limit
from dueldoku.arena.entrant import Entrant
from dueldoku.arena.hosting.cage import LEVELS
from dueldoku.arena.hosting.host import Host
from dueldoku.arena.seat import Answer
from dueldoku.errors import AgentFault
from dueldoku.game.game import Game

MOST_ALIVE = 24
_IDLE_SECONDS = 180.0  # after which an agent whose opponent thinks long is ended; it is started again for its turn


@dataclass
class _Living:
    host: Host
    used: float
    busy: bool = False


class Hosts:
    """Hosts by game and seat. An agent that was ended in between starts afresh: what it had saved is lost to it."""

    def __init__(self) -> None:
        self._living: dict[tuple[str, int], _Living] = {}
        self._threads = ThreadPoolExecutor(MOST_ALIVE, "host")
        self._cores = asyncio.Semaphore(max(1, os.cpu_count() or 1))

    async def ask(self, key: str, player: int, agent: Entrant, game: Game, limit: Limit, seed: int) -> Answer:
        """The agent's answer in this position. Raises ArenaFault."""
        loop = asyncio.get_running_loop()
        living = self._living.get((key, player))
        if living is None:
            await self._make_room()
            living = self._living[key, player] = _Living(Host(agent, player, seed=seed), time.monotonic())
        living.busy = True
        try:
            await loop.run_in_executor(self._threads, _start, living.host)
            async with self._cores:  # so that its clock is fair
                return await loop.run_in_executor(self._threads, living.host.ask, game, limit)
        except BaseException:
            self._living.pop((key, player), None)
            self._threads.submit(living.host.close)
            raise
        finally:
            living.busy, living.used = False, time.monotonic()

    def level_of(self, key: str) -> str:
        """How well the agents of a game are caged: the least of the levels."""
        levels = [one.host.level for (game, _), one in self._living.items() if game == key]
        return max(levels, key=LEVELS.index, default="none")

    async def end(self, key: str) -> None:
        """End the agents of a game."""
        for place in [place for place in self._living if place[0] == key and not self._living[place].busy]:
            await self._close(place)

    async def sweep(self) -> None:
        """End agents that were not asked for long."""
        before = time.monotonic() - _IDLE_SECONDS
        for place in [place for place, one in self._living.items() if not one.busy and one.used < before]:
            await self._close(place)

    async def _make_room(self) -> None:
        while len(self._living) >= MOST_ALIVE:
            idle = [place for place, one in self._living.items() if not one.busy]
            if not idle:
                await asyncio.sleep(0.05)
                continue
            await self._close(min(idle, key=lambda place: self._living[place].used))

    async def _close(self, place: tuple[str, int]) -> None:
        living = self._living.pop(place)
        await asyncio.get_running_loop().run_in_executor(self._threads, living.host.close)

    def close(self) -> None:
        """End them all."""
        for living in self._living.values():
            living.host.close()
        self._living.clear()
        self._threads.shutdown(wait=False, cancel_futures=True)


def _start(host: Host) -> None:
    """Start the agent before it waits for a core: whatever goes wrong is its answer to come."""
    with contextlib.suppress(AgentFault):
        host.start()
