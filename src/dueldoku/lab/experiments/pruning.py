"""Report 004, table 7: where to prune, before the search, before and during it, or not at all."""

from __future__ import annotations

from math import inf
from typing import NamedTuple

from matplotlib.figure import Figure

from dueldoku.lab.claim import above, is_true, times
from dueldoku.lab.experiment import Data, Experiment, Finding, Scale, Settings
from dueldoku.lab.solving import METHOD_004, gain, solve_one, solved_by, time_table, times_of
from dueldoku.render import plots
from dueldoku.render.table import Table
from dueldoku.stats.interval import Interval

Times = dict[str, dict[str, float]]  # puzzle, label -> seconds
NONE, BEFORE, DURING = "no pruning", "before the search", "before and during"
METHODS = {f"{METHOD_004},prune=none": NONE, f"{METHOD_004},prune=before": BEFORE, METHOD_004: DURING}
THEIRS = {  # table 7, seconds; infinity: no answer in 300 s
    "Hexa-81": {NONE: inf, BEFORE: 3.380, DURING: 1.358},
    "Hexa-82": {NONE: inf, BEFORE: 10.469, DURING: 7.202},
    "Hexa-101": {NONE: 1.027, BEFORE: 3.390, DURING: 18.557},
}


class Size(NamedTuple):
    """How many puzzles, and when a solver is stopped."""

    puzzles: int
    budget: float


SIZES: dict[Scale, Size] = {"quick": Size(6, 4.0), "paper": Size(20, 300.0), "full": Size(20, 3600.0)}


def measurements(scale: Scale) -> list[Settings]:
    """Every place for pruning on every puzzle."""
    return [
        {"puzzle": f"4x4-near-minimal#{number}", "method": method, "budget": SIZES[scale].budget}
        for number in range(1, SIZES[scale].puzzles + 1)
        for method in METHODS
    ]


def findings(data: Data) -> list[Finding]:
    """What the report reads from its table."""
    table = times_of(data, METHODS)
    none, before = (gain(data, METHODS, slow, DURING) for slow in (NONE, BEFORE))
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


def tables(data: Data) -> list[Table]:
    """Theirs and ours."""
    return ours_and_theirs(data, METHODS, "table 7", THEIRS)


def ours_and_theirs(data: Data, methods: dict[str, str], where: str, theirs: Times) -> list[Table]:
    """The times of these methods, here and in the report."""
    labels = list(methods.values())
    return [
        time_table("Ours", times_of(data, methods), labels, SIZES[data.scale].budget),
        time_table(f"Theirs ({where})", theirs, labels, 300, "the report's puzzles and machine"),
    ]


def picture(data: Data) -> Figure:
    """Times on every puzzle."""
    return draw(times_of(data, METHODS), list(METHODS.values()), SIZES[data.scale].budget)


def draw(table: Times, labels: list[str], budget: float) -> Figure:
    """A dot for every method on every puzzle; those that gave up stand at the budget."""
    series = {
        label: [Interval(*[min(row[label], budget)] * 3) if label in row else None for row in table.values()]
        for label in labels
    }
    with plots.look():
        figure, (axis,) = plots.panels(height=1.4 + 0.3 * len(table))
        plots.logarithmic(axis.xaxis)
        plots.dots(axis, list(table), series, end=budget)
        plots.level(axis, budget, "no answer", upright=True)
        axis.set_xlabel("seconds of CPU time to the first solution")
        plots.legend(axis, outside=True)
    return figure


EXPERIMENT = Experiment(
    name="pruning",
    report="004",
    where="table 7",
    question="Is it worth pruning the domains before the search, or even after each digit?",
    claim="Pruning before and during the search is best in general, with rare exceptions; without it two of three "
    "16x16 puzzles have no answer in five minutes.",
    setup="The report's solver (fewest digits first, its least constraining value) in Python on the project's own "
    "16x16 puzzles, which lose their uniqueness with almost any further clue taken away. The report's are not public.",
    measurements=measurements,
    measure=solve_one,
    study="16x16",
    findings=findings,
    tables=tables,
    picture=picture,
    caption="Each dot is one puzzle and one method; hollow ones were stopped without an answer.",
)
