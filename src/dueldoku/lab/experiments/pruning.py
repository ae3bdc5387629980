"""Report 004, table 7: where to prune, before the search, before and during it, or not at all."""

from __future__ import annotations

from math import inf

from dueldoku.lab.claim import above, is_true, times
from dueldoku.lab.experiment import Data, Experiment, Finding, Scale, Size
from dueldoku.lab.solving import METHOD_004, Timing, of_set, solve_one, solved_by

NONE, BEFORE, DURING = "no pruning", "before the search", "before and during"
METHODS = {f"{METHOD_004},prune=none": NONE, f"{METHOD_004},prune=before": BEFORE, METHOD_004: DURING}
THEIRS = {  # table 7, seconds; infinity: no answer in 300 s
    "Hexa-81": {NONE: inf, BEFORE: 3.380, DURING: 1.358},
    "Hexa-82": {NONE: inf, BEFORE: 10.469, DURING: 7.202},
    "Hexa-101": {NONE: 1.027, BEFORE: 3.390, DURING: 18.557},
}
SIZES: dict[Scale, Size] = {
    "quick": Size(puzzles=6, budget=4.0),
    "paper": Size(puzzles=20, budget=300.0),
    "full": Size(puzzles=20, budget=3600.0),
}
TIMING = Timing(METHODS, lambda size: of_set("4x4-near-minimal", size))


def findings(data: Data) -> list[Finding]:
    """What the report reads from its table."""
    table = TIMING.times(data)
    none, before = (TIMING.gain(data, slow, DURING) for slow in (NONE, BEFORE))
    slower = [puzzle for puzzle, row in table.items() if row.get(NONE, inf) < row.get(DURING, inf)]
    counts = {label: len(solved_by(table, label)) for label in METHODS.values()}
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


EXPERIMENT = Experiment(
    name="pruning",
    report="004",
    where="table 7",
    question="Is it worth pruning the domains before the search, or even after each digit?",
    claim="Pruning before and during the search is best in general, with rare exceptions; without it two of three "
    "16x16 puzzles have no answer in five minutes.",
    setup="The report's solver (fewest digits first, its least constraining value) in Python on the project's own "
    "16x16 puzzles, which lose their uniqueness with almost any further clue taken away. The report's are not public.",
    sizes=SIZES,
    measurements=TIMING.measurements,
    measure=solve_one,
    study="16x16",
    findings=findings,
    tables=lambda data: [TIMING.table(data), TIMING.their_table("table 7", THEIRS)],
    picture=TIMING.picture,
    caption="Each dot is one puzzle and one method; hollow ones were stopped without an answer.",
)
