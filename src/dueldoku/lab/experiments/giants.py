"""Report 004, table 9: the solver on 25x25 boards."""

from __future__ import annotations

from math import inf
from statistics import median

from dueldoku.lab.claim import is_true, span
from dueldoku.lab.experiment import Data, Experiment, Finding, Scale, Size
from dueldoku.lab.solving import METHOD_004, Timing, giants, of_set, solve_one, solved_by, title
from dueldoku.render.table import Table

THEIR_SOLVER, OURS = "the report's solver", "ours (wide)"
METHODS = {METHOD_004: THEIR_SOLVER, "wide": OURS}
THEIRS = (inf, inf, 1132.983, 245.402, 266.124, 241.797, 251.133, 505.061, 264.073, 219.728)  # table 9, seconds
SET = "5x5-holes"
EMPTY = (300, 320, 340, 360, 380)
SIZES: dict[Scale, Size] = {
    "quick": Size(puzzles=5, empty=EMPTY[:4], seeds=2, budget=6.0),
    "paper": Size(puzzles=10, empty=EMPTY, seeds=4, budget=3600.0),
    "full": Size(puzzles=10, empty=EMPTY, seeds=10, budget=3600.0),
}
TIMING = Timing(
    METHODS,
    lambda size: of_set(SET, size) + giants(size),
    lambda puzzle: title(puzzle).replace(f"{SET}#", "one solution, number "),
)


def findings(data: Data) -> list[Finding]:
    """What table 9 says, and what became of it."""
    table, budget = TIMING.times(data), data.size.budget
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
    return [TIMING.table(data), Table("Theirs (table 9)", ("board", "time"), rows)]


EXPERIMENT = Experiment(
    name="giants",
    report="004",
    where="table 9",
    question="How long does the report's solver take for boards of 25x25, and how long does ours?",
    claim="From 220 s to over 1100 s, and for two of ten boards no answer in an hour.",
    setup="The report's solver in Python and our compiled one on the project's own 25x25 puzzles, and on full boards "
    "of which more and more random cells were emptied, so that they have many solutions.",
    sizes=SIZES,
    measurements=TIMING.measurements,
    measure=solve_one,
    findings=findings,
    tables=tables,
    picture=TIMING.picture,
    caption="Each dot is one board and one solver; hollow ones were stopped without an answer.",
)
