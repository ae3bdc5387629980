"""``dueldoku match``: two agents, paired games, and how sure the result is."""

from __future__ import annotations

import json

from dueldoku.arena.plan import make_plan
from dueldoku.arena.pool import Where
from dueldoku.arena.report import MatchScore, Report, elo_bar, signed
from dueldoku.arena.run import Run
from dueldoku.cli.games import open_archive, say_stopped
from dueldoku.cli.live import QuietWatcher, TerminalWatcher
from dueldoku.cli.options import (
    Boards,
    DryRun,
    Games,
    Json,
    Keep,
    Nodes,
    Places,
    Rounds,
    Rules,
    Seed,
    Times,
    WatchIt,
)
from dueldoku.cli.serve import watched
from dueldoku.cli.tournament import print_schedule

_GAMES = 20


def match(
    agent: str,
    opponent: str,
    /,
    *,
    boards: Boards = None,
    times: Times = None,
    nodes: Nodes = None,
    games: Games = None,
    rounds: Rounds = None,
    rules: Rules = None,
    seed: Seed = 1,
    archive: Keep = "",
    name: str = "",
    places: Places = Where(),  # noqa: B008
    watch: WatchIt = False,
    dry_run: DryRun = False,
    json_: Json = False,
) -> int:
    """Play a match: pairs of games on the same board, each agent moving first in one of them; 20 games by default.

    Parameters
    ----------
    agent
        A bundled agent, perhaps with options (name:option=value), or a folder or file with an agent.
    opponent
        The agent that it plays.
    name
        What the match is called in the archive.
    json_
        Write the result as JSON.

    """
    games = _GAMES if games is None and rounds is None else games
    plan = make_plan(
        [agent, opponent], boards or ["random-3x3"], times=times or (), nodes=nodes, games=games, rounds=rounds,
        rules=rules, seed=seed,
    )  # fmt: skip
    if dry_run:
        print_schedule(list(plan.tasks()), places)
        return 0
    one, other = (entrant.name for entrant in plan.agents)
    name = name or f"match {one} - {other}"
    archive = archive or ("games/match.db" if watch else "")
    with open_archive(archive) as store, watched(archive if watch else ""):
        run = Run(plan, store, name, places)
        tasks = list(run.missing())
        try:
            run.play(tasks, len(tasks), QuietWatcher() if json_ else TerminalWatcher())
        except KeyboardInterrupt:
            return say_stopped(store if archive else None, name)
        report = Report(store.games(name), [one, other])
        score = report.match(one, other)
        print(json.dumps(score.to_json()) if json_ else "\n".join(["", *in_words(score)]))
        if archive and not json_:
            print(f"The games are in {archive}, as {name!r}.")
    return 0


def in_words(score: MatchScore) -> list[str]:
    """The result of a match as sentences, from the side of the first agent."""
    share, elo = score.share, score.elo
    lines = [
        f"{score.agent} against {score.opponent}: {score.won} won, {score.drawn} drawn, {score.lost} lost of "
        f"{score.games} games; points on the board {score.points[0]}-{score.points[1]}.",
        f"Its share of the points is {_percent(share.value)} ({_percent(share.low)} to {_percent(share.high)}), "
        f"its Elo lead {signed(elo.value)} ({elo_bar(elo)}); "
        f"it is the better one with {100 * score.superiority:.1f} % certainty.",
    ]
    for who, reasons in score.lost_by.items():
        if reasons:
            lines.append(f"{who} lost by: " + ", ".join(f"{why} {count}" for why, count in reasons.items()) + ".")
    if starved := {who: count for who, count in score.starved.items() if count}:
        listed = ", ".join(f"{who} {count}" for who, count in starved.items())
        lines.append(f"Turns that got too little of a processor core: {listed}. Fewer workers would be fairer.")
    return lines


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
