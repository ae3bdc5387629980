"""Report 004, tables 7 to 9: where to prune, which cell is next, and the solver on 25x25 boards."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from statistics import median

from dueldoku.lab.claim import above, is_true, span, times
from dueldoku.lab.experiment import Data, Experiment, Finding, Size
from dueldoku.lab.solving import METHOD_004, Timing, giants, of_set, solve_one, solved_by, title
from dueldoku.render.table import Table

# -- where to prune --------------------------------------------------------------------------------------------------

NONE, BEFORE, DURING = "no pruning", "before the search", "before and during"
PRUNING_TIMING = Timing(
    {f"{METHOD_004},prune=none": NONE, f"{METHOD_004},prune=before": BEFORE, METHOD_004: DURING},
    lambda size: of_set("4x4-near-minimal", size),
)
TABLE_7 = {  # seconds; infinity: no answer in 300 s
    "Hexa-81": {NONE: inf, BEFORE: 3.380, DURING: 1.358},
    "Hexa-82": {NONE: inf, BEFORE: 10.469, DURING: 7.202},
    "Hexa-101": {NONE: 1.027, BEFORE: 3.390, DURING: 18.557},
}


def pruning(data: Data) -> list[Finding]:
    """What the report reads from table 7."""
    table = PRUNING_TIMING.times(data)
    none, before = (PRUNING_TIMING.gain(data, slow, DURING) for slow in (NONE, BEFORE))
    slower = [puzzle for puzzle, row in table.items() if row.get(NONE, inf) < row.get(DURING, inf)]
    counts = {label: len(solved_by(table, label)) for label in (NONE, BEFORE, DURING)}
    return [
        Finding(
            "Pruning before and during the search is better than no pruning.",
            above(none, 1.0),
            f"It is {times(none)} as fast or more; it solved {counts[DURING]} of {len(table)} puzzles, without "
            f"pruning {counts[NONE]}.",
        ),
        Finding(
            "It is better than pruning before the search alone.",
            above(before, 1.0),
            f"It is {times(before)} as fast or more; with pruning before the search alone {counts[BEFORE]} of "
            f"{len(table)} were solved.",
        ),
        Finding(
            "In rare cases no pruning is the fastest.",
            is_true(0 < len(slower) <= len(table) / 3),
            f"It was on {len(slower)} of {len(table)} puzzles.",
        ),
    ]


PRUNING = Experiment(
    name="pruning",
    report="004",
    where="table 7",
    question="Is it worth pruning the domains before the search, or even after each digit?",
    claim="Pruning before and during the search is best in general, with rare exceptions; without it two of three "
    "16x16 puzzles have no answer in five minutes.",
    setup="The report's solver (fewest digits first, its least constraining value) in Python on the project's own "
    "16x16 puzzles, which lose their uniqueness with almost any further clue taken away. The report's are not public.",
    sizes={
        "quick": Size(puzzles=6, budget=4.0),
        "paper": Size(puzzles=20, budget=300.0),
        "full": Size(puzzles=20, budget=3600.0),
    },
    measurements=PRUNING_TIMING.measurements,
    measure=solve_one,
    study="16x16",
    findings=pruning,
    tables=lambda data: [PRUNING_TIMING.table(data), PRUNING_TIMING.their_table("table 7", TABLE_7)],
    picture=PRUNING_TIMING.picture,
    caption="Each dot is one puzzle and one method; hollow ones were stopped without an answer.",
)

# -- which cell is next: the one with the fewest digits or the one with the most empty peers -------------------------

MRV, DEGREE = "fewest digits (MRV)", "most empty peers (degree)"
ORDER_TIMING = Timing({METHOD_004: MRV, "csp:variables=degree,values=least-004": DEGREE}, PRUNING_TIMING.puzzles)
TABLE_8 = {  # seconds; infinity: no answer in 300 s
    "Hexa-81": {MRV: 1.358, DEGREE: 7.470},
    "Hexa-82": {MRV: 7.202, DEGREE: 136.856},
    "Hexa-101": {MRV: 18.557, DEGREE: inf},
}


def variable_order(data: Data) -> list[Finding]:
    """What the report reads from table 8."""
    table = ORDER_TIMING.times(data)
    faster = ORDER_TIMING.gain(data, DEGREE, MRV)
    better = [puzzle for puzzle, row in table.items() if row[MRV] < row.get(DEGREE, inf)]
    counts = {label: len(solved_by(table, label)) for label in (MRV, DEGREE)}
    return [
        Finding(
            "Fewest digits first is the better order.",
            above(faster, 1.0),
            f"It is {times(faster)} as fast or more; it solved {counts[MRV]} of {len(table)} puzzles, the other order "
            f"{counts[DEGREE]}.",
        ),
        Finding(
            "It is better on every puzzle.",
            is_true(len(better) == len(table)),
            f"It was on {len(better)} of {len(table)}.",
        ),
    ]


VARIABLE_ORDER = replace(
    PRUNING,  # what that measured is not measured again
    name="variable-order",
    where="table 8",
    question="Which cell should be tried next: the one with the fewest digits left, or the one with most empty peers?",
    claim="The one with the fewest digits, on every puzzle: 5 to 19 times as fast, and once the other had no answer.",
    setup="The solver and the puzzles of the experiment pruning, with pruning before and during the search.",
    measurements=ORDER_TIMING.measurements,
    findings=variable_order,
    tables=lambda data: [ORDER_TIMING.table(data), ORDER_TIMING.their_table("table 8", TABLE_8)],
    picture=ORDER_TIMING.picture,
    caption="Each dot is one puzzle and one order; hollow ones were stopped without an answer.",
)

# -- giants ----------------------------------------------------------------------------------------------------------

THEIR_SOLVER, OURS = "the report's solver", "ours (wide)"
TABLE_9 = (inf, inf, 1132.983, 245.402, 266.124, 241.797, 251.133, 505.061, 264.073, 219.728)  # seconds
SET = "5x5-holes"
EMPTY = (300, 320, 340, 360, 380)
GIANTS_TIMING = Timing(
    {METHOD_004: THEIR_SOLVER, "wide": OURS},
    lambda size: of_set(SET, size) + giants(size),
    lambda puzzle: title(puzzle).replace(f"{SET}#", "one solution, number "),
)


def giant_findings(data: Data) -> list[Finding]:
    """What table 9 says, and what became of it."""
    table, budget = GIANTS_TIMING.times(data), data.size.budget
    theirs, ours = solved_by(table, THEIR_SOLVER), solved_by(table, OURS)
    ours_middle = median(min(row.get(OURS, inf), budget) for row in table.values())
    middle = median(min(row.get(THEIR_SOLVER, inf), budget) for row in table.values())
    fastest = min((row[THEIR_SOLVER] for row in table.values()), default=inf)
    return [
        Finding(
            "Boards of 25x25 take the report's solver minutes, at best 220 s.",
            is_true(fastest >= min(TABLE_9)),
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


def giant_tables(data: Data) -> list[Table]:
    """Ours board by board, theirs in a row."""
    spans = (span(it) if it < inf else "no answer in an hour" for it in TABLE_9)
    rows = tuple((f"benchmark {number}", told) for number, told in enumerate(spans, 1))
    return [GIANTS_TIMING.table(data), Table("Theirs (table 9)", ("board", "time"), rows)]


GIANTS = Experiment(
    name="giants",
    report="004",
    where="table 9",
    question="How long does the report's solver take for boards of 25x25, and how long does ours?",
    claim="From 220 s to over 1100 s, and for two of ten boards no answer in an hour.",
    setup="The report's solver in Python and our compiled one on the project's own 25x25 puzzles, and on full boards "
    "of which more and more random cells were emptied, so that they have many solutions.",
    sizes={
        "quick": Size(puzzles=5, empty=EMPTY[:4], seeds=2, budget=6.0),
        "paper": Size(puzzles=10, empty=EMPTY, seeds=4, budget=3600.0),
        "full": Size(puzzles=10, empty=EMPTY, seeds=10, budget=3600.0),
    },
    measurements=GIANTS_TIMING.measurements,
    measure=solve_one,
    findings=giant_findings,
    tables=giant_tables,
    picture=GIANTS_TIMING.picture,
    caption="Each dot is one board and one solver; hollow ones were stopped without an answer.",
)
