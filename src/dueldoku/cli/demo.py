"""``dueldoku demo``: a small tournament of the bundled agents, with live standings, a report and games to see again."""

from __future__ import annotations

import json
from pathlib import Path

from dueldoku.arena.archive import Archive
from dueldoku.arena.plan import make_plan
from dueldoku.arena.report import Report
from dueldoku.arena.run import Run
from dueldoku.cli.games import program, say_stopped
from dueldoku.cli.live import watcher_of
from dueldoku.cli.options import JsonResult, Seed
from dueldoku.cli.report import write_page

AGENTS = ("greedy_player", "random_player", "naive_player")
BOARDS = ("easy-2x2", "random-2x3")
NAME = "demo"


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
    plan = make_plan(AGENTS, BOARDS, times=times, nodes=nodes, rounds=rounds, seed=seed)
    with Archive(archive, write=True) as store:
        name = _free_name(store)
        run = Run(plan, store, name)
        if not json_:
            boards, agents = " and ".join(BOARDS), ", ".join(AGENTS)
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
    number = sum(name.startswith(NAME) for name in archive.tournaments())
    return f"{NAME}-{number + 1}" if number else NAME
