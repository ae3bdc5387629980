"""The boards and puzzle sets that come with Dueldoku, made again byte for byte.

``python -m dueldoku.puzzles.bundle`` writes all of them, which takes some minutes; with names behind it only those.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib.resources import files
from pathlib import Path

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.duel.position import Position
from dueldoku.errors import UnknownName
from dueldoku.formats.course import write_course
from dueldoku.formats.course_rows import write_course_rows
from dueldoku.puzzles.api import generate, make
from dueldoku.puzzles.dig import owners
from dueldoku.puzzles.recipe import Recipe
from dueldoku.solvers.api import solve
from dueldoku.solvers.human import Grade

_NINE, _SIXTEEN, _TWENTY_FIVE = (Geometry.of(m, m) for m in (3, 4, 5))


def _several() -> Iterator[Grid]:
    """Random clues of random full boards, 24 to 31 of them."""
    return (generate(_NINE, empty=50 + seed % 8, seed=seed) for seed in range(2_000))


def _hard() -> Iterator[Grid]:
    """The 200 out of 100,000 minimal puzzles for which the 9x9 solver guesses most."""
    puzzles = make(Recipe(_NINE, minimal=True, seed=3), 100_000)
    return iter(sorted(puzzles, key=lambda puzzle: solve(puzzle).work.guesses, reverse=True)[:200])


def _holes() -> Iterator[Grid]:
    """25x25 puzzles from 330 clues down to 285."""
    return (generate(_TWENTY_FIVE, clues=clues, seed=clues) for clues in range(330, 280, -5))


BOARDS = {
    "easy-2x2": "generate:size=2x2,empty=4,solutions=1,seed=1",
    "random-2x3": "generate:size=2x3,empty=18,solutions=4,seed=2",
    "easy-3x3": "generate:size=3x3,empty=60,solutions=223,seed=3",
    "hard-3x3": "generate:size=3x3,empty=64,solutions=1,seed=4",
    "random-3x3": "generate:size=3x3,empty=41,solutions=5,seed=5",
    "random-3x4": "generate:size=3x4,empty=72,solutions=3,seed=6",
    "random-4x4": "generate:size=4x4,empty=128,solutions=1,seed=7",
    "board-2x2": "generate:size=2x2,empty=7,solutions=1,seed=8",
    "board-2x3": "generate:size=2x3,empty=20,solutions=1,seed=14",  # a fair one: docs/solved.md
}
SETS: dict[str, Callable[[], Iterator[Grid]]] = {
    "3x3-easy": partial(make, Recipe(_NINE, Grade.EASY, seed=1), 2_000),
    "3x3-minimal": partial(make, Recipe(_NINE, minimal=True, seed=2), 2_000),
    "3x3-hard": _hard,
    "3x3-several": _several,
    "4x4-near-minimal": partial(make, Recipe(_SIXTEEN, clues=94, seed=1), 20),
    "5x5-holes": _holes,
}


def path_of(name: str) -> Path:
    """Where the file of this name is in the source tree."""
    return Path(str(files("dueldoku"))) / ("game/bundled" if name in BOARDS else "bench/sets") / f"{name}.txt"


def text_of(name: str) -> str:
    """What is in the file of this name, made anew. Raises UnknownName, which lists them."""
    if name in SETS:
        return "".join(f"{grid}\n" for grid in SETS[name]())
    if name not in BOARDS:
        raise UnknownName(f"expected a board or a set out of {', '.join([*BOARDS, *SETS])}, got {name!r}")
    recipe = Recipe.parse(BOARDS[name])
    grid = next(make(recipe))
    if name.startswith("board-"):  # for the rows rule set
        return write_course_rows(Position(grid, rules="rows", owners=owners(grid, recipe.seed)))
    return write_course(grid)


def main(names: list[str]) -> None:
    """Write the files of these names; of all if there are none."""
    for name in names or [*BOARDS, *SETS]:
        path_of(name).write_text(text_of(name), encoding="ascii", newline="\n")
        print(path_of(name))


if __name__ == "__main__":
    main(sys.argv[1:])
