"""``dueldoku bench``: speed as ratios, measured side by side."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.table import Table

from dueldoku.bench.solvers import load_set, measure, set_names
from dueldoku.cli.source import load_text
from dueldoku.errors import UnknownName


def bench(
    what: str,
    /,
    *,
    sets: Annotated[list[str] | None, Parameter(consume_multiple=True, negative=())] = None,
    only: Annotated[list[str] | None, Parameter(consume_multiple=True, negative=())] = None,
    rounds: int = 5,
    seconds: float = 0.3,
    json_: Annotated[bool, Parameter(name="--json", negative=())] = False,
) -> None:
    """Measure the solvers side by side: puzzles per second, and how many times as fast as each we are.

    Parameters
    ----------
    what
        What to measure: solvers.
    sets
        The sets of puzzles: bundled ones by name, or files with a 9x9 puzzle a line; by default all bundled ones.
    only
        Only these contestants beside ourselves.
    rounds
        How often everybody is measured in turn.
    seconds
        How long a contestant may take in a round.
    json_
        Write a JSON object for each set and contestant, a line each.

    """
    if what != "solvers":
        raise UnknownName(f"expected solvers, got {what!r}")
    console = Console(highlight=False)
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
            ratios = [
                f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.3g}" for ratio in (score.ratio, score.least, score.most)
            ]
            table.add_row(score.contestant, f"{score.per_second:,.0f}", *ratios)
        console.print(table)


def _lines(file: str) -> list[str]:
    text, _ = load_text(file)
    return [line.strip().replace("0", ".") for line in text.split("\n") if len(line.strip()) == 81]
