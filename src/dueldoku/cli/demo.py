"""``dueldoku demo``: sensei meets agents of the reports, live; then one of the games in words, and what to do next."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

from dueldoku.arena.archive import Archive
from dueldoku.arena.plan import make_plan
from dueldoku.arena.report import Report
from dueldoku.arena.run import Run
from dueldoku.cli.games import STOPS, program, say_stopped
from dueldoku.cli.live import watcher_of
from dueldoku.cli.numbers import COUNT, NODES, SECONDS
from dueldoku.cli.options import JsonResult, Seed
from dueldoku.cli.report import write_page
from dueldoku.cli.review import in_lines, review_with_progress
from dueldoku.duel.record import GameRecord
from dueldoku.engine.review import Review
from dueldoku.words import counted

HERO = "sensei"
AGENTS = (HERO, "minimax-bombs", "mcts-tree", "minimax-cells")
BOARDS = ("random-2x3", "random-3x3")
NAME = "demo"
# Nodes for a turn instead of a time: everybody sees the same games, on a slow or busy machine too, and so soon. Of the
# first few seeds this one has a game that turns late and for certain.
_NODES, _SEED = 10_000, 2
_REVIEW_NODES = 20_000  # for each turn of a game that is looked at again


def demo(
    *,
    time: Annotated[float | None, SECONDS] = None,
    nodes: Annotated[int | None, NODES] = None,
    rounds: Annotated[int, COUNT] = 1,
    seed: Seed = _SEED,
    archive: str = "games/demo.db",
    json_: JsonResult = False,
) -> int:
    """Let sensei play the agents of the reports, with live standings; then look at one game again, in words.

    It takes less than a minute.

    Parameters
    ----------
    time
        Seconds for each turn: the agents run in the arena's cage. By default they have a number of nodes instead.
    nodes
        Search nodes for each turn: the agents run in this process, and the same seed plays the same games.
    rounds
        How often sensei plays everybody on each board, in both seats.
    archive
        The file to keep the games in. A demo that was played before is played anew.

    """
    times = [] if time is None else [time]
    if not times and nodes is None:
        nodes = _NODES
    plan = make_plan(AGENTS, BOARDS, times=times, nodes=nodes, rounds=rounds, seed=seed, gauntlet=HERO)
    with Archive(archive, write=True) as store:
        name = _free_name(store)
        run = Run(plan, store, name)
        if not json_:
            boards, rivals = " and ".join(BOARDS), ", ".join(AGENTS[1:])
            print(f"{HERO} plays three agents of the reports ({rivals}) on {boards}: {counted(len(plan), 'game')}.")
        try:
            run.play(run.missing(), len(plan), watcher_of(json_))
        except STOPS as why:
            return say_stopped(why, store, name)
        games = store.games(name)
        small = [game for game in games if game.board == BOARDS[0]]
        close = sorted(small, key=lambda game: abs(game.points1 - game.points2))
        records = {game.number: store.record(game.number) for game in close}
    report = Report(games)
    page = Path(archive).with_suffix(".html")
    write_page(report, archive, str(page))
    if json_:
        print(json.dumps({"archive": archive, "page": str(page), "tournament": name, **report.to_json()}))
        return 0
    print(f"\n{report.standings().text()}\n")
    print("One of the games on the small board, looked at again:\n")
    number, review = _telling(records)
    print("\n".join(in_lines(records[number], review)))
    print(f"""
What to do next:
  see that game            {program()} replay {archive} --game {number} --step
  play yourself            {program()} play you sensei:level=beginner --board random-2x3
  the same in a browser    {program()} serve --archive {archive}
  write an agent           {program()} agent new mine
  read the report          {page}  (as text: {program()} report {archive} --name {name})""")
    return 0


def _free_name(archive: Archive) -> str:
    """A name for this run: demos are kept side by side."""
    number = sum(name.startswith(NAME) for name in archive.tournaments())
    return f"{NAME}-{number + 1}" if number else NAME


def _telling(records: dict[int, GameRecord]) -> tuple[int, Review]:
    """The number of the first of these games that its loser gave away, else of the first; and its review."""
    reviews: dict[int, Review] = {}
    for number, record in records.items():
        reviews[number] = review_with_progress(record, nodes=_REVIEW_NODES)
        turned = [turn.player for turn in reviews[number].turns if turn.is_turning_point]
        if turned and turned[-1] != record.winner:
            return number, reviews[number]
    return next(iter(reviews.items()))
