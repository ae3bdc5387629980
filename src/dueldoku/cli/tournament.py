"""``dueldoku tournament`` and ``demo``: many agents on many boards, kept in an archive."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from dueldoku.arena.archive import Archive
from dueldoku.arena.plan import make_plan
from dueldoku.arena.pool import Where
from dueldoku.arena.report import Report
from dueldoku.arena.run import Run
from dueldoku.arena.task import GameTask
from dueldoku.cli.games import program, say_stopped
from dueldoku.cli.live import in_words, watcher_of
from dueldoku.cli.options import DryRun, Games, JsonResult, Many, Places, Played, Rounds, Seed, Setup, WatchIt
from dueldoku.cli.report import write_page
from dueldoku.cli.serve import watched
from dueldoku.errors import PlanError

DEMO_AGENTS = ("greedy_player", "random_player", "naive_player")
DEMO_BOARDS = ("easy-2x2", "random-2x3")
_DEMO = "demo"  # its name in the archive


def tournament(
    *,
    agents: Annotated[list[str], Many],
    setup: Played = Setup(),  # noqa: B008
    games: Games = None,
    rounds: Rounds = None,
    archive: str = "games/tournament.db",
    name: str = "tournament",
    gauntlet: str = "",
    places: Places = Where(),  # noqa: B008
    watch: WatchIt = False,
    dry_run: DryRun = False,
    json_: JsonResult = False,
) -> int:
    """Play a tournament: every two agents, on every board, with every limit, in every round, with both seats.

    The games are kept in an archive. The same command goes on where it stopped; more agents, boards, limits or rounds
    add to it.

    Parameters
    ----------
    agents
        Bundled agents, perhaps with options (name:option=value), folders or files with an agent.
    archive
        The file to keep the games in. Several tournaments can share one.
    name
        What the tournament is called in the archive.
    gauntlet
        Only this agent plays, against each of the others.

    """
    plan = setup.plan(agents, games=games, rounds=rounds, gauntlet=gauntlet)
    if dry_run:
        print_schedule(list(plan.tasks()), places)
        return 0
    if not archive:
        raise PlanError("expected a file for --archive, got nothing")
    with Archive(archive, write=True) as store, watched(archive if watch else ""):
        run = Run(plan, store, name, places)
        stored = min(len(run.stored), len(plan))
        if not json_:
            print(f"{len(plan)} games, {stored} of them stored before in {archive}.")
        try:
            run.play(run.missing(), len(plan) - stored, watcher_of(json_))
        except KeyboardInterrupt:
            return say_stopped(store, name)
        report = Report(store.games(name), [agent.name for agent in plan.agents])
        if json_:
            print(json.dumps({"archive": archive, "tournament": name, **report.to_json()}))
            return 0
        print(f"\n{report}\n\nMore:  {program()} report {archive}")
    return 0


def print_schedule(tasks: Sequence[GameTask], places: Where) -> None:
    """List the games in their order, and how long they may take."""
    width = len(str(len(tasks)))
    for number, task in enumerate(tasks, 1):
        print(f"{number:{width}}. {task}")
    print(f"{len(tasks)} games{_longest(tasks, places)}.")


def _longest(tasks: Sequence[GameTask], places: Where) -> str:
    """How long they take if every agent uses all its time; bombs, which add turns, are not foreseen."""
    if any(task.limit.nodes is not None for task in tasks):
        return ""
    seconds = sum(task.start.partition(" ")[0].count(".") * task.limit.seconds for task in tasks)
    return f", about {in_words(seconds / places.places)} if all agents use all their time ({places.places} at a time)"


def demo(
    *,
    time: float | None = None,
    nodes: int | None = None,
    rounds: int = 3,
    seed: Seed = 1,
    archive: str = "games/demo.db",
    json_: JsonResult = False,
) -> int:
    """Play a small tournament of bundled agents with live standings; it takes less than a minute.

    Parameters
    ----------
    time
        Seconds for each turn; by default 0.1.
    nodes
        Search nodes for each turn instead: the agents run in this process, and the same seed plays the same games.
    rounds
        How often everybody plays everybody on each board.
    archive
        The file to keep the games in. A demo that was played before is played anew.

    """
    times = [] if time is None and nodes is not None else [0.1 if time is None else time]
    plan = make_plan(DEMO_AGENTS, DEMO_BOARDS, times=times, nodes=nodes, rounds=rounds, seed=seed)
    with Archive(archive, write=True) as store:
        name = _free_name(store)
        run = Run(plan, store, name)
        if not json_:
            boards, agents = " and ".join(DEMO_BOARDS), ", ".join(DEMO_AGENTS)
            print(f"A tournament of {agents} on {boards}: {len(plan)} games.")
        try:
            run.play(run.missing(), len(plan), watcher_of(json_))
        except KeyboardInterrupt:
            return say_stopped(store, name)
        games = store.games(name)
    report = Report(games)
    page = Path(archive).with_suffix(".html")
    write_page(report, archive, str(page))
    if json_:
        print(json.dumps({"archive": archive, "page": str(page), "tournament": name, **report.to_json()}))
        return 0
    print(f"\n{report.standings().text()}\n")
    print(f"The report is a page:    {page}  (as text: {program()} report {archive} --name {name})")
    print(f"The archive of games:    {archive}  (as a table: {program()} export {archive})")
    print(f"All of it in a browser:  {program()} serve --archive {archive}")
    print(f"To see the last game:    {program()} replay {archive} --game {games[-1].number} --step")
    print(f"To play yourself:        {program()} play you sensei:level=beginner --board random-2x3")
    return 0


def _free_name(archive: Archive) -> str:
    """A name for this run: demos are kept side by side."""
    number = sum(name.startswith(_DEMO) for name in archive.tournaments())
    return f"{_DEMO}-{number + 1}" if number else _DEMO
