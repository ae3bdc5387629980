"""Puzzles with one solution, dug out of random full boards.

>>> str(next(puzzles_of(Recipe(Geometry.of(2, 2), clues=5, seed=1))))
'.41...4..1...3..'

The same seed makes the same puzzles everywhere: an attempt depends on 128 random bits and on nothing else. An attempt
fills a board, goes over its cells in random order and takes away each clue whose loss leaves one solution. If what is
left is not as wished, the next attempt begins; after too many in vain the recipe is given up.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import numpy as np

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.errors import GenerateError
from dueldoku.kernels.base.chance import shuffle
from dueldoku.kernels.solving.fill import fill
from dueldoku.puzzles.canon import fingerprint
from dueldoku.puzzles.fill import grid_of, random_states
from dueldoku.puzzles.recipe import SYMMETRIES, Recipe
from dueldoku.puzzles.swap import swap_clues
from dueldoku.solvers.backend import backend_of
from dueldoku.solvers.compiled import Boards, Numbers
from dueldoku.solvers.human import Grade, grade
from dueldoku.solvers.many import solve_many

_GRADED = 1_000  # attempts for a puzzle of some difficulty: grading takes its time
_FEW = {"3x3": 20}  # clues that digging does not get down to, but swapping does
_SWAPPED, _SWAPS = 40, 1_000  # attempts, each of so many swaps, for as few


def puzzles_of(recipe: Recipe, count: int = 1) -> Iterator[Grid]:
    """``count`` puzzles by the recipe, each with exactly one solution; none is another one in disguise (``canon.py``).

    Without a number of clues they keep a pleasant one: two in five cells, half of them on large boards, as few as
    possible if they shall be minimal or hard. Raises GenerateError for what was not found.
    """
    seen: set[int] = set()
    misses = 0
    attempts = _attempts(recipe)
    while len(seen) < count:
        if misses > _effort(recipe):
            already = f" after {len(seen)} others" if seen else ""
            raise GenerateError(f"found no {recipe.in_words}{already} in {misses} attempts: wish for less")
        puzzle = next(attempts)
        misses += 1
        if _is_as_wished(puzzle, recipe) and (look := fingerprint(puzzle)) not in seen:
            seen.add(look)
            misses = 0
            yield puzzle


def _effort(recipe: Recipe) -> int:
    """How many attempts in a row may fail: a minute's worth at most."""
    if _has_few(recipe):
        return _SWAPPED
    if recipe.difficulty:
        return _GRADED
    return 20_000 if backend_of(recipe.size).dug_at_once > 1 else max(5, 200_000 // recipe.size.size**2)


def _is_as_wished(puzzle: Grid, recipe: Recipe) -> bool:
    if recipe.kept is not None and len(puzzle) - len(puzzle.holes) != recipe.kept:
        return False
    if recipe.minimal and not (recipe.symmetry == "none" and recipe.kept is None) and not is_minimal(puzzle):
        return False
    return recipe.difficulty is None or grade(puzzle).difficulty is recipe.difficulty


def _attempts(recipe: Recipe) -> Iterator[Grid]:
    """Puzzles with one solution, as near to the recipe as digging once comes."""
    geometry, fewest, random = recipe.size, _fewest(recipe), Random(recipe.seed)
    groups, batch = groups_of(geometry, recipe.symmetry), 1
    while True:
        states = random_states(random, batch)
        for state, values in zip(states, dig(geometry, groups, fewest, states), strict=True):
            swapped = swap_clues(geometry, values, fewest, 1, state, _SWAPS) if _has_few(recipe) else None
            yield grid_of(geometry, values if swapped is None else swapped)
        batch = min(2 * batch, backend_of(geometry).dug_at_once)


def _fewest(recipe: Recipe) -> int:
    """Where the digging stops."""
    if recipe.kept is not None:
        return recipe.kept
    if recipe.minimal or (recipe.difficulty or Grade.EASY) > Grade.MEDIUM:
        return 0
    return recipe.size.size * (40 if recipe.size.side <= 9 else 50) // 100


def _has_few(recipe: Recipe) -> bool:
    """Whether digging alone does not get so far down."""
    return recipe.symmetry == "none" and 0 < _fewest(recipe) <= _FEW.get(str(recipe.size), 0)


def dig(geometry: Geometry, groups: Numbers, clues: int, states: Numbers) -> Boards:
    """A puzzle for each random state: a row of values, dug down to ``clues`` or as far as it goes.

    The cells of a row of ``groups`` are emptied together.
    """
    puzzles = np.empty((len(states), geometry.size), np.uint8)
    orders = np.tile(np.arange(len(groups)), (len(states), 1))
    for puzzle, order, state in zip(puzzles, orders, states, strict=True):
        fill(state, geometry.m, geometry.n, puzzle)
        shuffle(state, order)
    backend_of(geometry).dig(puzzles, groups, orders, clues)
    return puzzles


@cache
def groups_of(geometry: Geometry, symmetry: str = "none") -> Numbers:
    """The cells that a symmetry ties together: a group a row, filled up with -1."""
    last, move = geometry.side - 1, SYMMETRIES[symmetry]
    groups: dict[tuple[int, ...], None] = {}
    for cell in range(geometry.size):
        group = [cell]
        while (following := geometry.cell(*move(*divmod(group[-1], last + 1), last))) != cell:
            group.append(following)
        groups[tuple(sorted(group))] = None
    width = max(map(len, groups))
    return np.array([[*group, *[-1] * (width - len(group))] for group in groups], np.int64)


def is_minimal(puzzle: Grid) -> bool:
    """Whether the puzzle has more solutions without any one of its clues."""
    values = np.array(puzzle.values, np.uint8)
    clues = np.flatnonzero(values)
    fewer = np.repeat(values[None], len(clues), axis=0)
    fewer[np.arange(len(clues)), clues] = 0
    return bool((solve_many(fewer, 2, shape=puzzle.geometry, threads=1).counts > 1).all())
