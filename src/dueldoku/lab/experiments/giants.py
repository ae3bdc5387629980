"""Report 004, table 9: the solver on 25x25 boards."""

from __future__ import annotations

from math import inf
from statistics import median
from typing import NamedTuple

from matplotlib.figure import Figure

from dueldoku.lab.claim import is_true, span
from dueldoku.lab.experiment import Data, Experiment, Finding, Scale, Settings
from dueldoku.lab.experiments.pruning import draw
from dueldoku.lab.solving import METHOD_004, solve_one, solved_by, time_table, times_of
from dueldoku.puzzles import PREFIX
from dueldoku.puzzles.recipe import Recipe
from dueldoku.render.table import Table

THEIR_SOLVER, OURS = "the report's solver", "ours (wide)"
METHODS = {METHOD_004: THEIR_SOLVER, "wide": OURS}
THEIRS = (inf, inf, 1132.983, 245.402, 266.124, 241.797, 251.133, 505.061, 264.073, 219.728)  # table 9, seconds


class Size(NamedTuple):
    """How many puzzles of the set, how empty the others are, and when a solver is stopped."""

    puzzles: int
    empty: tuple[int, ...]
    seeds: int
    budget: float


SIZES: dict[Scale, Size] = {
    "quick": Size(5, (300, 320, 340, 360), 2, 6.0),
    "paper": Size(10, (300, 320, 340, 360, 380), 4, 3600.0),
    "full": Size(10, (300, 320, 340, 360, 380), 10, 3600.0),
}


def measurements(scale: Scale) -> list[Settings]:
    """Both solvers on every board."""
    size = SIZES[scale]
    boards = [f"5x5-holes#{number}" for number in range(1, size.puzzles + 1)]
    boards += [
        f"generate:size=5x5,empty={empty},seed={seed}" for empty in size.empty for seed in range(1, size.seeds + 1)
    ]
    return [{"puzzle": it, "method": method, "budget": size.budget} for it in boards for method in METHODS]


def named(data: Data) -> dict[str, dict[str, float]]:
    """The times by board, with names for people."""
    table = times_of(data, METHODS)
    return {name: table[puzzle] for puzzle in table for name in [_name(puzzle)]}


def _name(puzzle: str) -> str:
    if not puzzle.startswith(PREFIX):
        return f"one solution, number {puzzle.partition('#')[2]}"
    recipe = Recipe.parse(puzzle)
    return f"{recipe.empty} empty, number {recipe.seed}"


def findings(data: Data) -> list[Finding]:
    """What table 9 says, and what became of it."""
    table, budget = named(data), SIZES[data.scale].budget
    theirs, ours = solved_by(table, THEIR_SOLVER), solved_by(table, OURS)
    ours_middle = median(min(row.get(OURS, inf), budget) for row in table.values())
    middle = median(min(row.get(THEIR_SOLVER, inf), budget) for row in table.values())
    fastest = min((row[THEIR_SOLVER] for row in table.values()), default=inf)
    return [
        Finding(
            "Boards of 25x25 take the report's solver minutes, at best 220 s.",
            is_true(fastest >= min(THEIRS)),
            f"Here the easiest takes it {span(fastest)}, and the median is {span(middle)} or more. The report's boards "
            "are not public, so ours may be easier; its algorithm is the same.",
        ),
        Finding(
            "Some have no answer within any reasonable time.",
            is_true(len(theirs) < len(table)),
            f"The report's solver left {len(table) - len(theirs)} of {len(table)} boards without an answer in "
            f"{budget:g} s.",
        ),
        Finding(
            "Ours: a compiled search that learns clauses solves them all.",
            is_true(len(ours) == len(table)),
            f"It solved {len(ours)} of {len(table)}, in {span(ours_middle)} at the median.",
        ),
    ]


def tables(data: Data) -> list[Table]:
    """Ours board by board, theirs in a row."""
    rows = tuple((f"benchmark {n}", span(it) if it < inf else "no answer in an hour") for n, it in enumerate(THEIRS, 1))
    return [
        time_table("Ours", named(data), list(METHODS.values()), SIZES[data.scale].budget),
        Table("Theirs (table 9)", ("board", "time"), rows),
    ]


def picture(data: Data) -> Figure:
    """Times on every board."""
    return draw(named(data), list(METHODS.values()), SIZES[data.scale].budget)


EXPERIMENT = Experiment(
    name="giants",
    report="004",
    where="table 9",
    question="How long does the report's solver take for boards of 25x25, and how long does ours?",
    claim="From 220 s to over 1100 s, and for two of ten boards no answer in an hour.",
    setup="The report's solver in Python and our compiled one on the project's own 25x25 puzzles, and on full boards "
    "of which more and more random cells were emptied, so that they have many solutions.",
    measurements=measurements,
    measure=solve_one,
    findings=findings,
    tables=tables,
    picture=picture,
    caption="Each dot is one board and one solver; hollow ones were stopped without an answer.",
)
