"""The agents that play on the page, each in its cage: so many alive and so many thinking at a time."""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from dueldoku.arena.hosting.cage import LEVELS
from dueldoku.arena.hosting.host import Host
from dueldoku.arena.seat import Answer
from dueldoku.arena.task import GameTask
from dueldoku.errors import AgentFault
from dueldoku.game.game import Game

MOST_ALIVE = 24  # agents
_SWEEP_SECONDS = 30.0
_IDLE_SECONDS = 180.0  # after which an agent whose opponent thinks long is ended; it is started again for its turn


@dataclass
class _Living:
    host: Host
    used: float
    busy: bool = False
    loading: bool = True  # until it has started


class Hosts:
    """The agents by game and seat, each in its cage: so many alive and so many thinking at a time.

    One that was ended in between starts afresh: what it had saved is lost to it.
    """

    def __init__(self) -> None:
        self._living: dict[tuple[str, int], _Living] = {}
        self._threads = ThreadPoolExecutor(MOST_ALIVE, "host")
        cores = max(1, os.cpu_count() or 1)
        self._cores, self._starting = asyncio.Semaphore(cores), asyncio.Semaphore(cores)

    async def ask(self, task: GameTask, player: int, game: Game) -> Answer:
        """The agent's answer in this position. Raises ArenaFault."""
        loop, place = asyncio.get_running_loop(), (task.pair, player)
        agent = task.agents[player - 1]
        living = self._living.get(place)
        if living and living.host.entrant.digest != agent.digest:  # its files have changed
            await self._close([place])
            living = None
        if living is None:
            await self._make_room()
            host = Host(agent, player, seed=task.seed_of(player), memory=task.memory)
            living = self._living[place] = _Living(host, time.monotonic())
        living.busy = True
        try:
            async with self._starting:  # it may be compiled then
                await loop.run_in_executor(self._threads, _start, living.host)
            living.loading = False
            async with self._cores:  # so that its clock is fair
                return await loop.run_in_executor(self._threads, living.host.ask, game, task.limit)
        except BaseException:
            self._living.pop(place, None)
            self._threads.submit(living.host.close)
            raise
        finally:
            living.busy, living.used = False, time.monotonic()

    def is_loading(self, key: str, player: int) -> bool:
        """Whether the agent of this seat is being started: it does not think yet."""
        living = self._living.get((key, player))
        return living is None or living.loading

    def level_of(self, key: str) -> str:
        """How well the agents of a game are caged: the least of the levels."""
        levels = [one.host.level for (game, _), one in self._living.items() if game == key]
        return max(levels, key=LEVELS.index, default="none")

    async def end(self, key: str) -> None:
        """End the agents of a game."""
        await self._close([place for place, one in self._living.items() if place[0] == key and not one.busy])

    async def sweep(self) -> None:
        """Again and again, end agents that were not asked for long."""
        while True:
            await asyncio.sleep(_SWEEP_SECONDS)
            before = time.monotonic() - _IDLE_SECONDS
            await self._close([place for place, one in self._living.items() if not one.busy and one.used < before])

    async def _make_room(self) -> None:
        while len(self._living) >= MOST_ALIVE:
            idle = [place for place, one in self._living.items() if not one.busy]
            await self._close(sorted(idle, key=lambda place: self._living[place].used)[:1])
            if not idle:
                await asyncio.sleep(0.05)

    async def _close(self, places: list[tuple[str, int]]) -> None:
        for living in [self._living.pop(place) for place in places]:
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
