"""Plays the games of a plan on a pool, and gets every one of them played whatever dies on the way.

What is said of games goes for any other work that travels as data under a key: see ``do_all``.

>>> from dueldoku.arena.pool import Here
>>> list(play_all([], Here()))
[]
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from typing import Protocol, TypeVar

from dueldoku.agents.base import Limit
from dueldoku.arena.entrant import Entrant
from dueldoku.arena.hosting.host import ArenaFault
from dueldoku.arena.play import check_agent, play_task
from dueldoku.arena.pool import Pool
from dueldoku.arena.task import GameTask, Result, limit_text
from dueldoku.errors import PlanError

_LOOK_AGAIN = 10.0  # seconds until the pool is asked anew whether it is still there
_TRIES = 4  # how often a game is played again when the arena, not an agent, is at fault


class Work(Protocol):
    """Something to do, as data that travels."""

    @property
    def key(self) -> str:
        """What it is, as a fingerprint."""


W = TypeVar("W", bound=Work)
R = TypeVar("R")


def play_all(
    tasks: Iterable[GameTask],
    pool: Pool,
    running: list[GameTask] | None = None,
    play: Callable[[GameTask], Result] = play_task,
) -> Iterator[Result]:
    """Play the games, as many at a time as the pool can; results come as games end, as from ``do_all``."""
    return do_all(tasks, pool, play, running)


def do_all(tasks: Iterable[W], pool: Pool, do: Callable[[W], R], running: list[W] | None = None) -> Iterator[R]:
    """Do the work, as much at a time as the pool can; results come as they are there.

    ``tasks`` is asked for more only when a place is free, so it may be endless. ``running`` is kept up to date with the
    work under way. What the arena failed to do is done again; after some tries ArenaFault says so.
    """
    waiting, again, tries = iter(tasks), deque[W](), Counter[str]()
    futures: dict[Future[R], W] = {}
    running = [] if running is None else running
    while True:
        ahead = pool.ahead
        while len(futures) < ahead:
            task = again.popleft() if again else next(waiting, None)
            if task is None:
                break
            running[:] = [*futures.values(), task]
            futures[pool.submit(do, task)] = task
        if not futures:
            return
        done, _ = wait(futures, _LOOK_AGAIN, FIRST_COMPLETED)
        for future in done:
            task = futures.pop(future)
            try:
                result = future.result()
            except (Exception, CancelledError) as error:
                if not (isinstance(error, ArenaFault) or pool.lost(error)):
                    raise
                tries[task.key] += 1
                if tries[task.key] == _TRIES:
                    raise ArenaFault(f"{task}: not done, the arena failed {_TRIES} times, last: {error}") from error
                again.append(task)
            else:
                running[:] = futures.values()
                yield result


def check_agents(agents: Iterable[Entrant], start: str, limit: Limit, pool: Pool) -> list[str]:
    """Start every agent in both seats and ask for a move; returns remarks on those who made none.

    Raises PlanError, naming all agents that cannot start: with them the results would mean nothing.
    """
    futures = {
        (agent, seat): pool.submit(check_agent, agent, seat, start, limit) for agent in agents for seat in (1, 2)
    }
    broken: dict[str, str] = {}
    remarks: dict[str, str] = {}
    for (agent, _), future in futures.items():
        check = future.result()
        if not check.starts:
            broken.setdefault(agent.name, check.why)
        elif check.why:
            remarks.setdefault(agent.name, check.why)
    if broken:
        listed = "; ".join(f"{name}: {why}" for name, why in broken.items())
        raise PlanError(f"expected agents that can start, so nothing was played; {listed}")
    return [f"{name} made no move in a first trial of {limit_text(limit)}: {why}" for name, why in remarks.items()]
