"""Report 002, section 2.3: exact cover against the solver that the same team had used before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dueldoku.lab.claim import above, all_of, faster, short, times
from dueldoku.lab.experiment import Data, Experiment, Size, split
from dueldoku.lab.finding import Finding
from dueldoku.lab.solving import Timing, of_set, solve_one, solved_by
from dueldoku.render import plots
from dueldoku.render.table import Table
from dueldoku.stats.interval import Interval

if TYPE_CHECKING:
    from matplotlib.figure import Figure

OLD, SETS, LINKS = "guess and fill", "exact cover, sets", "exact cover, links"
METHODS = {"guess-and-fill": OLD, "exact-cover": SETS, "exact-cover:structure=links": LINKS}
GROUPS = {"easy": "3x3-easy", "minimal": "3x3-minimal", "hard": "3x3-hard"}
BOARDS = ("random-3x3", "hard-3x3", "empty-3x3", "random-4x4")
CLAIM = 1000.0


def puzzles(size: Size) -> list[str]:
    """The boards, and the first puzzles of each set."""
    return [*BOARDS, *(puzzle for name in GROUPS.values() for puzzle in of_set(name, size))]


TIMING = Timing(METHODS, puzzles)


def groups(data: Data) -> dict[str, list[str]]:
    """The puzzles of each kind; a board is a kind of its own."""
    names = {name: group for group, name in GROUPS.items()}
    return split(TIMING.times(data), lambda puzzle: names.get(puzzle.partition("#")[0], puzzle))


def gains(data: Data, method: str) -> dict[str, Interval]:
    """How many times as fast the method is as the old one, for each kind of puzzles."""
    return {kind: TIMING.gain(data, OLD, method, puzzles) for kind, puzzles in groups(data).items()}


def findings(data: Data) -> list[Finding]:
    """How many times as fast."""
    table = gains(data, SETS)
    best = max(TIMING.gain(data, OLD, SETS, [puzzle]).value for puzzle in TIMING.times(data))
    links = TIMING.gain(data, LINKS, SETS)
    listed = ", ".join(f"{short(value.value)} ({kind})" for kind, value in table.items())
    return [
        Finding(
            "Exact cover is thousands of times as fast as the solver before.",
            all_of(above(value, CLAIM) for value in table.values()),
            f"Typically it is this many times as fast: {listed}; on a single puzzle up to {short(best)}. Guess and "
            "fill is quick where little has to be guessed.",
        ),
        Finding(
            "In Python, sets are faster than dancing links.",
            faster(links),
            f"Sets are {times(links)} as fast as links.",
        ),
    ]


def tables(data: Data) -> list[Table]:
    """Ratios by kind of puzzle, and times on the boards."""
    kinds, sets, links = groups(data), gains(data, SETS), gains(data, LINKS)
    they = f"over {short(CLAIM)} times"
    rows = tuple((kind, str(len(kinds[kind])), they, times(sets[kind]), times(links[kind])) for kind in kinds)
    measured = TIMING.times(data)
    unsolved = len(measured) - len(solved_by(measured, OLD))
    note = (
        f"geometric mean; {unsolved} of {len(measured)} puzzles guess and fill gave up: they count with the time spent"
    )
    return [
        Table(
            "Times as fast as guess and fill",
            ("puzzles", "number", f"they: {SETS}", f"we: {SETS}", f"we: {LINKS}"),
            rows,
            note=note,
        ),
        TIMING.table(data, "On single boards", BOARDS),
    ]


def picture(data: Data) -> Figure:
    """Ratios by kind of puzzle."""
    figure, (axis,) = plots.panels(height=3.6)
    plots.logarithmic(axis.xaxis)
    plots.dots(axis, list(groups(data)), {label: list(gains(data, label).values()) for label in (SETS, LINKS)})
    plots.level(axis, 1.0, "as fast", upright=True)
    plots.level(axis, CLAIM, "they say", upright=True)
    axis.set_xlabel("times as fast as guess and fill")
    plots.legend(axis, outside=True)
    return figure


EXACT_COVER = Experiment(
    name="exact-cover",
    report="002",
    where="section 2.3",
    question="How much faster is exact cover than the solver that the team had before?",
    claim="Algorithm X, with sets after Ali Assaf, solves Sudokus thousands of times as fast as the earlier solver.",
    setup="The solver of report 001 (guess and fill, without its errors; its authors are the same) and exact cover "
    "with sets and with dancing links, all in Python, one after the other on the project's own sets and boards.",
    sizes={
        "quick": Size(puzzles=15, budget=3.0),
        "reported": Size(puzzles=50, budget=10.0),
        "paper": Size(puzzles=100, budget=60.0),
        "full": Size(puzzles=200, budget=600.0),
    },
    measurements=TIMING.measurements,
    measure=solve_one,
    findings=findings,
    tables=tables,
    picture=picture,
    caption="Geometric means with 95 % intervals; a single board has none. Where guess and fill gave up, the true "
    "ratio is larger.",
)
