"""``dueldoku bench``: speed as ratios, measured side by side."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

from rich.console import Console
from rich.table import Table

from dueldoku.bench.agents import BOARDS, Speed, measure_agents
from dueldoku.bench.arena import Cost, measure_arena
from dueldoku.bench.duel import Figure, measure_duel
from dueldoku.bench.solvers import load_set, measure, set_names
from dueldoku.cli.options import Json, Many
from dueldoku.errors import UnknownName
from dueldoku.game.boards import open_source


def bench(
    what: str,
    /,
    *,
    sets: Annotated[list[str] | None, Many] = None,
    only: Annotated[list[str] | None, Many] = None,
    rounds: int = 5,
    seconds: float = 0.3,
    json_: Json = False,
) -> None:
    """Measure the solvers, the agents' searches or the arena side by side with others, as ratios.

    Parameters
    ----------
    what
        What to measure: solvers, agents (beside the reports' algorithms in plain Python), duel (sensei's kernels, and
        how far they reach), or the arena (what it costs to run an agent, beside the course framework's way).
    sets
        The sets of puzzles: bundled ones by name, or files with a 9x9 puzzle a line; by default all bundled ones. For
        agents: bundled boards.
    only
        Only these contestants beside ourselves.
    rounds
        How often everybody is measured in turn.
    seconds
        How long a contestant may take in a round.
    json_
        Write a JSON object for each set and contestant, a line each.

    """
    if what not in ("solvers", "agents", "arena", "duel"):
        raise UnknownName(f"expected solvers, agents, arena or duel, got {what!r}")
    console = Console(highlight=False)
    if what == "arena":
        _bench_arena(console, measure_arena(rounds), json_)
        return
    if what == "duel":
        _bench_duel(console, measure_duel(rounds), json_)
        return
    if what == "agents":
        _bench_agents(console, measure_agents(sets or BOARDS, rounds, seconds, only or ()), json_)
        return
    for name in sets or set_names():
        puzzles = load_set(name) if not Path(name).is_file() else _lines(name)
        scores = measure(puzzles, rounds, seconds, name, only or ())
        if json_:
            for score in scores:
                print(json.dumps(score._asdict()))
            continue
        table = Table(
            "solver", "puzzles/s", "we are faster by", "least", "most", title=f"{name}: {len(puzzles)} puzzles"
        )
        for column in table.columns[1:]:
            column.justify = "right"
        for score in scores:
            ratios = _in_words(score.ratio, score.least, score.most)
            figures = [score.remark] if score.remark else [f"{score.per_second:,.0f}", *ratios]
            table.add_row(score.contestant, *figures)
        console.print(table)


def _bench_agents(console: Console, speeds: Iterable[Speed], as_json: bool) -> None:
    if as_json:
        for speed in speeds:
            print(json.dumps(speed._asdict()))
        return
    table = Table("agent", "board", "per second", "plain", "ratio", "least", "most")
    for column in table.columns[2:]:
        column.justify = "right"
    for agent, board, unit, ours, plain, *ratios in speeds:
        millions = [f"{ours / 1e6:.1f}M {unit}", f"{plain / 1e6:.2f}M"]
        table.add_row(agent, board, *millions, *_in_words(*ratios))
    console.print(table)


def _bench_duel(console: Console, figures: Iterable[Figure], as_json: bool) -> None:
    table = Table("kernel", "", "seconds", "at most", "positions/s", "ratio")
    for column in table.columns[2:]:
        column.justify = "right"
    for figure in figures:
        if as_json:
            print(json.dumps(figure._asdict()))
        speed = f"{figure.per_second / 1e6:,.1f}M" if figure.per_second else ""
        ratio = _in_words(figure.ratio)[0] if figure.ratio else ""
        table.add_row(figure.what, figure.where, f"{figure.seconds:.4f}", f"{figure.most:.4f}", speed, ratio)
    if not as_json:
        console.print(table)


def _in_words(*ratios: float) -> list[str]:
    return [f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.3g}" for ratio in ratios]


def _lines(file: str) -> list[str]:
    text = open_source(file).text
    return [line.strip().replace("0", ".") for line in text.split("\n") if len(line.strip()) == 81]


def _bench_arena(console: Console, costs: Iterable[Cost], json_: bool) -> None:
    table = Table("agents are run by", "turn starts after", "at most", "games/s", title="random_player on empty-3x3")
    for column in table.columns[1:]:
        column.justify = "right"
    for cost in costs:
        if json_:
            print(json.dumps(cost._asdict()))
        table.add_row(
            cost.contestant, f"{cost.turn_ms:.2f} ms", f"{cost.most_ms:.2f} ms", f"{cost.games_per_second:.2f}"
        )
    if not json_:
        console.print(table)
