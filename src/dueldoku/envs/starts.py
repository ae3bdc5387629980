"""What the games of a batch start from: positions, and the same as rows of words with the solutions that are known."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dueldoku.board.grid import Grid
from dueldoku.duel.position import Position
from dueldoku.duel.rules import rule_set
from dueldoku.errors import StartError
from dueldoku.game.boards import open_source
from dueldoku.game.game import Game, check_start
from dueldoku.kernels.base.bits import ALL
from dueldoku.kernels.duel import lockstep
from dueldoku.kernels.duel.lockstep import SET, Shape, Words
from dueldoku.puzzles.api import make
from dueldoku.puzzles.fill import full_values, random_states
from dueldoku.puzzles.recipe import Recipe
from dueldoku.solvers.backend import backend_of

Board = str | Grid | Position
_MADE = 256  # boards by a recipe, and drawn start regions, unless somebody says how many


class Starts(NamedTuple):
    """The positions, their rows, and the solutions of each: a row for each cell, a column for each solution."""

    positions: tuple[Position, ...]
    rows: Words
    sets: NDArray[np.uint8]


def positions_of(
    board: Board | Sequence[Board], rules: str | None, seed: int, count: int | None
) -> tuple[Position, ...]:
    """The positions that games start from, with their start regions. Raises StartError and what reading raises.

    What is made by chance, boards by a recipe or start regions, is made ``count`` times; other boards are repeated.
    """
    chance = Random(seed)
    boards = [board] if isinstance(board, str | Grid | Position) else list(board)
    found = [position for each in boards for position in _read(each, chance, count)]
    if not found:
        raise StartError("expected at least one board to start from, got none")
    drawn = any(rule_set(rules or position.rules).by_chance and not position.regions for position in found)
    number = max(len(found), count or (_MADE if drawn else 1))
    games = [Game(found[i % len(found)], rules, seed=chance.getrandbits(32)) for i in range(number)]
    positions = tuple(replace(game.start, turn=game.turn, regions=game.regions) for game in games)
    for number, position in enumerate(positions):
        if position.grid.geometry is not positions[0].grid.geometry or position.rules != positions[0].rules:
            was, first = f"{position.grid.geometry} {position.rules}", positions[0]
            raise StartError(f"expected {first.grid.geometry} {first.rules} as the first board, got {was} ({number})")
        check_start(position)
        if games[number].is_over():
            raise StartError("neither player has a cell to fill: there is nothing to play")
    return positions


def _read(board: Board, chance: Random, count: int | None) -> Iterable[Position]:
    if isinstance(board, Position):
        return [board]
    if isinstance(board, Grid):
        return [Position(board)]
    source = open_source(board)
    if not source.is_recipe:
        return source.positions()
    recipe = Recipe.parse(source.text)
    if recipe.seed is None:
        recipe = replace(recipe, seed=chance.getrandbits(32))
    return [Position(grid) for grid in make(recipe, count or _MADE)]


def starts_of(shape: Shape, positions: tuple[Position, ...], seed: int) -> Starts:
    """The positions as rows, with the solutions of their boards."""
    rows = np.zeros((len(positions), shape.width), np.uint64)
    sets = np.zeros((len(positions), shape.candidates, SET), np.uint8)
    known: dict[Grid, tuple[int, NDArray[np.uint8]]] = {}
    for number, position in enumerate(positions):
        if position.grid not in known:
            known[position.grid] = _solutions(position.grid, seed)
        count, solutions = known[position.grid]
        sets[number] = solutions
        _write(shape, rows[number], position)
        rest = rows[number, shape.rest :]
        rest[lockstep.ALIVE] = ALL >> np.uint64(SET - min(count, SET))
        rest[lockstep.COMPLETE] = count <= SET
        rest[lockstep.ROW] = rest[lockstep.START] = number
    return Starts(positions, rows, sets)


def _solutions(grid: Grid, seed: int) -> tuple[int, NDArray[np.uint8]]:
    """How many solutions the board has, counted until there are too many for a set; and a set of them."""
    geometry = grid.geometry
    solutions = np.zeros((geometry.size, SET), np.uint8)
    found, _ = backend_of(geometry).first(bytes(grid.values), SET + 1)
    if len(found) > SET and not any(grid.values):  # those of a search all begin alike
        for column, state in enumerate(random_states(Random(seed), SET)):
            solutions[:, column] = full_values(geometry, state)
        return len(found), solutions
    for column, values in enumerate(found[:SET]):
        solutions[:, column] = np.frombuffer(values, np.uint8)
    return len(found), solutions


def _write(shape: Shape, row: Words, position: Position) -> None:
    game = Game(position)
    geometry = game.geometry
    words = shape.around.shape[1]
    row[: geometry.size] = game.values
    for cell in game.grid.holes:
        row[shape.candidates + cell] = sum(1 << digit - 1 for digit in game.digits(cell))
    for at_row, at_col, digit in position.taboo:
        if 0 <= at_row < geometry.side and 0 <= at_col < geometry.side and 1 <= digit <= geometry.side:
            cell = geometry.cell(at_row, at_col)
            row[shape.taboo + cell] |= np.uint64(1 << digit - 1)
            row[shape.candidates + cell] &= ~np.uint64(1 << digit - 1)
    for number, unit in enumerate(geometry.units):
        row[shape.empty_in + number] = sum(not game.values[cell] for cell in unit)
    reach = game.reach or [[1] * geometry.size] * 2
    masks = [game.grid.holes, *([cell for cell, times in enumerate(mine) if times] for mine in reach)]
    for number, cells in enumerate(masks):
        at = shape.masks + number * words
        row[at : at + words] = lockstep.words_of(cells, words)
    rest = row[shape.rest :]
    rest[lockstep.EMPTY], rest[lockstep.TURN] = len(game.grid.holes), game.turn - 1
    rest[lockstep.SCORES : lockstep.SCORES + 2] = game.scores
    rest[lockstep.GATHER_AT] = 3 * geometry.size // 4
