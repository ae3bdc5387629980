"""Boards by a recipe: puzzles with one solution, and boards for the game with so many empty cells and solutions.

>>> str(next(puzzles_of(Recipe(Geometry.of(2, 2), clues=5, seed=1))))
'.41...4..1...3..'
>>> str(board_of(Recipe(Geometry.of(2, 2), empty=8, solutions=3, seed=1)))
'.4....4.213443..'

The same seed makes the same boards everywhere: an attempt depends on 128 random bits and on nothing else. An attempt
fills a board, goes over its cells in random order and takes away each clue whose loss leaves one solution. If what is
left is not as wished, the next attempt begins; after too many in vain the recipe is given up.

A given number of clues and of solutions is found by swapping clues. One clue goes, and all solutions of what is left
are tallied: how many of them have each digit in each cell. That is how many there would be with that digit as a new
clue, so one tally judges every swap. The best one is made, or a worse one now and then, until the number is right. This
reaches 9x9 puzzles with as few as 17 clues, which digging never does.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import inf
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.errors import GenerateError
from dueldoku.kernels.base.chance import draw, shuffle
from dueldoku.puzzles.canon import fingerprint
from dueldoku.puzzles.fill import full_values, grid_of, random_states
from dueldoku.puzzles.recipe import SYMMETRIES, Recipe, Span, technique_of
from dueldoku.solvers.backend import backend_of
from dueldoku.solvers.compiled import Boards, Numbers
from dueldoku.solvers.human import TECHNIQUES, Grade, Scale, rate
from dueldoku.solvers.many import solve_many
from dueldoku.words import counted

_GRADED = 1_000  # attempts for a puzzle of some difficulty: grading takes its time
_FEW = {"3x3": 20}  # clues that digging does not get down to, but swapping does
_SWAPPED, _SWAPS = 40, 1_000  # attempts, each of so many swaps, for as few
_ATTEMPTS = 10  # for a board with so many solutions
_FINE = 1 << 20  # ratios are whole numbers of these, so that every machine computes the same
_NEVER = 1 << 60
_ANY, _SINGLES = Span(-inf, inf), 2.5  # the scores of all puzzles; the highest for which singles are enough


def puzzles_of(recipe: Recipe, count: int = 1) -> Iterator[Grid]:
    """``count`` puzzles by the recipe, each with exactly one solution; none is another one in disguise (``canon.py``).

    Without a number of clues they keep a pleasant one: two in five cells, half of them on large boards, three in
    five on the largest, as few as possible if they shall be minimal or hard. Raises GenerateError for what was not
    found.
    """
    seen: set[int] = set()
    misses, nearest = 0, _Miss(_NEVER, "")
    attempts = _attempts(recipe)
    while len(seen) < count:
        if misses > _effort(recipe):
            already = f" after {counted(len(seen), 'other')}" if seen else ""
            raise GenerateError(
                f"found no {recipe.in_words}{already} in {misses} attempts: the nearest {nearest.words}"
            )
        puzzle = next(attempts)
        misses += 1
        if miss := _miss(puzzle, recipe):
            nearest = min(nearest, miss)
        elif (look := fingerprint(puzzle)) in seen:
            nearest = min(nearest, _Miss(0, "were those again"))
        else:
            seen.add(look)
            misses, nearest = 0, _Miss(_NEVER, "")
            yield puzzle


def _effort(recipe: Recipe) -> int:
    """How many attempts in a row may fail: a minute's worth at most."""
    if _has_few(recipe):
        return _SWAPPED
    if recipe.is_graded:
        return _GRADED
    return 20_000 if backend_of(recipe.size).dug_at_once > 1 else max(5, 200_000 // recipe.size.size**2)


class _Miss(NamedTuple):
    """How far a puzzle is from what was wished for, and what it has instead."""

    distance: float
    words: str


def _miss(puzzle: Grid, recipe: Recipe) -> _Miss | None:
    """What is wrong with a puzzle; None if it is as wished."""
    clues = len(puzzle) - len(puzzle.holes)
    if recipe.kept not in (None, clues):
        return _Miss(abs(clues - (recipe.kept or 0)), f"had {clues} clues")
    if recipe.minimal and not (recipe.symmetry == "none" and recipe.kept is None) and not is_minimal(puzzle):
        return _Miss(0.5, "was not minimal")
    return _graded_miss(puzzle, recipe) if recipe.is_graded else None


def _graded_miss(puzzle: Grid, recipe: Recipe) -> _Miss | None:
    """The same for people, who take the simplest step each time: so what they use they need."""
    rating = rate(puzzle)
    if recipe.difficulty and rating.grade is not recipe.difficulty:
        return _Miss(abs(rating.grade - recipe.difficulty), f"was {rating.grade}")
    if recipe.technique:
        order = [technique.name for technique in TECHNIQUES]
        wanted = order.index(technique_of(recipe.technique).name)
        hardest = max((order.index(name) for name in rating.techniques if name in order), default=0)
        if hardest != wanted or not rating.is_solved:
            return _Miss(abs(hardest - wanted) / len(order), f"had {order[hardest]} as the hardest technique")
    if recipe.score:
        score = rate(puzzle, scale=Scale.EXPLAINER).score
        low, high = recipe.score
        if not (rating.is_solved and low <= score <= high):
            return _Miss(max(low - score, score - high, 0) / 12, f"had a score of {score:g}")
    return None


def _attempts(recipe: Recipe) -> Iterator[Grid]:
    """Puzzles with one solution, as near to the recipe as digging once comes."""
    geometry, fewest, random = recipe.size, _fewest(recipe), Random(recipe.seed)
    groups, batch = groups_of(geometry, recipe.symmetry), 1
    while True:
        states = random_states(random, batch)
        for state, values in zip(states, dig(geometry, groups, fewest, states), strict=True):
            yield grid_of(geometry, swap_clues(geometry, values, fewest, 1, state) if _has_few(recipe) else values)
        batch = min(2 * batch, backend_of(geometry).dug_at_once)


def _fewest(recipe: Recipe) -> int:
    """Where the digging stops."""
    if recipe.kept is not None:
        return recipe.kept
    hard = recipe.technique and technique_of(recipe.technique).grade > Grade.EASY
    hard = hard or (recipe.difficulty or Grade.EASY) > Grade.MEDIUM or (recipe.score or _ANY).low > _SINGLES
    if recipe.minimal or hard:
        return 0
    side = recipe.size.side
    return recipe.size.size * (40 if side <= 9 else 50 + max(0, side - 36) * 2 // 5) // 100


def _has_few(recipe: Recipe) -> bool:
    """Whether digging alone does not get so far down."""
    return recipe.symmetry == "none" and 0 < _fewest(recipe) <= _FEW.get(str(recipe.size), 0)


def dig(geometry: Geometry, groups: Numbers, clues: int, states: Numbers) -> Boards:
    """A puzzle for each random state: a row of values, dug down to ``clues`` or as far as it goes.

    The cells of a row of ``groups`` are emptied together.
    """
    puzzles = np.stack([full_values(geometry, state) for state in states])
    orders = np.tile(np.arange(len(groups)), (len(states), 1))
    for order, state in zip(orders, states, strict=True):
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


def board_of(recipe: Recipe) -> Grid:
    """A board by the recipe. Raises GenerateError if none was found."""
    geometry, empty, solutions = recipe.size, recipe.empty or 0, recipe.solutions
    if solutions is None:
        return _emptied(geometry, empty, random_states(Random(recipe.seed), 1)[0])
    clues = geometry.size - empty
    for state in random_states(Random(recipe.seed), _ATTEMPTS):
        start = dig(geometry, groups_of(geometry), clues, state[None])[0]
        found = swap_clues(geometry, start, clues, solutions, state)
        if np.count_nonzero(found) == clues:
            return grid_of(geometry, found)
    raise GenerateError(f"found no {recipe.in_words} in {_ATTEMPTS} attempts")


def _emptied(geometry: Geometry, empty: int, state: Numbers) -> Grid:
    """A random full board of which random cells are emptied."""
    values, cells = full_values(geometry, state), np.arange(geometry.size)
    shuffle(state, cells)
    values[cells[:empty]] = 0
    return grid_of(geometry, values)


def owners(grid: Grid, seed: int | None = None) -> tuple[int, ...]:
    """An owner (1 or 2) for each clue, as if the players had placed them in turn by the rows rules.

    Clues that neither could have reached belong to the player whose row is nearer.
    """
    side, state = grid.geometry.side, random_states(Random(seed), 1)[0]
    owner = [0] * len(grid)
    clues = {cell for cell, value in enumerate(grid) if value}
    reach = {1: set(range(side)), 2: set(range(len(grid) - side, len(grid)))}
    player = 1
    while clues & (reach[1] | reach[2]):
        if mine := sorted(clues & reach[player]):
            cell = mine[draw(state, len(mine))]
            owner[cell] = player
            clues.remove(cell)
            reach[player].update(grid.geometry.neighbours[cell])
        player = 3 - player
    for cell in clues:
        owner[cell] = 1 if 2 * (cell // side) < side else 2
    return tuple(owner)


def swap_clues(geometry: Geometry, start: Boards, clues: int, solutions: int, random: Numbers) -> Boards:
    """Values with exactly so many clues and solutions; after too many swaps in vain with more clues than wanted.

    ``start`` has solutions, at least as many clues as wanted, and is lost.
    """
    backend = backend_of(geometry)
    most = max(backend.most_tallied, 4 * solutions)  # what has more solutions is too far away
    counts = np.zeros((geometry.size, geometry.side), np.int64)
    values, found = start, backend.tally(start, counts, most)
    nearest = np.ones_like(start)
    for _ in range(_SWAPS):
        given = np.flatnonzero(values)
        if found == solutions:
            nearest = min(nearest, values, key=np.count_nonzero)
            if len(given) == clues:
                break
        if len(given) > clues and found <= solutions:
            found, cell = min((backend.tally(_without(values, cell), counts, most), cell) for cell in given.tolist())
            values = _without(values, cell)
            continue
        cell = int(given[draw(random, len(given))]) if len(given) else 0
        fewer = _without(values, cell)
        if backend.tally(fewer, counts, most) >= most:
            continue
        badness = _badness(counts, solutions)
        badness[fewer > 0] = badness[cell] = _NEVER
        new, old = int(badness.min()), _badness(np.array(found), solutions)
        if new < _NEVER and (new <= old or draw(random, _FINE) * new**2 < _FINE * int(old) ** 2):
            choices = np.argwhere(badness == new)
            place, digit = choices[draw(random, len(choices))]
            fewer[place] = digit + 1
            values, found = fewer, int(counts[place, digit])
    return nearest


def _without(values: Boards, cell: int) -> Boards:
    fewer = values.copy()
    fewer[cell] = 0
    return fewer


def _badness(counts: NDArray[np.int64], wanted: int) -> NDArray[np.int64]:
    """How far from the number wanted: the ratio of the larger to the smaller, never for none."""
    ratio = np.maximum(counts, wanted) * _FINE // np.maximum(np.minimum(counts, wanted), 1)
    return np.where(counts > 0, ratio, _NEVER)
