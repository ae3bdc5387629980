"""``dueldoku tournament``: many agents on many boards, kept in an archive."""

from __future__ import annotations

import json
from collections.abc import Sequence
from statistics import fmean
from typing import Annotated

from dueldoku.arena.admission import Admitted, admit
from dueldoku.arena.archive import Archive
from dueldoku.arena.causes import find_causes
from dueldoku.arena.entrant import Entrant
from dueldoku.arena.notes import copies_note, find_copies
from dueldoku.arena.plan import Plan
from dueldoku.arena.pool import Where
from dueldoku.arena.report import Report
from dueldoku.arena.run import Run
from dueldoku.arena.submissions import gather
from dueldoku.cli.games import STOPS, columns, program, say_stopped
from dueldoku.cli.live import in_words, watcher_of
from dueldoku.cli.options import DryRun, Flag, Games, JsonResult, Many, Places, Played, Rounds, Setup, WatchIt
from dueldoku.cli.serve import watched
from dueldoku.errors import PlanError
from dueldoku.render.table import wrap
from dueldoku.words import counted


def tournament(
    *,
    agents: Annotated[list[str], Many],
    setup: Played = Setup(),  # noqa: B008
    games: Games = None,
    rounds: Rounds = None,
    archive: str = "games/tournament.db",
    name: str = "tournament",
    gauntlet: str = "",
    skip_broken: Flag = False,
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
        Bundled agents, perhaps with options (name:option=value), folders, files or zips with an agent, or a folder full
        of those; each perhaps with a limit of its own for a turn (name@0.1).
    archive
        The file to keep the games in. Several tournaments can share one.
    name
        What the tournament is called in the archive.
    gauntlet
        Only this agent plays, against each of the others.
    skip_broken
        Leave out agents that cannot be found or do not start, and say why; else nothing is played.

    """
    if not archive:
        raise PlanError("expected a file for --archive, got nothing")

    def plan_of(entrants: Sequence[Entrant]) -> Plan:
        return setup.plan(entrants, games=games, rounds=rounds, gauntlet=bool(gauntlet))

    watcher = watcher_of(json_)
    with gather(agents, many=True, first=gauntlet) as field:
        if dry_run:
            print_schedule(plan_of(field.agents if skip_broken else field.check()), places)
            return 0
        admitted = admit(field, plan_of, places, watcher, skip_broken=skip_broken)
        if not json_:
            _tell_field(admitted)
        with Archive(archive, write=True) as store, watched(archive if watch else ""):
            run = Run(admitted.plan, store, name, places)
            if not json_:
                print(
                    f"{counted(len(run.plan), 'game')}, {len(run.plan) - run.total} of them stored before in {archive}."
                )
            try:
                run.play(run.missing(), run.total, watcher, checked=admitted.checked)
            except STOPS as why:
                return say_stopped(why, store, name)
            played, names = store.games(name), [agent.name for agent in run.plan.agents]
            report = Report(played, names, left_out=admitted.left_out)
            if json_:
                print(json.dumps({"archive": archive, "tournament": name, **report.to_json()}))
                return 0
            causes = [cause.sentence for cause in find_causes(store, played)]
            print(f"\n{report.text(columns(), causes)}\n\nMore:  {program()} report {archive}")
    return 0


def _tell_field(admitted: Admitted) -> None:
    """Who is left out, and who are the same, before it takes long."""
    if admitted.left_out:
        print("Left out:")
        for name, why in admitted.left_out.items():
            print("\n".join(wrap(f"  {name}: {' '.join(why.split())}", columns())))
    if same := copies_note(find_copies((agent.name, agent.digest) for agent in admitted.plan.agents)):
        print("\n".join(wrap(same, columns())))


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
    print(f"{counted(len(plan), 'game')}{longest}.")
