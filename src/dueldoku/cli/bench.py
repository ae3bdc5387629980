"""``dueldoku bench``: speed as ratios, measured side by side."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Annotated, TypeVar

from rich.console import Console
from rich.table import Table

from dueldoku.bench.agents import BOARDS, Speed, measure_agents
from dueldoku.bench.arena import Cost, measure_arena
from dueldoku.bench.duel import Figure, measure_duel
from dueldoku.bench.pace import Measured, measure_costs
from dueldoku.bench.solvers import Score, load_set, measure, set_names
from dueldoku.cli.numbers import SECONDS, between
from dueldoku.cli.options import JsonLines, Many
from dueldoku.errors import UnknownName
from dueldoku.game.boards import open_source
from dueldoku.words import counted

_ARENA = "agents are run by", "turn starts after", "at most", "games/s"
_DUEL = "kernel", "", "seconds", "at most", "positions/s", "ratio"
_AGENTS = "agent", "board", "per second", "plain", "ratio", "least", "most"
_PACE = "agent", "side", "step", "microseconds", "and for each"
_SOLVERS = "solver", "puzzles/s", "we are faster by", "least", "most"
_WORDS = ("agents are run by", "kernel", "", "agent", "board", "step", "solver")  # columns that are no numbers
F = TypeVar("F", Cost, Figure, Measured, Speed, Score)


def bench(
    what: str,
    /,
    *,
    sets: Annotated[list[str] | None, Many] = None,
    only: Annotated[list[str] | None, Many] = None,
    rounds: Annotated[int, between(1, 10**6)] = 5,
    seconds: Annotated[float, SECONDS] = 0.3,
    json_: JsonLines = False,
) -> None:
    """Measure the solvers, the agents' searches or the arena side by side with others, as ratios.

    Parameters
    ----------
    what
        What to measure: solvers, agents (beside the reports' algorithms in plain Python, and what these cost), duel
        (sensei's kernels, and how far they reach), or the arena (what it costs to run an agent, beside the course
        framework's way).
    sets
        The sets of puzzles: bundled ones by name, or files with a 9x9 puzzle a line; by default all bundled ones. For
        agents: bundled boards.
    only
        Only these contestants beside ourselves.
    rounds
        How often everybody is measured in turn.
    seconds
        How long a contestant may take in a round.

    """
    if what not in ("solvers", "agents", "arena", "duel"):
        raise UnknownName(f"expected solvers, agents, arena or duel, got {what!r}")
    if what == "arena":
        _print(_ARENA, measure_arena(rounds), _arena_row, json_, title="random_player on empty-3x3")
    elif what == "duel":
        _print(_DUEL, measure_duel(rounds), _duel_row, json_)
    elif what == "agents":
        _print(_AGENTS, measure_agents(sets or BOARDS, rounds, seconds, only or ()), _agent_row, json_)
        title = "the reports' own Python: a step, and what each move, cell or node of a tree adds"
        _print(_PACE, measure_costs(only or (), seconds), _pace_row, json_, title)
    else:
        for name in sets or set_names():
            puzzles = load_set(name) if not Path(name).is_file() else _lines(name)
            scores = measure(puzzles, rounds, seconds, name, only or ())
            _print(_SOLVERS, scores, _solver_row, json_, title=f"{name}: {counted(len(puzzles), 'puzzle')}")


def _print(
    head: Sequence[str], figures: Iterable[F], row: Callable[[F], list[str]], as_json: bool, title: str | None = None
) -> None:
    """All figures as a table, or each as a line of JSON as soon as it is there."""
    table = Table(*head, title=title)
    for name, column in zip(head, table.columns, strict=True):
        column.justify = "left" if name in _WORDS else "right"
    for figure in figures:
        if as_json:
            print(json.dumps(figure._asdict()))
        else:
            table.add_row(*row(figure))
    if not as_json:
        Console(highlight=False).print(table)


def _arena_row(cost: Cost) -> list[str]:
    return [cost.contestant, f"{cost.turn_ms:.2f} ms", f"{cost.most_ms:.2f} ms", f"{cost.games_per_second:.2f}"]


def _duel_row(figure: Figure) -> list[str]:
    speed = f"{figure.per_second / 1e6:,.1f}M" if figure.per_second else ""
    ratio = _in_words(figure.ratio)[0] if figure.ratio else ""
    return [figure.what, figure.where, f"{figure.seconds:.4f}", f"{figure.most:.4f}", speed, ratio]


def _agent_row(speed: Speed) -> list[str]:
    agent, board, unit, ours, plain, *ratios = speed
    return [agent, board, f"{ours / 1e6:.1f}M {unit}", f"{plain / 1e6:.2f}M", *_in_words(*ratios)]


def _pace_row(measured: Measured) -> list[str]:
    agent, side, step, fixed, each = measured
    return [agent, str(side), step, f"{fixed:g}", f"{each:g}"]


def _solver_row(score: Score) -> list[str]:
    if score.remark:
        return [score.contestant, score.remark]
    return [score.contestant, f"{score.per_second:,.0f}", *_in_words(score.ratio, score.least, score.most)]


def _in_words(*ratios: float) -> list[str]:
    return [f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.3g}" for ratio in ratios]


def _lines(file: str) -> list[str]:
    text = open_source(file).text
    return [line.strip().replace("0", ".") for line in text.split("\n") if len(line.strip()) == 81]
