"""The front door to solving: one question, any board, any method.

>>> result = solve("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
>>> str(result.verdict), str(result.solution)[:9]
('unique', '534678912')

Without a method, 9x9 boards go to ``bitboard`` and all others to ``wide``; nobody has to choose.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.errors import ShapeError
from dueldoku.formats.detect import read_grid
from dueldoku.solvers.registry import METHODS, parse_method
from dueldoku.solvers.result import Budget, Count, Result, Verdict, verdict_of
from dueldoku.solvers.work import BudgetEnded, Step, Work

Puzzle = str | Grid
_TWO = Budget()
_NINE = Geometry.of(3, 3)
_VERDICTS = (Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE)
_LINE = "123456789.0"  # what the quick way reads; everything else goes the long way


def default_method(geometry: Geometry) -> str:
    """The method for boards of this geometry when none is named."""
    return "bitboard" if geometry is _NINE else "wide"


def solve(
    puzzle: Puzzle,
    method: str = "",
    budget: Budget = _TWO,
    trace: Callable[[Step], None] | None = None,
) -> Result:
    """What is known about a puzzle's solutions within the budget.

    ``puzzle`` is a Grid or text in any format. By default two solutions are looked for, so the verdict tells none,
    unique and multiple apart. ``trace`` is called with each step; the compiled methods have none to tell.
    """
    if not method and budget is _TWO and type(puzzle) is str and len(puzzle) == 81 and not puzzle.strip(_LINE):
        return _solve_quickly(puzzle)
    grid = puzzle if isinstance(puzzle, Grid) else read_grid(puzzle)
    if not method and budget == _TWO and grid.geometry is _NINE:
        return _solve_quickly(str(grid))
    name = method or default_method(grid.geometry)
    begin = time.perf_counter()
    work = Work(budget, trace)
    found: list[Grid] = []
    finished = True
    try:
        for solution in _solutions(grid, name, work):
            found.append(solution)
            if len(found) >= budget.solutions:
                finished = False
                break
    except BudgetEnded:
        finished = False
    seconds = time.perf_counter() - begin
    return Result(verdict_of(len(found), finished), tuple(found), name, work, seconds)


def count(puzzle: Puzzle, limit: int = 2, method: str = "") -> int:
    """How many solutions there are, counted up to ``limit``."""
    return sum(1 for _ in islice(enumerate(puzzle, method), limit))


def is_unique(puzzle: Puzzle) -> bool:
    """Whether the puzzle has exactly one solution."""
    return len(solve(puzzle).solutions) == 1


def enumerate(puzzle: Puzzle, method: str = "") -> Iterator[Grid]:
    """Every solution, one by one, as they are found."""
    grid = puzzle if isinstance(puzzle, Grid) else read_grid(puzzle)
    return _solutions(grid, method or default_method(grid.geometry), Work())


def _solutions(grid: Grid, method: str, work: Work) -> Iterator[Grid]:
    name, options = parse_method(method)
    shapes = METHODS[name].shapes
    if shapes and str(grid.geometry) not in shapes:
        raise ShapeError(f"expected a board with {' or '.join(shapes)} blocks for {name}, got {grid.geometry}")
    return METHODS[name].solutions(grid, work, **options)


@cache
def _bitboard_search() -> Callable[[bytes], tuple[tuple[Grid, ...], Count]]:
    from dueldoku.solvers.bitboard import search  # loads Numba: only now that it is needed

    return search


def _solve_quickly(puzzle: str) -> Result:
    """The usual question without detours: 81 characters, two solutions at most."""
    search = _bitboard_search()
    begin = time.perf_counter()
    found, work = search(puzzle.encode())
    return Result(_VERDICTS[len(found)], found, "bitboard", work, time.perf_counter() - begin)
