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
from itertools import islice

from dueldoku.board.grid import Grid
from dueldoku.errors import GridError, ShapeError
from dueldoku.formats.line import plain_line
from dueldoku.formats.values import Puzzle, grid_of_values
from dueldoku.solvers.backend import backend_of, method_of
from dueldoku.solvers.meter import BudgetEnded, Meter, TraceStep
from dueldoku.solvers.registry import METHODS, parse_method
from dueldoku.solvers.result import Budget, Count, Solved, Verdict

_TWO = Budget()
_VERDICTS = (Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE)


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
    if not method and (budget is _TWO or budget == _TWO):
        return _solve_compiled(puzzle)
    grid = grid_of_values(puzzle)
    name = method or _method(grid)
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


def _solve_compiled(puzzle: Puzzle) -> Solved:
    """The usual question without detours: two solutions at most, values in and values out."""
    if isinstance(puzzle, Grid):
        if puzzle.marks:
            return solve(puzzle, _method(puzzle))
        geometry, values = puzzle.geometry, bytes(puzzle.values)
    elif isinstance(puzzle, str) and (plain := plain_line(puzzle)):
        geometry, values = plain
    else:
        return _solve_compiled(grid_of_values(puzzle))
    backend = backend_of(geometry)
    begin = time.perf_counter()
    found, work = backend.first(values, 2)
    grids = tuple([Grid.trusted(geometry, tuple(solution)) for solution in found])
    return Solved(_VERDICTS[len(found)], grids, backend.method, work, time.perf_counter() - begin)


def solutions(puzzle: Puzzle, method: str = "") -> Iterator[Grid]:
    """Every solution, one by one, as they are found."""
    grid = grid_of_values(puzzle)
    return _solutions(grid, method or _method(grid), Meter())


def count(puzzle: Puzzle, limit: int | None = None, seconds: float | None = None, method: str = "") -> Count:
    """How many solutions there are: all of them, unless ``limit``, ``seconds`` or Ctrl-C stops the count.

    The number knows whether it is ``complete``. With a limit of 2, 2 means two or more.
    """
    grid, number = grid_of_values(puzzle), 0
    meter = Meter(None if seconds is None else Budget(seconds))
    try:
        for found in _counted(grid, method, meter):
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
    return "plain" if grid.marks else method_of(grid.geometry)


def _counted(grid: Grid, method: str, meter: Meter) -> Iterator[int]:
    """How many solutions were found, again and again."""
    if method or grid.marks:
        return (1 for _ in _solutions(grid, method or _method(grid), meter))
    return map(len, backend_of(grid.geometry).solutions(bytes(grid.values), meter))


def _solutions(grid: Grid, method: str, meter: Meter) -> Iterator[Grid]:
    name, options = parse_method(method)
    shapes = METHODS[name].shapes
    if shapes and str(grid.geometry) not in shapes:
        raise ShapeError(f"expected a board with {' or '.join(shapes)} blocks for {name}, got {grid.geometry}")
    if grid.marks and not METHODS[name].keeps_marks:
        keep = " or ".join(method.name for method in METHODS.values() if method.keeps_marks)
        raise GridError(f"expected the method {keep} for a board with pencil marks, got {name}")
    return METHODS[name].solutions(grid, meter, **options)
