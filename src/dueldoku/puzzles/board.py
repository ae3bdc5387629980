"""Boards for the game: so many empty cells, and so many solutions or any number of them.

>>> str(board_of(Recipe(Geometry.of(2, 2), empty=8, solutions=3, seed=1)))
'.4....4.213443..'
"""

from __future__ import annotations

from random import Random

import numpy as np

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.errors import GenerateError
from dueldoku.kernels.base.chance import draw, shuffle
from dueldoku.puzzles.dig import dig, groups_of
from dueldoku.puzzles.fill import full_values, grid_of, random_states
from dueldoku.puzzles.recipe import Recipe
from dueldoku.puzzles.swap import swap_clues
from dueldoku.solvers.compiled import Numbers

_ATTEMPTS = 10
_SWAPS = 1_000  # in an attempt


def board_of(recipe: Recipe) -> Grid:
    """A board by the recipe. Raises GenerateError if none was found."""
    geometry, empty, solutions = recipe.size, recipe.empty or 0, recipe.solutions
    if solutions is None:
        return _emptied(geometry, empty, random_states(Random(recipe.seed), 1)[0])
    clues = geometry.size - empty
    for state in random_states(Random(recipe.seed), _ATTEMPTS):
        start = dig(geometry, groups_of(geometry), clues, state[None])[0]
        found = swap_clues(geometry, start, clues, solutions, state, _SWAPS)
        if found is not None:
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
