"""``dueldoku match``: two agents, paired games, and how sure the result is."""

from __future__ import annotations

import json
from itertools import islice

from dueldoku.arena.plan import Plan
from dueldoku.arena.report import MatchScore, Report, elo_bar, signed
from dueldoku.cli.games import Run, find_agents, find_boards, find_limits, open_archive, say_stopped
from dueldoku.cli.options import Cluster, DryRun, Json, Keep, Nodes, OneBoard, Rules, Seed, Time, WatchIt, Workers
from dueldoku.cli.serve import watched
from dueldoku.cli.tournament import print_schedule
from dueldoku.errors import PlanError


def match(
    agent: str,
    opponent: str,
    /,
    *,
    board: OneBoard = "random-3x3",
    time: Time = None,
    nodes: Nodes = None,
    games: int = 20,
    rules: Rules = None,
    seed: Seed = 1,
    archive: Keep = "",
    name: str = "",
    workers: Workers = None,
    cluster: Cluster = "",
    watch: WatchIt = False,
    dry_run: DryRun = False,
    json_: Json = False,
) -> int:
    """Play a match: pairs of games on the same board, each agent moving first in one of them.

    Parameters
    ----------
    agent
        A bundled agent, perhaps with options (name:option=value), or a folder or file with an agent.
    opponent
        The agent that it plays.
    games
        How many games; an even number.
    name
        What the match is called in the archive.
    json_
        Write the result as JSON.

    """
    if games < 2 or games % 2:
        raise PlanError(f"expected an even number of games, two for each pair, got {games}")
    agents, boards = find_agents([agent, opponent]), find_boards([board])
    rounds = -(-games // (2 * len(boards)))
    plan = Plan(agents, boards, find_limits([time] if time is not None else None, nodes), rounds, rules, seed)
    if dry_run:
        print_schedule(list(islice(plan.tasks(), games)), workers)
        return 0
    one, other = (entrant.name for entrant in agents)
    name = name or f"match {one} - {other}"
    archive = archive or ("games/match.db" if watch else "")
    with open_archive(archive) as store, watched(archive if watch else ""):
        run = Run(plan, store, name, workers=workers, cluster=cluster)
        tasks = [task for task in islice(plan.tasks(), games) if task.key not in run.stored]
        try:
            run.play(tasks, len(tasks), quiet=json_)
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
