"""``dueldoku tournament``: many agents on many boards, kept in an archive."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from typing import Annotated

from dueldoku.arena.plan import Plan
from dueldoku.arena.report import Report, group_note
from dueldoku.arena.task import GameTask
from dueldoku.cli.games import Run, find_agents, find_boards, find_limits, open_archive, program, say_stopped
from dueldoku.cli.live import in_words
from dueldoku.cli.options import Cluster, DryRun, Json, Many, Nodes, Rules, Seed, WatchIt, Workers
from dueldoku.cli.serve import watched
from dueldoku.errors import PlanError


def tournament(
    *,
    agents: Annotated[list[str], Many],
    boards: Annotated[list[str] | None, Many] = None,
    times: Annotated[list[float] | None, Many] = None,
    nodes: Nodes = None,
    rounds: int = 1,
    archive: str = "games/tournament.db",
    name: str = "tournament",
    gauntlet: str = "",
    rules: Rules = None,
    seed: Seed = 1,
    workers: Workers = None,
    cluster: Cluster = "",
    watch: WatchIt = False,
    dry_run: DryRun = False,
    json_: Json = False,
) -> int:
    """Play a tournament: every two agents, on every board, with every limit, in every round, with both seats.

    The games are kept in an archive. The same command goes on where it stopped; more agents, boards, limits or rounds
    add to it.

    Parameters
    ----------
    agents
        Bundled agents, perhaps with options (name:option=value), folders or files with an agent.
    boards
        Bundled boards, files with one or many, or recipes such as generate:size=3x3,empty=40,solutions=1,seed=7, which
        make a new board for every round; random-3x3 if nothing is said.
    times
        Seconds for each turn; 0.5 if nothing is said.
    rounds
        How often everything is played.
    archive
        The file to keep the games in. Several tournaments can share one.
    name
        What the tournament is called in the archive.
    gauntlet
        Only this agent plays, against each of the others.
    json_
        Write the result as JSON.

    """
    entrants = find_agents([gauntlet, *(agent for agent in agents if agent != gauntlet)] if gauntlet else agents)
    limits = find_limits(times, nodes)
    plan = Plan(entrants, find_boards(boards or ["random-3x3"]), limits, rounds, rules, seed, bool(gauntlet))
    if dry_run:
        print_schedule(list(plan.tasks()), workers)
        return 0
    with open_archive(archive or _no_archive()) as store, watched(archive if watch else ""):
        run = Run(plan, store, name, workers=workers, cluster=cluster)
        stored = min(len(run.stored), len(plan))
        if not json_:
            print(f"{len(plan)} games, {stored} of them stored before in {archive}.")
        try:
            run.play(run.missing(), len(plan) - stored, quiet=json_)
        except KeyboardInterrupt:
            return say_stopped(store, name)
        report = Report(store.games(name), [agent.name for agent in entrants])
        if json_:
            print(json.dumps({"archive": archive, "tournament": name, **report.to_json()}))
            return 0
        print(f"\n{report.standings().text()}")
        print(group_note(report.ratings), end="")
        print(f"\nMore:  {program()} report {archive}")
    return 0


def print_schedule(tasks: Sequence[GameTask], workers: int | None) -> None:
    """List the games in their order, and how long they may take."""
    width = len(str(len(tasks)))
    for number, task in enumerate(tasks, 1):
        print(f"{number:{width}}. {task}")
    print(f"{len(tasks)} games{_longest(tasks, workers)}.")


def _longest(tasks: Sequence[GameTask], workers: int | None) -> str:
    """How long they take if every agent uses all its time; bombs, which add turns, are not foreseen."""
    if any(task.limit.nodes is not None for task in tasks):
        return ""
    seconds = sum(task.start.partition(" ")[0].count(".") * task.limit.seconds for task in tasks)
    places = workers or max(1, (os.cpu_count() or 1) - 1)
    return f", about {in_words(seconds / places)} if all agents use all their time ({places} at a time)"


def _no_archive() -> str:
    raise PlanError("expected a file for --archive, got nothing")
