"""What the verbs that play many games share: their arguments, the run with its view, and how to go on after Ctrl-C."""

from __future__ import annotations

import shlex
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

from dueldoku.agents.base import Limit
from dueldoku.arena.archive import Archive
from dueldoku.arena.entrant import Entrant, resolve
from dueldoku.arena.feed import Feed
from dueldoku.arena.hosting.cage import probe
from dueldoku.arena.plan import Board, Plan, Recipe
from dueldoku.arena.play import play_task
from dueldoku.arena.pool import Here, open_pool
from dueldoku.arena.task import GameTask, Result
from dueldoku.arena.tournament import check_agents, play_all
from dueldoku.cli.live import open_view
from dueldoku.cli.source import load_positions
from dueldoku.errors import PlanError

INTERRUPTED = 130


def find_agents(texts: Iterable[str]) -> tuple[Entrant, ...]:
    """The agents as they are written. Folders of the same name are told apart by the folder that they are in."""
    agents = [resolve(text) for text in texts]
    names = Counter(name for name, _ in {(agent.name, agent.source) for agent in agents})
    return tuple(
        replace(agent, name=f"{Path(agent.source).parent.name}/{agent.name}")
        if agent.kind == "file" and names[agent.name] > 1
        else agent
        for agent in agents
    )


def find_boards(texts: Iterable[str]) -> tuple[Board | Recipe, ...]:
    """The boards as they are written: a name, a file with one or many, a recipe, or the board itself."""
    boards: list[Board | Recipe] = []
    for text in texts:
        if text.startswith("generate:"):
            boards.append(Recipe.parse(text))
            continue
        positions = load_positions(text)
        name = " ".join(text.split())
        for number, position in enumerate(positions, 1):
            boards.append(Board(f"{name}#{number}" if len(positions) > 1 else name, position))
    return tuple(boards)


def find_limits(times: Sequence[float] | None, nodes: int | None, default: float = 0.5) -> tuple[Limit, ...]:
    """The limits per turn: seconds, or nodes for the fast lane."""
    if times and nodes is not None:
        raise PlanError("expected a time or --nodes, got both")
    if nodes is not None:
        return (Limit(nodes=nodes),)
    return tuple(Limit(seconds) for seconds in times or (default,))


@contextmanager
def open_archive(file: str) -> Iterator[Archive]:
    """The archive to write to; without a file, one for the moment."""
    if file:
        with Archive(file, write=True) as archive:
            yield archive
        return
    with TemporaryDirectory() as folder, Archive(Path(folder, "games.db"), write=True) as archive:
        yield archive


class Run:
    """A plan on its way into an archive, as the tournament of this name."""

    def __init__(
        self, plan: Plan, archive: Archive, name: str, *, workers: int | None = None, cluster: str = ""
    ) -> None:
        self.plan, self.archive, self.name = plan, archive, name
        self.workers, self.cluster = workers, cluster
        self.stored = archive.begin(name, plan.settings())

    def play(
        self,
        tasks: Iterable[GameTask],
        total: int | None,
        *,
        quiet: bool = False,
        note: Callable[[Result], str] | None = None,
        enough: Callable[[], bool] = lambda: False,
    ) -> None:
        """Play what ``tasks`` gives and store each game as it ends; ``note`` adds a line to the view.

        KeyboardInterrupt drops the games under way; what is stored stays.
        """
        tasks = iter(tasks)
        first = next(tasks, None)
        if first is None:
            return
        if first.limit.nodes is None and not self.cluster and (level := probe().level) in ("basic", "none"):
            print(f"dueldoku: agents are hardly caged here (level {level}): dueldoku doctor tells why", file=sys.stderr)
        with open_pool(self.workers, self.cluster) as pool:
            if not quiet and first.limit.nodes is None:
                print(f"Checking that {len(self.plan.agents)} agents start.", flush=True)
            shortest = min(self.plan.limits, key=lambda limit: limit.seconds)
            for remark in check_agents(self.plan.agents, self._smallest_start(), shortest, pool):
                print(f"dueldoku: {remark}", file=sys.stderr)
            stored, names = self.archive.games(self.name), [agent.name for agent in self.plan.agents]
            feed = Feed(self.archive.path, self.name)
            with feed.open(total, len(stored), names), open_view(stored, names, total, quiet) as view:
                play: Callable[[GameTask], Result] = partial(feed.play, view.turn if isinstance(pool, Here) else None)
                if self.cluster:  # its workers may be on machines that do not see our files
                    play = play_task
                for result in play_all(chain([first], tasks), pool, view.running, play):
                    self.archive.add(self.name, result)
                    view.add(result, note(result) if note else "")
                    if enough():
                        return

    def missing(self) -> Iterator[GameTask]:
        """The games of the plan that are not stored yet."""
        return (task for task in self.plan.tasks() if task.key not in self.stored)

    def _smallest_start(self) -> str:
        starts = [self.plan.start_of(board, 1) for board in self.plan.boards]
        return min(starts, key=len)


def say_stopped(archive: Archive | None, name: str) -> int:
    """After Ctrl-C: what is safe, and the command that goes on. Returns the exit code."""
    if archive is None:
        sentence = "stopped; nothing was stored (with --archive FILE, the same command can go on)"
    else:
        count = len(archive.games(name))
        sentence = f"stopped; {count} games are stored in {archive.path}. To go on:\n  {command()}"
    print(f"dueldoku: {sentence}", file=sys.stderr)
    return INTERRUPTED


def command() -> str:
    """The command that was given, to be pasted again."""
    return shlex.join([program(), *sys.argv[1:]])


def program() -> str:
    """How this program was called, for a command that can be pasted."""
    called = Path(sys.argv[0])
    if shutil.which("dueldoku") == str(called):
        return "dueldoku"
    try:
        return str(called.absolute().relative_to(Path.cwd()))
    except ValueError:
        return "dueldoku"
