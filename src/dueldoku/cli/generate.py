"""``dueldoku generate`` and ``rate``: puzzles made to order, and how hard they are for people."""

from __future__ import annotations

import json
import sys
from typing import Literal

from dueldoku.board.geometry import Geometry
from dueldoku.cli.options import Flag, From, Json, JsonLines, PuzzleName, Shape
from dueldoku.errors import FormatError
from dueldoku.formats.detect import write
from dueldoku.game.boards import open_source
from dueldoku.puzzles.api import make
from dueldoku.puzzles.recipe import Recipe
from dueldoku.solvers.human import Grade, grade, next_step


def generate(
    *,
    size: str = "3x3",
    count: int = 1,
    clues: int | None = None,
    minimal: Flag = False,
    symmetry: str = "none",
    difficulty: Literal["easy", "medium", "hard", "expert", "beyond", ""] = "",
    empty: int | None = None,
    solutions: int | None = None,
    seed: int | None = None,
    to: str = "sdm",
    json_: Json = False,
) -> None:
    """Make puzzles with exactly one solution or, with --empty, boards for the game.

    Parameters
    ----------
    size
        The blocks' rows x columns: 3x3 for a 9x9 board.
    count
        How many.
    clues
        The number of clues; without it, a pleasant one.
    minimal
        No clue can be left out.
    symmetry
        Of the clues: none, rotational, quarter, diagonal, antidiagonal, horizontal or vertical.
    difficulty
        How hard it is for people: easy, medium, hard, expert or beyond.
    empty
        Make boards for the game with this many empty cells instead.
    solutions
        With --empty: exactly so many solutions; without it any number, but at least one.
    seed
        The same seed makes the same puzzles.
    to
        The format to write.
    json_
        Write a JSON list of lines.

    """
    if count < 1:
        raise FormatError(f"expected --count to be at least 1, got {count}")
    wished = Grade.parse(difficulty) if difficulty else None
    grids = make(Recipe(Geometry.parse(size), wished, clues, minimal, symmetry, empty, solutions, seed), count)
    if json_:
        print(json.dumps([str(grid) for grid in grids]))
    elif to in ("sdm", "line"):
        for grid in grids:  # one by one: the first are out while the others are made
            print(grid, flush=True)
    else:
        sys.stdout.write(write(grids, to))


def rate(
    puzzle: PuzzleName,
    /,
    *,
    steps: Flag = False,
    hint: Flag = False,
    from_: From = "",
    shape: Shape = "",
    json_: JsonLines = False,
) -> None:
    """Grade puzzles by the hardest technique that people need: easy, medium, hard, expert, beyond.

    Parameters
    ----------
    steps
        Tell all steps, each with its reason.
    hint
        Tell only the next step.

    """
    for grid in open_source(puzzle, from_).grids(shape):
        if hint:
            step = next_step(grid)
            print(json.dumps(step and step.to_json()) if json_ else step or "No technique leads any further here.")
            continue
        grading = grade(grid)
        if json_:
            data = {"puzzle": str(grid), "grade": str(grading.difficulty), "techniques": grading.techniques}
            print(json.dumps(data | ({"steps": [step.to_json() for step in grading.steps]} if steps else {})))
            continue
        for step in grading.steps if steps else ():
            print(step)
        print(grading)
