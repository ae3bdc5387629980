"""``dueldoku tournament``: many agents on many boards, kept in an archive."""

from __future__ import annotations

import json
from statistics import fmean
from typing import Annotated

from dueldoku.arena.archive import Archive
from dueldoku.arena.plan import Plan
from dueldoku.arena.pool import Where
from dueldoku.arena.report import Report
from dueldoku.arena.run import Run
from dueldoku.cli.games import STOPS, program, say_stopped
from dueldoku.cli.live import in_words, watcher_of
from dueldoku.cli.options import DryRun, Games, JsonResult, Many, Places, Played, Rounds, Setup, WatchIt
from dueldoku.cli.serve import watched
from dueldoku.errors import PlanError


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
        print_schedule(plan, places)
        return 0
    if not archive:
        raise PlanError("expected a file for --archive, got nothing")
    with Archive(archive, write=True) as store, watched(archive if watch else ""):
        run = Run(plan, store, name, places)
        if not json_:
            print(f"{len(plan)} games, {len(plan) - run.total} of them stored before in {archive}.")
        try:
            run.play(run.missing(), run.total, watcher_of(json_))
        except STOPS as why:
            return say_stopped(why, store, name)
        report = Report(store.games(name), [agent.name for agent in plan.agents])
        if json_:
            print(json.dumps({"archive": archive, "tournament": name, **report.to_json()}))
            return 0
        print(f"\n{report}\n\nMore:  {program()} report {archive}")
    return 0


def print_schedule(plan: Plan, places: Where) -> None:
    """List the games in their order, and how long they may take. There may be many: they come one by one."""
    width, seconds, at_once = len(str(len(plan))), 0.0, places.places
    for number, task in enumerate(plan.tasks(), 1):
        print(f"{number:{width}}. {task}")
        seconds += task.start.partition(" ")[0].count(".") * fmean(limit.seconds for limit in task.limits)
    longest = ""
    if all(limit.nodes is None for limit in plan.limits):  # bombs, which add turns, are not foreseen
        words = in_words(seconds / at_once)
        longest = f", about {words} if all agents use all their time ({at_once} at a time)"
    print(f"{len(plan)} games{longest}.")
