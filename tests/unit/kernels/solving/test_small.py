"""The search for small boards finds all solutions, as the one for boards of any shape does."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.kernels.solving import small
from dueldoku.puzzles.fill import full_board
from dueldoku.solvers.backend import backend_of

SHAPES = [(1, 2), (1, 3), (2, 2), (1, 5), (2, 3), (3, 2), (1, 7), (2, 4), (4, 2), (1, 8)]


@pytest.mark.parametrize("shape", SHAPES)
def test_all_solutions_are_found(shape: tuple[int, int]) -> None:
    geometry, rng = Geometry.of(*shape), Random(1)
    tables, found = small.small_of(geometry), np.zeros((geometry.size, 64), np.uint8)
    for number in range(60):
        values = list(full_board(geometry, rng))
        for cell in rng.sample(range(geometry.size), rng.randrange(geometry.size + 1)):
            values[cell] = 0
        if number % 3 == 0:  # which may break the rules, or leave no solution
            values[rng.randrange(geometry.size)] = rng.randint(1, geometry.side)
        count = small.solve(tables, np.array(values, np.uint8), found, 65)
        grid = Grid(geometry, tuple(values))
        expected = {bytes(row) for row in backend_of(geometry).first(bytes(values), 65)[0]} if not grid.clash else set()
        assert count == len(expected)
        mine = {found[:, column].tobytes() for column in range(min(count, 64))}
        assert len(mine) == min(count, 64)
        for solution in mine:
            assert grid.fault_of(Grid(geometry, tuple(solution))) == ""
        if count < 65:
            assert mine == expected


def test_the_search_stops_at_its_limit() -> None:
    geometry = Geometry.of(2, 2)
    tables, found = small.small_of(geometry), np.zeros((16, 64), np.uint8)
    empty = np.zeros(16, np.uint8)
    assert [small.solve(tables, empty, found, limit) for limit in (1, 10, 288, 1000)] == [1, 10, 288, 288]
