"""Report 004, tables 7 to 9: where to prune, which cell is next, and the solver on 25x25 boards."""

from __future__ import annotations

from dataclasses import replace
from math import inf

from dueldoku.lab.claim import faster, is_true, span, times
from dueldoku.lab.experiment import Data, Experiment, Size
from dueldoku.lab.finding import ClaimState, Finding, Outcome, beside
from dueldoku.lab.solving import HOUR, METHOD_004, Timing, budget_of, emptied, of_set, solve_one, solved_by, title

# -- where to prune --------------------------------------------------------------------------------------------------

NONE, BEFORE, DURING = "no pruning", "before the search", "before and during"
TABLE_7 = {  # seconds; infinity: no answer in 300 s
    "Hexa-81": {NONE: inf, BEFORE: 3.380, DURING: 1.358},
    "Hexa-82": {NONE: inf, BEFORE: 10.469, DURING: 7.202},
    "Hexa-101": {NONE: 1.027, BEFORE: 3.390, DURING: 18.557},
}
HEXA = (155, 175)  # empty cells: 101 and 81 clues, as the names say
PRUNING_TIMING = Timing(
    {f"{METHOD_004},prune=none": NONE, f"{METHOD_004},prune=before": BEFORE, METHOD_004: DURING},
    lambda size: of_set("4x4-near-minimal", size) + emptied("4x4", size),
    theirs=TABLE_7,
)


