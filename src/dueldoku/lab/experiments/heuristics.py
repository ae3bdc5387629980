"""Report 003: brute force, constraint satisfaction and a lookup table over many boards; trivial cells, cores, 25x25."""

from __future__ import annotations

import os
import time
from math import inf
from typing import TYPE_CHECKING

from dueldoku.arena.pool import Processes
from dueldoku.bench.solvers import load_set
from dueldoku.lab.claim import faster, is_true, mean, ratio, span, times
from dueldoku.lab.experiment import Data, Experiment, Settings, Size, Value
from dueldoku.lab.finding import ClaimState, Finding, Outcome
from dueldoku.lab.solving import METHOD_003, Timing, emptied, solve_one
from dueldoku.render import plots
from dueldoku.render.plots import Point
from dueldoku.render.table import Table
from dueldoku.solvers.api import solve
from dueldoku.solvers.result import Budget
from dueldoku.stats.interval import Interval

if TYPE_CHECKING:
    from matplotlib.figure import Figure

BRUTE, CSP, TABLE, TRIVIAL = "brute force", "CSP", "CSP with table", "CSP with table and trivial cells"
METHODS = {
    BRUTE: "brute-force",
    CSP: "csp:values=least-003,prune=none,table=no",
    TABLE: "csp:values=least-003,prune=none",
    TRIVIAL: METHOD_003,
}
THEIRS = {BRUTE: 13.571531, CSP: 4.515533, TABLE: 2.770192}  # seconds for 1000 boards
SET = "3x3-several"  # boards with several solutions, as theirs
THEIR_GIANT = 1.340499  # seconds for a 25x25 board
GIANTS = Timing(
    {METHOD_003: TRIVIAL, "csp": "all rules of report 004 on", "wide": "ours"},
    lambda size: emptied("5x5", size),
    theirs={"nxn_sudoku.py 5": {TRIVIAL: THEIR_GIANT}},
)
EMPTY = (150, 200, 250, 300, 350)  # cells of 25x25 boards
_CHUNK = 50


def measurements(size: Size) -> list[Settings]:
    """Boards in chunks, solved by every method; the same on more cores; giants."""
    chunks = [
        {"method": method, "first": first, "boards": _CHUNK}
        for first in range(0, size.puzzles, _CHUNK)
        for method in METHODS.values()
    ]
    counts = [number for number in (1, 2, 4, 8, 16, 32) if number <= (os.cpu_count() or 1)]
    shared = [
        {"workers": number, "boards": size.puzzles, "go": go} for go in range(1, size.rounds + 1) for number in counts
    ]
    return [*chunks, *GIANTS.measurements(size), *shared]


def measure(settings: Settings) -> Value:
    """Seconds of CPU time for a chunk, seconds on the clock with several workers, or one giant."""
    if "workers" in settings:
        return {"seconds": _shared(settings["workers"], settings["boards"])}
    if "board" in settings:
        return solve_one(settings)
    begin = time.process_time()
    solve_chunk(settings["method"], settings["first"], settings["boards"])
    return {"seconds": time.process_time() - begin}


def solve_chunk(method: str, first: int, count: int) -> int:
    """Solve so many boards of the set; returns how many were solved."""
    puzzles = load_set(SET)[first : first + count]
    return sum(bool(solve(puzzle, method, Budget(solutions=1))) for puzzle in puzzles)


def _shared(workers: int, boards: int) -> float:
    """The time on the clock when so many processes share the boards."""
    with Processes(workers) as pool:
        for future in [pool.submit(solve_chunk, METHODS[CSP], 0, 1) for _ in range(4 * workers)]:
            future.result()  # the processes are there now
        begin = time.perf_counter()
        jobs = [pool.submit(solve_chunk, METHODS[CSP], first, 10) for first in range(0, boards, 10)]
        for future in jobs:
            future.result()
        return time.perf_counter() - begin


# -- results ---------------------------------------------------------------------------------------------------------


def chunk_times(data: Data, label: str) -> list[float]:
    """Seconds for a thousand boards, chunk by chunk."""
    return [
        one.value["seconds"] / one.settings["boards"] * 1000
        for one in data.where(method=METHODS[label])
        if "first" in one.settings
    ]


def gain(data: Data, slow: str, fast: str) -> Interval:
    """How many times as fast the one is as the other, from the chunks."""
    spent = zip(chunk_times(data, slow), chunk_times(data, fast), strict=False)
    return ratio([a / b for a, b in spent], f"chunks of {_CHUNK} boards")


def scaling(data: Data) -> list[Point]:
    """How many times as fast it is with so many workers, each go compared with the one of a single worker before it."""
    spent = {
        (it.settings["workers"], it.settings["go"]): it.value["seconds"] for it in data.readings if "go" in it.settings
    }
    ratios: dict[int, list[float]] = {}
    for (workers, go), seconds in sorted(spent.items()):
        ratios.setdefault(workers, []).append(spent[1, go] / seconds)
    return [Point(workers, ratio(own, "goes")) for workers, own in ratios.items()]


