"""The other Sudoku solvers that a Python user can install, each behind the same small function.

They are the optional group ``rivals`` (``pip install dueldoku[rivals]``); those that are not installed are left out. A
rival takes a 9x9 puzzle as 81 characters and returns its first solution as text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.util import find_spec

Solver = Callable[[str], str]


def _py_sudoku() -> Solver:
    from sudoku import Sudoku

    def solve(puzzle: str) -> str:
        rows = [[int(char) if char != "." else None for char in puzzle[at : at + 9]] for at in range(0, 81, 9)]
        return "".join(str(value) for row in Sudoku(3, 3, board=rows).solve().board for value in row)

    return solve


def _dlxsudoku() -> Solver:
    from dlxsudoku import Sudoku

    def solve(puzzle: str) -> str:
        sudoku = Sudoku(puzzle)
        sudoku.solve()
        return str(sudoku.to_oneliner())

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

    clauses = list(_clauses())
    solver = Glucose4(bootstrap_with=clauses)

    def solve(puzzle: str) -> str:
        clues = [9 * cell + int(char) for cell, char in enumerate(puzzle) if char != "."]
        solver.solve(assumptions=clues)
        return "".join(str((literal - 1) % 9 + 1) for literal in solver.get_model() if literal > 0)

    return solve


def _clauses() -> Iterator[list[int]]:
    """Sudoku for a SAT solver: variable 9*cell + digit."""
    from dueldoku.board.geometry import Geometry

    nine = Geometry.of(3, 3)
    groups = [[9 * cell + digit for digit in range(1, 10)] for cell in range(81)]
    groups += [[9 * cell + digit for cell in unit] for unit in nine.units for digit in range(1, 10)]
    for group in groups:
        yield group
        yield from ([-a, -b] for at, a in enumerate(group) for b in group[at + 1 :])


def _ortools() -> Solver:
    from ortools.sat.python import cp_model

    from dueldoku.board.geometry import Geometry

    units = Geometry.of(3, 3).units

    def solve(puzzle: str) -> str:
        model = cp_model.CpModel()
        cells = [model.new_int_var(1, 9, "") if char == "." else model.new_constant(int(char)) for char in puzzle]
        for unit in units:
            model.add_all_different([cells[cell] for cell in unit])
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.solve(model)
        return "".join(str(solver.value(cell)) for cell in cells)

    return solve


_RIVALS: dict[str, tuple[str, Callable[[], Solver]]] = {
    "py-sudoku": ("sudoku", _py_sudoku),
    "dlxsudoku": ("dlxsudoku", _dlxsudoku),
    "exact-cover": ("exact_cover", _exact_cover),
    "python-sat": ("pysat", _python_sat),
    "ortools": ("ortools", _ortools),
}


def installed_rivals() -> dict[str, Solver]:
    """The rivals that are installed, by name, ready to solve."""
    return {name: make() for name, (module, make) in _RIVALS.items() if find_spec(module)}
