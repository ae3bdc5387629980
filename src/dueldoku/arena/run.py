"""A plan played to its end on a pool into an archive, whatever dies on the way; a watcher is told how it goes.

    with Archive("week1.db", write=True) as archive:
        run = Run(plan, archive, "week 1")
        run.play(run.missing())

``do_all`` does the same for any work that travels as data.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from itertools import chain
from typing import TypeVar

from dueldoku.agents.base import Limit
from dueldoku.arena import uncaged
from dueldoku.arena.archive import Archive, StoredGame
from dueldoku.arena.entrant import Entrant
from dueldoku.arena.feed import Feed
from dueldoku.arena.hosting.cage import probe
from dueldoku.arena.hosting.limits import MEMORY
from dueldoku.arena.plan import Plan
from dueldoku.arena.play import check_agent, play_task, settle
from dueldoku.arena.pool import Here, Pool, Where
from dueldoku.arena.referee import Referee
from dueldoku.arena.task import GameTask, Result, StartCheck, limit_text, own_limit
from dueldoku.errors import ArenaFault, BrokenAgents, PlanError

_LOOK_AGAIN = 10.0  # seconds until the pool is asked anew whether it is still there
SKIP_HINT = " (--skip-broken plays without them)"
_TRIES = 4  # how often a game is played again when the arena, not an agent, is at fault


T = TypeVar("T")
R = TypeVar("R")


class RunWatcher:
    """Is told how a run goes, and says nothing. ``running`` are the games under way."""

    def __init__(self) -> None:
        self.running: list[GameTask] = []

    def warn(self, sentence: str) -> None:
        """Something is not as it should be, but the games can be played."""

    def check(self, agents: int) -> None:
        """So many agents are about to be started once, before the first game."""

    def open(
        self, stored: Sequence[StoredGame], agents: Sequence[str], total: int | None
    ) -> AbstractContextManager[object]:
        """Games will be played inside this context: ``total`` (None: nobody knows) beside those stored before."""
        return nullcontext()

    def turn(self, task: GameTask, referee: Referee) -> None:
        """A turn was taken in a game that is played in this process."""

    def add(self, result: Result) -> None:
        """A game has ended and is stored."""


class Run:
    """A plan on its way into an archive, as the tournament of this name. ``stored`` are the keys of games before."""

    def __init__(self, plan: Plan, archive: Archive, name: str, where: Where = Where()) -> None:  # noqa: B008
        self.plan, self.archive, self.name, self.where = plan, archive, name, where
        self.stored = archive.begin(name, plan.settings())

    @property
    def total(self) -> int:
        """How many games of the plan are to be played, roughly: other games may be stored under the same name."""
        return max(0, len(self.plan) - len(self.stored))

    def missing(self) -> Iterator[GameTask]:
        """The games of the plan that are not stored yet."""
        return (task for task in self.plan.tasks() if task.key not in self.stored)

    def play(
        self,
        tasks: Iterable[GameTask],
        total: int | None = None,
        watcher: RunWatcher | None = None,
        enough: Callable[[], bool] = lambda: False,
        checked: bool = False,
    ) -> None:
        """Play what ``tasks`` gives, and store each game as it ends, until it is enough.

        Before the first game all agents are started once, unless they were ``checked`` before (``find_broken``).
        KeyboardInterrupt drops the games under way; what is stored stays.
        """
        watcher = watcher or RunWatcher()
        tasks = iter(tasks)
        first = next(tasks, None)
        if first is None:
            return
        if first.limit.nodes is None and not self.where.cluster and (level := probe().level) in ("basic", "none"):
            watcher.warn(f"agents are hardly caged here (level {level}): dueldoku doctor tells why")
        if self.plan.uncaged and self.where.cluster:
            raise PlanError("expected a time for each turn: a cluster plays agents that are not bundled in cages only")
        uncaged.warn(self.plan.uncaged)
        with self.where.open() as pool:
            if not checked and (broken := find_broken(self.plan, pool, watcher)):
                raise BrokenAgents(broken, SKIP_HINT if len(self.plan.agents) > 2 else "")
            stored, names = self.archive.games(self.name), [agent.name for agent in self.plan.agents]
            feed = Feed(self.archive.path, self.name)
            with feed.open(total, len(stored), names), watcher.open(stored, names, total):
                play: Callable[[GameTask], Result] = partial(
                    feed.play, watcher.turn if isinstance(pool, Here) else None
                )
                if self.where.cluster:  # its workers may be on machines that do not see our files
                    play = play_task
                for result in do_all(chain([first], tasks), pool, play, watcher.running, settle):
                    self.archive.add(self.name, result)
                    watcher.add(result)
                    if enough():
                        return


def do_all(
    tasks: Iterable[T],
    pool: Pool,
    do: Callable[[T], R],
    running: list[T] | None = None,
    settle: Callable[[T, int], R] | None = None,
) -> Iterator[R]:
    """Do the work, as much at a time as the pool can; results come as they are there.

    ``tasks`` is asked for more only when a place is free, so it may be endless. ``running`` is kept up to date with the
    work under way. What the arena failed to do is done again. After some tries ``settle`` is called instead, with the
    player at whom it failed; if there is none, or that fails, too, ArenaFault says so.
    """
    waiting, again, tries = enumerate(tasks), deque[tuple[int, T]](), Counter[int]()
    futures: dict[Future[R], tuple[int, T]] = {}
    running = [] if running is None else running
    while True:
        ahead = pool.ahead
        while len(futures) < ahead:
            numbered = again.popleft() if again else next(waiting, None)
            if numbered is None:
                break
            running[:] = [task for _, task in (*futures.values(), numbered)]
            futures[pool.submit(do, numbered[1])] = numbered
        if not futures:
            return
        done, _ = wait(futures, _LOOK_AGAIN, FIRST_COMPLETED)
        for future in done:
            number, task = futures.pop(future)
            try:
                result = future.result()
            except (Exception, CancelledError) as error:
                if not (isinstance(error, ArenaFault) or pool.lost(error)):
                    raise
                tries[number] += 1
                player = getattr(error, "player", 0)
                if tries[number] < _TRIES:
                    again.append((number, task))
                elif tries[number] == _TRIES and settle and player:
                    futures[pool.submit(settle, task, player)] = number, task
                else:
                    raise ArenaFault(f"{task}: not done, the arena failed {_TRIES} times, last: {error}") from error
            else:
                running[:] = [task for _, task in futures.values()]
                yield result


def find_broken(plan: Plan, pool: Pool, watcher: RunWatcher) -> dict[str, str]:
    """Why some agents of the plan cannot start, by name. The watcher is told of those who start, but make no move."""
    limit = min(plan.limits, key=lambda limit: limit.seconds)
    if limit.nodes is None:
        watcher.check(len(plan.agents))
    start = min((plan.start_of(board, 1) for board in plan.boards), key=len)
    broken, remarks = _start_agents(plan.agents, start, limit, pool, plan.memory)
    for remark in remarks:
        watcher.warn(remark)
    return broken


def check_agents(agents: Iterable[Entrant], start: str, limit: Limit, pool: Pool, memory: int = MEMORY) -> list[str]:
    """Start every agent in both seats and ask for a move; returns remarks on those who made none.

    Raises PlanError, naming all agents that cannot start: with them the results would mean nothing.
    """
    broken, remarks = _start_agents(agents, start, limit, pool, memory)
    if broken:
        raise BrokenAgents(broken)
    return remarks


def _start_agents(
    agents: Iterable[Entrant], start: str, limit: Limit, pool: Pool, memory: int
) -> tuple[dict[str, str], list[str]]:
    seats = enumerate((agent, seat) for agent in agents for seat in (1, 2))
    checks = [
        StartCheck(number, agent, seat, start, own_limit(agent, limit), memory) for number, (agent, seat) in seats
    ]
    broken: dict[str, str] = {}
    remarks: dict[str, str] = {}
    for number, starts, why in sorted(do_all(checks, pool, _try)):
        name, trial = checks[number].agent.name, limit_text(checks[number].limit)
        if not starts:
            broken.setdefault(name, why)
        elif why:
            remarks.setdefault(name, f"{name} made no move in a first trial of {trial}: {why}")
    return broken, list(remarks.values())


def _try(check: StartCheck) -> tuple[int, bool, str]:
    found = check_agent(check.agent, check.seat, check.start, check.limit, check.memory)
    return check.number, found.starts, found.why
