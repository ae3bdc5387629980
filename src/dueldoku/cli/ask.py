"""``dueldoku generate`` without a word at a terminal: it asks, as the program of report 003 does.

Whose board it is, or how hard and how many; then how to solve it. The boards are made, solved and checked.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.cli.collection import answers, check_grids
from dueldoku.cli.picture import show_view
from dueldoku.cli.solve import Form, solve_one
from dueldoku.errors import DueldokuError, FormatError
from dueldoku.game.boards import open_source
from dueldoku.puzzles.api import make
from dueldoku.puzzles.recipe import Recipe, empty_cells
from dueldoku.render.view import View
from dueldoku.solvers.result import Budget

_METHOD = "csp:variables=mrv+degree-003,values=least-003,single=no,pairs=no"  # report 003's
_NINE = Geometry.of(3, 3)
_Answer = TypeVar("_Answer")


def ask() -> int:
    """Ask, make or read, solve, check. Returns 1 if a check failed, else 0; the end of the input ends it, too."""
    grids: list[Grid] = []
    empty, count = None, 1
    try:
        if _choose("Shall boards be made (m), or have you one of your own (c)?", "mc") == "c":
            grids = _ask("Your board, then an empty line; or the name of its file:", _board)
        else:
            empty = _ask("How hard, from 0 to 1, which is the share of empty cells? [0.6]", _empty)
            count = _ask("How many? [1]", _count)
        table = "yes" if _choose("With a table of what each cell may hold?", "yn") == "y" else "no"
        verbose = _choose("Tell each step?", "ny") == "y"
        parallel = 0 if count > 1 and _choose("On all cores at once?", "ny") == "y" else 1
    except EOFError:
        print()
        return 0
    return _solve(grids or list(make(Recipe(_NINE, empty=empty), count)), f"{_METHOD},table={table}", verbose, parallel)


def _solve(grids: list[Grid], method: str, verbose: bool, parallel: int) -> int:
    """Show one board and its solution, or tell how many of several are solved."""
    if len(grids) == 1:
        show_view(View(grids[0]))
        return Form(picture=True, check=True).show(grids[0], solve_one(grids[0], method, Budget(), verbose))
    first = Budget(solutions=1)
    steps = (solve_one(grid, method, first, trace=True) for grid in grids)
    return check_grids(grids, steps if verbose else answers(grids, method, first, parallel))


def _ask(question: str, read: Callable[[str], _Answer]) -> _Answer:
    """The answer, once there is one that can be read."""
    while True:
        try:
            return read(input(f"{question} ").strip())
        except DueldokuError as error:
            print(error)


def _choose(question: str, letters: str) -> str:
    """One of the letters; the first if nothing is said."""

    def read(said: str) -> str:
        letter = (said or letters)[0].lower()
        if letter not in letters:
            raise FormatError(f"expected {' or '.join(letters)}, got {said!r}")
        return letter

    return _ask(f"{question} [{'/'.join(letters)}]", read)


def _empty(said: str) -> int | None:
    if said.isdecimal():
        raise FormatError(f"expected a number above 0 and below 1, got {said!r}")
    return empty_cells(_NINE, said or "0.6")


def _count(said: str) -> int:
    if not re.fullmatch(r"0*[1-9][0-9]{0,6}|", said):
        raise FormatError(f"expected a number from 1 to 9999999, got {said!r}")
    return int(said or 1)


def _board(said: str) -> list[Grid]:
    """The board on the lines up to an empty one, or in the file of that name."""
    lines = [said]
    while lines[-1] and not open_source(said).file:
        lines.append(input().strip())
    grids = open_source("\n".join(lines).rstrip()).grids()
    if len(grids) != 1:
        raise FormatError(f"expected one board, got {len(grids)}")
    return grids