def findings(data: Data) -> list[Finding]:
    """The report's order of three, and what it says beside."""
    first, second, third = gain(data, BRUTE, CSP), gain(data, CSP, TABLE), gain(data, TABLE, TRIVIAL)
    workers = scaling(data)[-1]
    own = [row.get(TRIVIAL, inf) for row in GIANTS.times(data).values()]
    solved = [spent for spent in own if spent < inf]
    return [
        Finding(
            f"Constraint satisfaction is faster than brute force (they: {THEIRS[BRUTE] / THEIRS[CSP]:.1f} times).",
            faster(first),
            f"Here it is {times(first)} as fast.",
        ),
        Finding(
            f"The lookup table makes it faster again (they: {THEIRS[CSP] / THEIRS[TABLE]:.1f} times).",
            faster(second),
            f"With the table it is {times(second)} as fast.",
        ),
        Finding(
            "Filling in trivial cells makes it faster still.",
            faster(third),
            f"With them it is {times(third)} as fast.",
        ),
        Finding(
            "Working in parallel, the speed grows with the number of cores.",
            faster(workers.y) if workers.x > 1 else Outcome(ClaimState.OPEN, 2, "cores"),
            f"With {workers.x:.0f} processes it is {times(workers.y)} as fast as with one.",
        ),
        Finding(
            f"A 25x25 board can be solved in {THEIR_GIANT:.1f} s.",
            is_true(any(spent <= THEIR_GIANT for spent in solved)),
            f"It depends on how empty the board is, which the report does not tell: {len(solved)} of {len(own)} boards "
            f"were solved within {data.size.budget:g} s, the fastest in {span(min(own)) if solved else 'no time'}.",
        ),
    ]


def tables(data: Data) -> list[Table]:
    """Times for a thousand boards; cores; giants."""
    rows = []
    for label in METHODS:
        ours = mean(chunk_times(data, label))
        theirs = f"{THEIRS[label]:.1f} s" if label in THEIRS else "-"
        rows.append((label, theirs, f"{ours.value:.1f} s ({ours.low:.1f} to {ours.high:.1f})"))
    cores = tuple((f"{point.x:.0f}", times(point.y)) for point in scaling(data))
    note = f"ours: CPU time, from {data.size.puzzles} boards of the set {SET}"
    return [
        Table("A thousand boards", ("method", "they", "we"), tuple(rows), note=note),
        Table("CSP in parallel", ("processes", "as fast as with one"), cores),
        GIANTS.table(data, "25x25"),
    ]


def picture(data: Data) -> Figure:
    """Times to the left, cores to the right."""
    figure, (left, right) = plots.panels(2)
    plots.logarithmic(left.xaxis)
    theirs = [Interval(*[THEIRS[it]] * 3) if it in THEIRS else None for it in METHODS]
    plots.dots(left, list(METHODS), {"we": [mean(chunk_times(data, it)) for it in METHODS], "they": theirs})
    left.set_xlabel("seconds for a thousand boards")
    plots.legend(left)
    points = scaling(data)
    ideal = [Point(point.x, Interval(*[point.x] * 3)) for point in points]
    plots.lines(right, {"CSP": points, "as many times as processes": ideal})
    right.set_xticks([point.x for point in points])
    right.set_xlabel("processes")
    right.set_ylabel("times as fast as one")
    right.set_ylim(bottom=0)
    plots.legend(right)
    return figure


HEURISTICS = Experiment(
    name="heuristics",
    report="003",
    where="testing, parallel programming, NxN",
    question="What do constraint satisfaction, a lookup table, trivial cells and more cores gain over brute force?",
    claim="1000 boards take 13.6 s by brute force, 4.5 s as a constraint satisfaction problem and 2.8 s with a lookup "
    "table; trivial cells and more cores make it faster; a 25x25 board takes 1.3 s.",
    setup="The report's solvers in Python, all on the same boards with several solutions, in chunks of fifty one "
    "method after the other; 25x25 boards are full ones of which random cells were emptied.",
    sizes={
        "quick": Size(puzzles=400, empty=EMPTY[:4], seeds=2, budget=3.0, rounds=3),
        "reported": Size(puzzles=1000, empty=EMPTY, seeds=2, budget=20.0, rounds=6),
        "paper": Size(puzzles=1000, empty=EMPTY, seeds=2, budget=60.0, rounds=10),
        "full": Size(puzzles=2000, empty=EMPTY, seeds=2, budget=600.0, rounds=10),
    },
    measurements=measurements,
    measure=measure,
    alone=lambda settings: "workers" in settings,
    findings=findings,
    tables=tables,
    picture=picture,
    caption="Left: means over chunks of boards with 95 % intervals, and the report's figures, from another machine and "
    "other boards. Right: the speed-up with several processes.",
)
