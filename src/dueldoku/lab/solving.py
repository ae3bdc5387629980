"""Solvers on puzzles: what several experiments measure. Times are CPU times, so that neighbours matter little."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Mapping
from math import inf
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from dueldoku.bench.solvers import load_set
from dueldoku.board.grid import Grid
from dueldoku.lab.claim import Estimate, ratio, short, span
from dueldoku.lab.experiment import Data, Settings, Size, Value, start_of
from dueldoku.puzzles import PREFIX
from dueldoku.puzzles.api import make
from dueldoku.puzzles.recipe import Recipe
from dueldoku.render import plots
from dueldoku.render.table import Table
from dueldoku.solvers.api import solve
from dueldoku.solvers.meter import BudgetEnded, Meter
from dueldoku.solvers.registry import METHODS, parse_method
from dueldoku.solvers.result import Budget
from dueldoku.stats.interval import Interval

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Times = Mapping[str, Mapping[str, float]]  # seconds by puzzle and method's label; infinity where it gave up
HOUR = 3600.0  # seconds
METHOD_003 = "csp:values=least-003,single=no,pairs=no"
METHOD_004 = "csp:variables=mrv,values=least-004"


def puzzle_of(settings: Settings) -> Grid:
    """The puzzle to solve: ``3x3-hard#7`` of a set, counted from 1, a bundled board, or a recipe."""
    name: str = settings["board"]
    if name.startswith(PREFIX):
        return next(make(Recipe.parse(name)))
    set_name, _, number = name.partition("#")
    return Grid.parse(load_set(set_name)[int(number) - 1]) if number else start_of(settings).grid


def of_set(name: str, size: Size) -> list[str]:
    """The names of the first puzzles of a set."""
    return [f"{name}#{number}" for number in range(1, size.puzzles + 1)]


def emptied(shape: str, size: Size) -> list[str]:
    """The recipes of full boards of which more and more random cells were emptied."""
    seeds = range(1, size.seeds + 1)
    return [f"generate:size={shape},empty={empty},seed={seed}" for empty in size.empty for seed in seeds]


def title(puzzle: str) -> str:
    """What a puzzle is called in tables and pictures."""
    if not puzzle.startswith(PREFIX):
        return puzzle
    recipe = Recipe.parse(puzzle)
    return f"{recipe.empty} empty, number {recipe.seed}"


def solve_one(settings: Settings) -> Value:
    """How long a method takes for its first solution of a puzzle, and what it did; ``solved`` false if it gave up.

    The budget is CPU time as well, so that a busy machine does not make it smaller.
    """
    grid = puzzle_of(settings)
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


class Timing(NamedTuple):
    """Methods of solving, by what people read for them, on the puzzles of a size: the time to the first solution."""

    labels: Mapping[str, str]
    puzzles: Callable[[Size], Iterable[str]]
    title: Callable[[str], str] = title  # of a puzzle
    theirs: Times = MappingProxyType({})  # what the report has, for its own puzzles
    their_budget: float = 300.0

    def measurements(self, size: Size) -> list[Settings]:
        """Every method on every puzzle."""
        return [
            {**size.place(puzzle), "method": method, "budget": budget_of(puzzle, size)}
            for puzzle in self.puzzles(size)
            for method in self.labels
        ]

    def times(self, data: Data) -> dict[str, dict[str, float]]:
        """Seconds by puzzle and label; infinity where the method gave up."""
        return self._table(data, lambda value: value["seconds"] if value["solved"] else inf)

    def gain(self, data: Data, slow: str, fast: str, puzzles: Collection[str] | None = None) -> Estimate:
        """How many times as fast the one method is as the other, typically.

        A method that gave up counts with the time it spent: if the slow one did, the true ratio is at least as large.
        """
        spent = self._table(data, lambda value: value["seconds"])
        rows = [row for puzzle, row in spent.items() if puzzles is None or puzzle in puzzles]
        return ratio([row[slow] / row[fast] for row in rows if slow in row and fast in row])

    def _table(self, data: Data, seconds: Callable[[Value], float]) -> dict[str, dict[str, float]]:
        table: dict[str, dict[str, float]] = {}
        for settings, value in data.readings:
            if settings.get("method") in self.labels and "board" in settings:
                table.setdefault(settings["board"], {})[self.labels[settings["method"]]] = seconds(value)
        return table

    def table(self, data: Data, name: str = "They and we", puzzles: Collection[str] | None = None) -> Table:
        """The times on all puzzles, or on some; those of the report's table first."""
        ours = {it: row for it, row in self.times(data).items() if puzzles is None or it in puzzles}
        rows = [(it, "they", *self._words(row, self.their_budget)) for it, row in self.theirs.items()]
        rows += [(self.title(it), "we", *self._words(row, budget_of(it, data.size))) for it, row in ours.items()]
        note = "ours: CPU time to the first solution" + "; theirs: their puzzles, their machine" * bool(self.theirs)
        return Table(name, ("puzzle", "who", *self.labels.values()), tuple(rows), note=note)

    def work(self, data: Data) -> Table:
        """What the report's budgets are in nodes, by how many nodes each method looks at here."""
        rows = []
        for method, label in self.labels.items():
            values = [one.value for one in data.where(method=method)]
            pace = sum(it["nodes"] for it in values) / max(1e-9, sum(it["seconds"] for it in values))
            rows.append((label, *(short(pace * seconds) for seconds in (1.0, self.their_budget))))
        head = ("method", "nodes in a second", f"nodes in the report's {self.their_budget:g} s")
        return Table("Equal work", head, tuple(rows), note="nodes of all puzzles together by their CPU time")

    def _words(self, row: Mapping[str, float], budget: float) -> list[str]:
        return [in_words(row.get(label), budget) for label in self.labels.values()]

    def picture(self, data: Data) -> Figure:
        """A dot for every method on every puzzle; those that gave up stand at the budget."""
        ours = [budget_of(puzzle, data.size) for puzzle in self.times(data)]
        budgets = [*[self.their_budget] * len(self.theirs), *ours]
        rows = [*self.theirs.values(), *self.times(data).values()]
        series = {
            label: [
                Interval(*[budget if row[label] == inf else row[label]] * 3) if label in row else None
                for row, budget in zip(rows, budgets, strict=True)
            ]
            for label in self.labels.values()
        }
        figure, (axis,) = plots.panels(height=1.4 + 0.3 * len(rows))
        plots.logarithmic(axis.xaxis)
        plots.dots(axis, [*self.theirs, *map(self.title, self.times(data))], series, ends={*budgets})
        plots.level(axis, data.size.budget, "no answer", upright=True)
        axis.set_xlabel("seconds of CPU time to the first solution")
        plots.legend(axis, outside=True)
        return figure


def budget_of(puzzle: str, size: Size) -> float:
    """After how many seconds a solver is stopped."""
    return HOUR if puzzle in size.patient else size.budget


def in_words(seconds: float | None, budget: float) -> str:
    """A time, or that there was no answer."""
    if seconds is None:
        return "-"
    return span(seconds) if seconds < inf else f"no answer in {budget:g} s"


def solved_by(times: Times, label: str) -> list[str]:
    """The puzzles that a method solved within the budget."""
    return [puzzle for puzzle, row in times.items() if row.get(label, inf) < inf]
