"""The contents of a book: puzzles made to order, or somebody's own, with their solutions and grades."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.errors import GridError
from dueldoku.puzzles.api import make
from dueldoku.puzzles.recipe import Recipe
from dueldoku.render.book import Entry
from dueldoku.solvers.api import solve
from dueldoku.solvers.human import Grade, rate


def made(count: int, grades: Sequence[Grade], size: Geometry, symmetry: str, seed: int) -> Iterator[Entry]:
    """So many puzzles, as many of each grade as of the others, in the order of the grades; any grade if none is named.

    The first grades get one more where the number does not go up.
    """
    seeds = Random(seed)
    each, more = divmod(count, max(1, len(grades)))
    for place, difficulty in enumerate(grades or [None]):
        number = each + (place < more)
        recipe = Recipe(size, difficulty, symmetry=symmetry, seed=seeds.getrandbits(63))
        if number:
            yield from entries(make(recipe, number))


def entries(puzzles: Iterable[Grid]) -> Iterator[Entry]:
    """Each puzzle with a solution and its grade. Raises GridError for one that has no solution."""
    for number, puzzle in enumerate(puzzles, 1):
        solved = solve(puzzle)
        if not solved.solution:
            raise GridError(f"expected puzzles that have a solution, got none for puzzle {number}: {puzzle}")
        several = len(solved.solutions) > 1
        label = "with several solutions" if several else str(rate(puzzle).grade)
        yield Entry(puzzle, solved.solution, label)