def pruning(data: Data) -> list[Finding]:
    """What the report reads from table 7."""
    table = PRUNING_TIMING.times(data)
    none, before = (PRUNING_TIMING.gain(data, slow, DURING) for slow in (NONE, BEFORE))
    slower = [puzzle for puzzle, row in table.items() if row.get(NONE, inf) < row.get(DURING, inf)]
    counts = {label: len(solved_by(table, label)) for label in (NONE, BEFORE, DURING)}
    return [
        Finding(
            "Pruning before and during the search is better than no pruning.",
            faster(none),
            f"It is {times(none)} as fast or more; it solved {counts[DURING]} of {len(table)} puzzles, without "
            f"pruning {counts[NONE]}.",
        ),
        Finding(
            "It is better than pruning before the search alone.",
            faster(before),
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
    "16x16 puzzles, which lose their uniqueness with almost any further clue taken away, and on full boards of which "
    "random cells were emptied, with as many clues as the report's have by their names, 81 and 101. These have many "
    "solutions. The report's own puzzles we do not have.",
    sizes={
        "quick": Size(puzzles=6, empty=HEXA, seeds=2, budget=4.0),
        "reported": Size(puzzles=20, empty=HEXA, seeds=6, budget=10.0),
        "paper": Size(puzzles=20, empty=HEXA, seeds=10, budget=300.0),
        "full": Size(puzzles=20, empty=HEXA, seeds=10, budget=3600.0),
    },
    measurements=PRUNING_TIMING.measurements,
    measure=solve_one,
    study="16x16",
    findings=pruning,
    tables=lambda data: [PRUNING_TIMING.table(data), PRUNING_TIMING.work(data)],
    picture=PRUNING_TIMING.picture,
    caption="Each dot is one puzzle and one method; hollow ones were stopped without an answer. Those called Hexa are "
    "the report's, from its table.",
)

# -- which cell is next: the one with the fewest digits or the one with the most empty peers -------------------------

MRV, DEGREE = "fewest digits (MRV)", "most empty peers (degree)"
TABLE_8 = {  # seconds; infinity: no answer in 300 s
    "Hexa-81": {MRV: 1.358, DEGREE: 7.470},
    "Hexa-82": {MRV: 7.202, DEGREE: 136.856},
    "Hexa-101": {MRV: 18.557, DEGREE: inf},
}
ORDER_TIMING = Timing(
    {METHOD_004: MRV, "csp:variables=degree,values=least-004": DEGREE}, PRUNING_TIMING.puzzles, theirs=TABLE_8
)


def variable_order(data: Data) -> list[Finding]:
    """What the report reads from table 8."""
    table = ORDER_TIMING.times(data)
    gain = ORDER_TIMING.gain(data, DEGREE, MRV)
    better = [puzzle for puzzle, row in table.items() if row[MRV] < row.get(DEGREE, inf)]
    counts = {label: len(solved_by(table, label)) for label in (MRV, DEGREE)}
    return [
        Finding(
            "Fewest digits first is the better order.",
            faster(gain),
            f"It is {times(gain)} as fast or more; it solved {counts[MRV]} of {len(table)} puzzles, the other order "
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
    tables=lambda data: [ORDER_TIMING.table(data)],
    picture=ORDER_TIMING.picture,
    caption="Each dot is one puzzle and one order; hollow ones were stopped without an answer. Those called Hexa are "
    "the report's, from its table.",
)

# -- giants ----------------------------------------------------------------------------------------------------------

THEIR_SOLVER, OURS = "the report's solver", "ours (wide)"
TABLE_9 = {  # seconds; infinity: no answer in an hour. The first had none either, and an answer after that
    name: {THEIR_SOLVER: seconds}
    for name, seconds in {
        "Sudoku_1_1": 7725.790,
        "Sudoku_1_2": inf,
        "Sudoku_2_1": 1132.983,
        "Sudoku_2_2": 245.402,
        "Sudoku_3_1": 266.124,
        "Sudoku_3_2": 241.797,
        "Sudoku_3_3": 251.133,
        "Sudoku_3_4": 505.061,
        "Sudoku_3_5": 264.073,
        "Sudoku_3_6": 219.728,
    }.items()
}
BEST = min(row[THEIR_SOLVER] for row in TABLE_9.values())
SPREAD = max(row[THEIR_SOLVER] for row in TABLE_9.values() if row[THEIR_SOLVER] < inf) / BEST
SET = "5x5-holes"
EMPTY = (300, 320, 340, 360, 380)
GIANTS_TIMING = Timing(
    {METHOD_004: THEIR_SOLVER, "wide": OURS},
    lambda size: of_set(SET, size) + emptied("5x5", size),
    lambda puzzle: title(puzzle).replace(f"{SET}#", "one solution, number "),
    TABLE_9,
    HOUR,
)


def giant_findings(data: Data) -> list[Finding]:
    """What table 9 says, of the report's solver and of ours."""
    return beside(_of_solver(data, THEIR_SOLVER), ours=_of_solver(data, OURS))


def _of_solver(data: Data, label: str) -> list[Finding]:
    table, budget = GIANTS_TIMING.times(data), data.size.budget
    spent = {puzzle: row[label] for puzzle, row in table.items() if label in row}
    left = [puzzle for puzzle, seconds in spent.items() if seconds == inf]
    soon = [puzzle for puzzle in spent if budget_of(puzzle, data.size) < HOUR]
    given_up = sum(spent[puzzle] == inf for puzzle in soon)
    hopeless = [title(puzzle) for puzzle in left if budget_of(puzzle, data.size) >= HOUR]
    late = [f"{title(it)} took {span(spent[it])}" for it in data.size.patient if budget < spent.get(it, 0.0) < inf]
    easiest = min(spent.values())
    slowest = max(min(seconds, budget_of(puzzle, data.size)) for puzzle, seconds in spent.items())
    unsure = Outcome(ClaimState.OPEN, HOUR, "seconds of CPU time")
    told = "; ".join(["", *late, *(f"{it} had no answer in an hour" for it in hopeless)])
    return [
        Finding(
            f"Boards of the same size differ widely: one takes {SPREAD:.0f} times as long as another, or more.",
            is_true(slowest >= SPREAD * easiest),
            f"Here the easiest takes {span(easiest)}, the hardest {span(slowest)}{' or more' * bool(left)}. How long "
            f"the report's own boards take, {BEST:.0f} s at best, cannot be told of others: we do not have them.",
        ),
        Finding(
            "Some have no answer in an hour.",
            unsure if left and not hopeless else is_true(bool(left)),
            f"Of the {len(soon)} boards that got {budget:g} s, {given_up} had no answer and "
            f"{'was' if given_up == 1 else 'were'} left{told}.",
        ),
    ]


GIANTS = Experiment(
    name="giants",
    report="004",
    where="table 9",
    question="How long does the report's solver take for boards of 25x25, and how long does ours?",
    claim="From 220 s to over 1100 s, and for two of ten boards no answer in an hour; one of these took 7725.790 s.",
    setup="The report's solver in Python and our compiled one on the project's own 25x25 puzzles, and on full boards "
    "of which more and more random cells were emptied, so that they have many solutions. The first one is the "
    "report's algorithm in the report's language, so that its seconds compare with the report's as they are: equal "
    "work is equal time here, but for the machine. Where the report waited an hour, two boards get an hour and the "
    "others 20 s; the table tells how many nodes that is.",
    sizes={
        "quick": Size(puzzles=5, empty=EMPTY[:4], seeds=2, budget=6.0),
        "reported": Size(
            puzzles=10,
            empty=EMPTY,
            seeds=2,
            budget=20.0,
            patient=tuple(f"generate:size=5x5,empty={empty},seed=1" for empty in (380, 320)),
        ),
        "paper": Size(puzzles=10, empty=EMPTY, seeds=4, budget=HOUR),
        "full": Size(puzzles=10, empty=EMPTY, seeds=10, budget=HOUR),
    },
    measurements=GIANTS_TIMING.measurements,
    measure=solve_one,
    findings=giant_findings,
    tables=lambda data: [GIANTS_TIMING.table(data), GIANTS_TIMING.work(data)],
    picture=GIANTS_TIMING.picture,
    caption="Each dot is one board and one solver; hollow ones were stopped without an answer. Those called Sudoku are "
    "the report's, from its table.",
)
