"""The front door to making and grading puzzles.

>>> puzzle = generate("2x2", clues=5, seed=1)
>>> str(puzzle), str(grade(puzzle))
('.41...4..1...3..', 'easy: 11 x naked single; 44 points')
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.formats.values import Puzzle, grid_of_values
from dueldoku.notice import WAIT
from dueldoku.puzzles.recipe import Recipe, Span, empty_cells
from dueldoku.solvers import human


def generate(
    size: str | Geometry = "3x3",
    difficulty: str | human.Grade | None = None,
    *,
    clues: int | None = None,
    minimal: bool = False,
    symmetry: str = "none",
    empty: float | None = None,
    solutions: int | None = None,
    seed: int | None = None,
    score: str | None = None,
    technique: str = "",
) -> Grid:
    """A puzzle with one solution or, with ``empty`` cells, a board for the game.

    ``size`` is a block's rows x columns, ``difficulty`` easy, medium, hard, expert or beyond, ``empty`` a number of
    cells or, below 1, their share, ``score`` a range such as ``4..6``, ``technique`` the hardest that people need, such
    as ``xy-chain``; ``Recipe`` explains the others. The same seed makes the same board. Raises
    GenerateError for what cannot be, and for what was not found.
    """
    geometry = Geometry.parse(size) if isinstance(size, str) else size
    grade = human.Grade.parse(difficulty) if isinstance(difficulty, str) else difficulty
    holes = empty_cells(geometry, empty)
    span = None if score is None else Span.parse(score)
    return next(make(Recipe(geometry, grade, clues, minimal, symmetry, holes, solutions, seed, span, technique)))


def make(recipe: Recipe, count: int = 1) -> Iterator[Grid]:
    """``count`` boards by the recipe; no two puzzles are the same in disguise."""
    with WAIT:
        from dueldoku.puzzles.dig import board_of, puzzles_of  # loads Numba

    if recipe.is_puzzle:
        return puzzles_of(recipe, count)
    seeds = Random(recipe.seed)
    others = (seeds.getrandbits(64) for _ in range(count - 1))
    return (board_of(replace(recipe, seed=seed)) for seed in (recipe.seed, *others))


def grade(puzzle: Puzzle, *, trust_uniqueness: bool = False, scale: str = "points") -> human.Rating:
    """How hard a puzzle is for people, and the steps by which they solve it. It prints as ``dueldoku rate`` does.

    With ``trust_uniqueness`` people may take it for granted that there is one solution. The ``scale`` of its score is
    points or explainer.
    """
    return human.rate(grid_of_values(puzzle), trust_uniqueness=trust_uniqueness, scale=human.Scale(scale))
