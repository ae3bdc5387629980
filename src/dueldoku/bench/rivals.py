"""The other Sudoku solvers that a Python user can install, each behind the same small function.

They are the optional group ``rivals`` (``pip install dueldoku[rivals]``); those that are not installed are left out. A
rival takes a puzzle as a line and returns its first solution as text. Most of them solve 9x9 only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.util import find_spec

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid

Solver = Callable[[str], str]
_NINE = Geometry.of(3, 3)


def _py_sudoku() -> Solver:
    from sudoku import Sudoku

    def solve(puzzle: str) -> str:
        rows = [[int(char) if char != "." else None for char in puzzle[at : at + 9]] for at in range(0, 81, 9)]
        return "".join(str(value) for row in Sudoku(3, 3, board=rows).solve().board for value in row)

    return solve


def _dlxsudoku() -> Solver:
    from dlxsudoku import Sudoku
    from dlxsudoku.exceptions import SudokuHasMultipleSolutionsError

    def solve(puzzle: str) -> str:
        sudoku = Sudoku(puzzle)
        try:
            sudoku.solve()
        except SudokuHasMultipleSolutionsError:  # which is an answer, too
            return ""
        return str(sudoku.to_oneliner())

    return solve


def _lib_sudoku() -> Solver:
    from lib_sudoku import solve as their_solve

    def solve(puzzle: str) -> str:
        return "".join(map(str, their_solve(bytearray(int(char) if char != "." else 0 for char in puzzle))))

    return solve


def _exact_cover() -> Solver:
    import numpy as np
    from exact_cover import get_exact_cover

    choices = [(cell, digit) for cell in range(81) for digit in range(1, 10)]
    matrix = np.zeros((729, 324), dtype=bool)
    for number, (cell, digit) in enumerate(choices):
        row, col = divmod(cell, 9)
        block = row // 3 * 3 + col // 3
        for column in (cell, 81 + 9 * row + digit - 1, 162 + 9 * col + digit - 1, 243 + 9 * block + digit - 1):
            matrix[number, column] = True

    def solve(puzzle: str) -> str:
        kept = [number for number, (cell, digit) in enumerate(choices) if puzzle[cell] in (".", str(digit))]
        chosen = get_exact_cover(matrix[kept])
        return "".join(str(digit) for _, digit in sorted(choices[kept[number]] for number in chosen))

    return solve


def _python_sat() -> Solver:
    from pysat.solvers import Glucose4

    solver = Glucose4(bootstrap_with=list(_clauses(_NINE)))

    def solve(puzzle: str) -> str:
        clues = [9 * cell + int(char) for cell, char in enumerate(puzzle) if char != "."]
        solver.solve(assumptions=clues)
        return "".join(str((literal - 1) % 9 + 1) for literal in solver.get_model() if literal > 0)

    return solve


def _clauses(geometry: Geometry) -> Iterator[list[int]]:
    """Sudoku for a SAT solver: variable side * cell + digit."""
    side = geometry.side
    digits = range(1, side + 1)
    groups = [[side * cell + digit for digit in digits] for cell in range(geometry.size)]
    groups += [[side * cell + digit for cell in unit] for unit in geometry.units for digit in digits]
    for group in groups:
        yield group
        yield from ([-a, -b] for at, a in enumerate(group) for b in group[at + 1 :])


def _ortools() -> Solver:
    from ortools.sat.python import cp_model

    def solve(puzzle: str) -> str:
        model = cp_model.CpModel()
        cells = [model.new_int_var(1, 9, "") if char == "." else model.new_constant(int(char)) for char in puzzle]
        for unit in _NINE.units:
            model.add_all_different([cells[cell] for cell in unit])
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.solve(model)
        return "".join(str(solver.value(cell)) for cell in cells)

    return solve


_RIVALS: dict[str, tuple[str, Callable[[], Solver]]] = {
    "py-sudoku": ("sudoku", _py_sudoku),
    "dlxsudoku": ("dlxsudoku", _dlxsudoku),
    "lib_sudoku": ("lib_sudoku", _lib_sudoku),
    "exact-cover": ("exact_cover", _exact_cover),
    "python-sat": ("pysat", _python_sat),
    "ortools": ("ortools", _ortools),
}


def installed_rivals(geometry: Geometry) -> dict[str, Solver]:
    """The rivals that are installed and solve boards of this shape, by name, ready to solve."""
    if geometry is not _NINE:
        return {"python-sat, cadical": _cadical(geometry)} if find_spec("pysat") else {}
    return {name: make() for name, (module, make) in _RIVALS.items() if find_spec(module)}


def _cadical(geometry: Geometry) -> Solver:
    """For large boards: the formula of the shape, and the clues of the puzzle."""
    from pysat.solvers import Cadical195

    side = geometry.side
    formula = list(_clauses(geometry))

    def solve(puzzle: str) -> str:
        clues = [[side * cell + value] for cell, value in enumerate(Grid.parse(puzzle, geometry)) if value]
        with Cadical195(bootstrap_with=formula + clues) as solver:
            solver.solve()
            model = solver.get_model()
        return " ".join(str((literal - 1) % side + 1) for literal in model if literal > 0)

    return solve
