"""Solvers on puzzles: what several experiments share. Times are CPU times, so that neighbours matter little."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from math import inf
from typing import Any

from dueldoku.bench.solvers import load_set
from dueldoku.board.grid import Grid
from dueldoku.game.boards import bundled_board
from dueldoku.lab.claim import ratio, span
from dueldoku.lab.experiment import Data, Settings, Value
from dueldoku.puzzles import PREFIX
from dueldoku.puzzles.api import make
from dueldoku.puzzles.recipe import Recipe
from dueldoku.render.table import Table
from dueldoku.solvers.api import solve
from dueldoku.solvers.meter import BudgetEnded, Meter
from dueldoku.solvers.registry import METHODS, parse_method
from dueldoku.solvers.result import Budget
from dueldoku.stats.interval import Interval

METHOD_003 = "csp:values=least-003,single=no,pairs=no"
METHOD_004 = "csp:variables=mrv,values=least-004"


def puzzle_of(name: str) -> Grid:
    """The puzzle of this name: ``3x3-hard#7`` of a set, counted from 1, a bundled board, or a recipe."""
    if name.startswith(PREFIX):
        return next(make(Recipe.parse(name)))
    set_name, _, number = name.partition("#")
    return Grid.parse(load_set(set_name)[int(number) - 1]) if number else bundled_board(name).grid


def solve_one(settings: Settings) -> Value:
    """How long a method takes for its first solution of a puzzle, and what it did; ``solved`` false if it gave up.

    The budget is CPU time as well, so that a busy machine does not make it smaller.
    """
    grid = puzzle_of(settings["puzzle"])
    if settings["method"] in ("wide", "bitboard"):
        solve(grid)  # whatever has to load, loads here
    name, options = parse_method(settings["method"])
    begin = time.process_time()
    meter = Meter(Budget(seconds=settings["budget"]), clock=time.process_time)
    try:
        solution = next(METHODS[name].solutions(grid, meter, **options), None)
    except BudgetEnded:
        solution = None
    return {"seconds": time.process_time() - begin, "solved": solution is not None, "nodes": meter.nodes}


def times_of(data: Data, labels: Mapping[str, str]) -> dict[str, dict[str, float]]:
    """Seconds by puzzle and method's label; infinity where it gave up."""
    table: dict[str, dict[str, float]] = {}
    for settings, value in data.readings:
        if settings.get("method") in labels and "puzzle" in settings:
            row = table.setdefault(settings["puzzle"], {})
            row[labels[settings["method"]]] = value["seconds"] if value["solved"] else inf
    return table


def gain(
    data: Data, labels: Mapping[str, str], slow: str, fast: str, puzzles: Collection[str] | None = None
) -> Interval:
    """How many times as fast the one method is as the other, typically.

    A method that gave up counts with the time it spent: if the slow one did, the true ratio is at least as large.
    """
    spent: dict[str, dict[str, float]] = {}
    for settings, value in data.readings:
        if settings.get("method") in labels and "puzzle" in settings:
            spent.setdefault(settings["puzzle"], {})[labels[settings["method"]]] = value["seconds"]
    rows = [row for puzzle, row in spent.items() if puzzles is None or puzzle in puzzles]
    return ratio([row[slow] / row[fast] for row in rows if slow in row and fast in row])


def in_words(seconds: float | None, budget: Any) -> str:
    """A time, or that there was no answer."""
    if seconds is None:
        return "-"
    return span(seconds) if seconds < inf else f"no answer in {budget:g} s"


def time_table(
    title: str, times: Mapping[str, Mapping[str, float]], labels: Sequence[str], budget: float, note: str = ""
) -> Table:
    """Times of several methods as a table."""
    rows = tuple((puzzle, *(in_words(row.get(label), budget) for label in labels)) for puzzle, row in times.items())
    return Table(title, ("puzzle", *labels), rows, note=note or "CPU time to the first solution")


def solved_by(times: Mapping[str, Mapping[str, float]], label: str) -> list[str]:
    """The puzzles that a method solved within the budget."""
    return [puzzle for puzzle, row in times.items() if row.get(label, inf) < inf]
