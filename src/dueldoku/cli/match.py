"""``dueldoku match``: two agents, paired games, and how sure the result is."""

from __future__ import annotations

import json

from dueldoku.arena.api import GAMES
from dueldoku.arena.causes import find_causes
from dueldoku.arena.plan import Plan
from dueldoku.arena.pool import Where
from dueldoku.arena.report import Report
from dueldoku.arena.run import Run
from dueldoku.arena.submissions import gather
from dueldoku.cli.games import STOPS, columns, open_archive, say_stopped
from dueldoku.cli.live import watcher_of
from dueldoku.cli.options import AgentName, DryRun, Games, JsonResult, Keep, Places, Played, Rounds, Setup, WatchIt
from dueldoku.cli.printed import last_words
from dueldoku.cli.serve import watched
from dueldoku.cli.tournament import print_schedule


def match(
    agent: AgentName,
    opponent: str,
    /,
    *,
    setup: Played = Setup(),  # noqa: B008
    games: Games = None,
    rounds: Rounds = None,
    archive: Keep = "",
    name: str = "",
    places: Places = Where(),  # noqa: B008
    watch: WatchIt = False,
    dry_run: DryRun = False,
    json_: JsonResult = False,
) -> int:
    """Play a match: pairs of games on the same board, each agent moving first in one of them; 20 games by default.

    Parameters
    ----------
    opponent
        The agent that it plays.
    name
        What the match is called in the archive.

    """
    games = GAMES if games is None and rounds is None else games
    with gather([agent, opponent]) as field:
        plan = setup.plan(field.check(), games=games, rounds=rounds)
        if dry_run:
            print_schedule(plan, places)
            return 0
        return _play(plan, name, archive, places, watch=watch, as_json=json_)


def _play(plan: Plan, name: str, archive: str, places: Where, *, watch: bool, as_json: bool) -> int:
    one, other = (entrant.name for entrant in plan.agents)
    name = name or f"match {one} - {other}"
    archive = archive or ("games/match.db" if watch else "")
    with open_archive(archive) as store, watched(archive if watch else ""):
        run = Run(plan, store, name, places)
        try:
            run.play(run.missing(), run.total, watcher_of(as_json))
        except STOPS as why:
            return say_stopped(why, store if archive else None, name)
        report = Report(store.games(name), [one, other])
        score = report.match(one, other)
        print(json.dumps(score.to_json()) if as_json else f"\n{report.text(columns())}")
        if not as_json:
            print("".join(f"{line}\n" for line in last_words(find_causes(store, report.games), archive)), end="")
        if archive and not as_json:
            print(f"The games are in {archive}, as {name!r}.")
    return 0
