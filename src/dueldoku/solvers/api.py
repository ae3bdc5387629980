"""The front door to solving: one question, any board, any method.

>>> result = solve("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
>>> str(result.verdict), str(result.solution)[:9]
('unique', '534678912')
>>> count("1... .... .... ...."), count("." * 81, limit=1000)
(72, Count(1000, 'limit'))

Without a method, the compiled one for boards of that geometry answers (``backend.py``); nobody has to choose.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.errors import GridError, ShapeError
from dueldoku.formats.line import plain_line, simple_line
from dueldoku.formats.values import Puzzle, grid_of_values
from dueldoku.solvers.backend import backend_of, method_of
from dueldoku.solvers.meter import BudgetEnded, Meter, TraceStep
from dueldoku.solvers.registry import METHODS, parse_method
from dueldoku.solvers.result import Budget, Count, Solved, Verdict

_TWO = Budget()
_AT_ONCE = 16  # solutions that a compiled solver gives in one call
_ENDLESS = 1 << 60
_PLAIN = "plain"  # the method that keeps to pencil marks
_UNIQUE = Verdict.UNIQUE


def solve(
    puzzle: Puzzle,
    method: str = "",
    budget: Budget = _TWO,
    trace: Callable[[TraceStep], None] | None = None,
) -> Solved:
    """What is known about a puzzle's solutions within the budget.

    ``puzzle`` is text in any format, a Grid, or values: lists, arrays, Series, frames. By default two solutions are
    looked for, so the verdict tells none, unique and multiple apart. ``trace`` is called with each step; the compiled
    methods have none to tell.
    """
    if not method and (budget is _TWO or _is_usual(budget)):
        return _solve_compiled(puzzle, budget.solutions)
    grid = grid_of_values(puzzle)
    return _solve(grid, method or _method(grid), budget, trace)


def _solve(grid: Grid, name: str, budget: Budget, trace: Callable[[TraceStep], None] | None = None) -> Solved:
    """The same by a method."""
    if name.partition(":")[0] == method_of(grid.geometry):
        backend_of(grid.geometry)  # so that the time does not include loading it
    begin = time.perf_counter()
    meter = Meter(budget, trace)
    found: list[Grid] = []
    try:
        found.extend(islice(_solutions(grid, name, meter), budget.solutions))  # keeps what it has if the budget ends
        finished = len(found) < budget.solutions
    except BudgetEnded:
        finished = False
    seconds = time.perf_counter() - begin
    return Solved(Verdict.after(len(found), finished), tuple(found), name, meter, seconds)


def _is_usual(budget: Budget) -> bool:
    return budget.seconds is None and budget.nodes is None and budget.solutions <= _AT_ONCE


def _solve_compiled(puzzle: Puzzle, limit: int) -> Solved:
    """The usual question without detours: no budget, values in and values out."""
    known = (plain_line(puzzle) if isinstance(puzzle, str) else None) or _values(puzzle)
    if not known:
        return _solve(grid_of_values(puzzle), _PLAIN, Budget(solutions=limit))
    geometry, values = known
    backend = backend_of(geometry)
    begin = time.perf_counter()
    found, work = backend.first(values, limit)
    number = len(found)
    if number == 1 < limit:  # mostly
        alone = (Grid.trusted(geometry, tuple(found[0])),)
        return Solved(_UNIQUE, alone, backend.method, work, time.perf_counter() - begin)
    grids = tuple(Grid.trusted(geometry, tuple(solution)) for solution in found)
    return Solved(Verdict.after(number, number < limit), grids, backend.method, work, time.perf_counter() - begin)


def _values(puzzle: Puzzle) -> tuple[Geometry, bytes] | None:
    """Geometry and values if that is all there is to the puzzle: None if it has pencil marks."""
    if isinstance(puzzle, str) and (plain := plain_line(puzzle) or simple_line(puzzle)):
        return plain
    grid = grid_of_values(puzzle)
    return None if grid.marks else (grid.geometry, bytes(grid.values))


def solutions(puzzle: Puzzle, method: str = "") -> Iterator[Grid]:
    """Every solution, one by one, as they are found."""
    grid = grid_of_values(puzzle)
    return _solutions(grid, method or _method(grid), Meter())


def count(puzzle: Puzzle, limit: int | None = None, seconds: float | None = None, method: str = "") -> Count:
    """How many solutions there are: all of them, unless ``limit``, ``seconds`` or Ctrl-C stops the count.

    The number knows whether it is ``complete``. With a limit of 2, 2 means two or more.
    """
    number = 0
    try:
        counted = _counter(puzzle, method)
        meter = Meter(None if seconds is None else Budget(seconds))
        for found in counted(meter, _ENDLESS if limit is None else max(1, min(limit, _ENDLESS))):
            number += found
            if limit is not None and number >= limit:
                return Count(limit, "limit")
            meter.check()
    except BudgetEnded:
        return Count(number, "seconds")
    except KeyboardInterrupt:
        return Count(number, "Ctrl-C")
    return Count(number)


def is_unique(puzzle: Puzzle) -> bool:
    """Whether the puzzle has exactly one solution."""
    return len(solve(puzzle).solutions) == 1


def _method(grid: Grid) -> str:
    """The method for those who name none: a compiled one, unless there are pencil marks to keep to."""
    return _PLAIN if grid.marks else method_of(grid.geometry)


def _counter(puzzle: Puzzle, method: str) -> Callable[[Meter, int], Iterator[int]]:
    """What counts a puzzle's solutions under a meter: how many were found, again and again."""
    if not method and (known := _values(puzzle)):
        return partial(backend_of(known[0]).counted, known[1])
    grid = grid_of_values(puzzle)
    return lambda meter, limit: (1 for _ in _solutions(grid, method or _method(grid), meter))


def _solutions(grid: Grid, method: str, meter: Meter) -> Iterator[Grid]:
    name, options = parse_method(method)
    shapes = METHODS[name].shapes
    if shapes and str(grid.geometry) not in shapes:
        raise ShapeError(f"expected a board with {' or '.join(shapes)} blocks for {name}, got {grid.geometry}")
    if grid.marks and not METHODS[name].keeps_marks:
        keep = " or ".join(method.name for method in METHODS.values() if method.keeps_marks)
        raise GridError(f"expected the method {keep} for a board with pencil marks, got {name}")
    return METHODS[name].solutions(grid, meter, **options)
