"""Puzzles with one solution, dug out of random full boards.

>>> puzzle = next(generate(Geometry.of(2, 2), clues=5, seed=1))
>>> str(puzzle)
'.41...4..1...3..'

The same seed makes the same puzzles everywhere: an attempt depends on 128 random bits and on nothing else. An attempt
fills a board, goes over its cells in random order and takes away each clue whose loss leaves one solution. If what is
left is not as wished, the next attempt begins; after too many in vain the wish is given up.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.errors import GenerateError
from dueldoku.kernels.base.chance import shuffle
from dueldoku.kernels.solving.dig import dig_batch
from dueldoku.kernels.solving.fill import fill
from dueldoku.puzzles.canon import fingerprint
from dueldoku.puzzles.fill import Numbers, Values, grid_of, random_states
from dueldoku.puzzles.swap import swap_clues
from dueldoku.puzzles.wish import Wish
from dueldoku.solvers.human import Grade, grade
from dueldoku.solvers.many import solve_many
from dueldoku.solvers.wide import search
from dueldoku.solvers.work import BudgetEnded

_NINE = Geometry.of(3, 3)
_BATCH = 256  # 9x9 puzzles dug at once
_PROOF, _ENDLESS = 500, 1 << 62  # nodes for a proof of uniqueness: some take for ever; a minimal puzzle needs them
_GRADED = 1_000  # attempts for a puzzle of some difficulty: grading takes its time
_FEW, _SWAPS = 40, 1_000  # attempts, each of so many swaps, for fewer clues than digging reaches


def generate(
    geometry: Geometry,
    count: int = 1,
    *,
    clues: int | None = None,
    minimal: bool = False,
    symmetry: str = "none",
    difficulty: Grade | None = None,
    seed: int | None = None,
    distinct: bool = True,
) -> Iterator[Grid]:
    """``count`` puzzles, each with exactly one solution.

    Without a number of ``clues`` they keep a pleasant one: two in five cells, half of them on large boards, as few as
    possible if they shall be ``minimal`` or hard. ``distinct``: none of them is another one in disguise (``canon.py``).
    Raises GenerateError at once for what cannot be, and later for what was not found.
    """
    wish = Wish(geometry, clues, minimal, symmetry, difficulty)
    if count < 0:
        raise GenerateError(f"expected a number of puzzles, got {count}")
    return _generate(wish, count, Random(seed), distinct)


def _generate(wish: Wish, count: int, random: Random, distinct: bool) -> Iterator[Grid]:
    seen: set[int] = set()
    made = misses = 0
    attempts = _attempts(wish, random)
    while made < count:
        if misses > _effort(wish):
            already = f" after {made} others" if made else ""
            raise GenerateError(f"found no {wish}{already} in {misses} attempts: wish for less")
        puzzle = next(attempts)
        misses += 1
        if not _is_as_wished(puzzle, wish):
            continue
        if distinct:
            look = fingerprint(puzzle)
            if look in seen:
                continue
            seen.add(look)
        made, misses = made + 1, 0
        yield puzzle


def _effort(wish: Wish) -> int:
    """How many attempts in a row may fail: a minute's worth at most."""
    if wish.has_few:
        return _FEW
    if wish.difficulty:
        return _GRADED
    return 20_000 if wish.geometry is _NINE else max(5, 200_000 // wish.geometry.size**2)


def _is_as_wished(puzzle: Grid, wish: Wish) -> bool:
    if wish.clues is not None and len(puzzle) - len(puzzle.holes) != wish.clues:
        return False
    if wish.minimal and not (wish.symmetry == "none" and wish.clues is None) and not is_minimal(puzzle):
        return False
    return wish.difficulty is None or grade(puzzle) is wish.difficulty


def _attempts(wish: Wish, random: Random) -> Iterator[Grid]:
    """Puzzles with one solution, as near to the wish as digging once comes."""
    batch = 1
    while True:
        states = random_states(random, batch)
        for state, values in zip(states, dig(wish.geometry, wish.groups, wish.fewest, states), strict=True):
            swapped = swap_clues(_NINE, values, wish.fewest, 1, state, _SWAPS) if wish.has_few else None
            yield grid_of(wish.geometry, values if swapped is None else swapped)
        batch = min(2 * batch, _BATCH if wish.geometry is _NINE else 1)


def dig(geometry: Geometry, groups: Numbers, clues: int, states: Numbers) -> Values:
    """A puzzle for each random state: a row of values, dug down to ``clues`` or as far as it goes.

    The cells of a row of ``groups`` are emptied together.
    """
    puzzles = np.empty((len(states), geometry.size), np.uint8)
    orders = np.tile(np.arange(len(groups)), (len(states), 1))
    for puzzle, order, state in zip(puzzles, orders, states, strict=True):
        fill(state, geometry.m, geometry.n, puzzle)
        shuffle(state, order)
    if geometry is _NINE:
        dig_batch(puzzles, groups, orders, clues)
    else:
        for puzzle, order in zip(puzzles, orders, strict=True):
            _dig(geometry, puzzle, [group[group >= 0] for group in groups[order]], clues)
    return puzzles


def _dig(geometry: Geometry, puzzle: Values, groups: list[Numbers], clues: int) -> None:
    """Take away groups of clues in this order, as the compiled ``dig_batch`` does for 9x9.

    A whole part of them goes at once if nothing speaks against it; else its halves are tried.
    """
    todo = [groups[at : at + geometry.side] for at in range(0, len(groups), geometry.side)][::-1]
    left = geometry.size
    while todo:
        part = todo.pop()
        cells = np.concatenate(part)
        fewer = puzzle.copy()
        fewer[cells] = 0
        if left - len(cells) >= clues and _is_unique(geometry, fewer, _PROOF if clues else _ENDLESS):
            puzzle[:] = fewer
            left -= len(cells)
        elif len(part) > 1:
            todo += [part[len(part) // 2 :], part[: len(part) // 2]]


def _is_unique(geometry: Geometry, values: Values, most_nodes: int) -> bool:
    """Whether there is exactly one solution, and it takes no more than so many nodes to prove it."""
    try:
        return len(search(geometry, values, 2, most_nodes)) == 1
    except BudgetEnded:
        return False


def is_minimal(puzzle: Grid) -> bool:
    """Whether the puzzle has more solutions without any one of its clues."""
    values = np.array(puzzle.values, np.uint8)
    clues = np.flatnonzero(values)
    fewer = np.repeat(values[None], len(clues), axis=0)
    fewer[np.arange(len(clues)), clues] = 0
    return bool((solve_many(fewer, 2, shape=puzzle.geometry, threads=1).counts > 1).all())
