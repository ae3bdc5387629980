"""Boards in words of 64 bits against a plain solver, also without compiling."""

from __future__ import annotations

import os
import random
import subprocess
import sys

import numpy as np
import pytest

from dueldoku import Geometry, Grid
from dueldoku.kernels.solving import small
from dueldoku.solvers.teaching.backtrack import solutions

SHAPES = [(2, 2), (1, 4), (2, 3), (3, 2), (1, 5), (1, 7), (2, 4), (4, 2)]
MOST = 3_000


def counted(grid: Grid, limit: int = 1 << 60, nodes: int = 1 << 40) -> tuple[int, list[str]]:
    geometry = grid.geometry
    frames, found = small.new_frames(geometry.side), np.zeros((5, geometry.size), np.uint8)
    small.start(frames, np.array(grid.values, np.uint8))
    number, depth, seen = 0, 1, []
    while depth and number < limit:
        more, _, _, depth = small.count(
            frames, depth, small.tables_of(geometry.m, geometry.n), found, limit - number, nodes
        )
        seen += [str(Grid(geometry, tuple(row.tolist()))) for row in found[:more]]
        number += more
    return number, seen


def random_board(rng: random.Random, geometry: Geometry) -> Grid:
    """A board with some solutions, one or none; sometimes its clues clash."""
    digits = rng.sample(range(1, geometry.side + 1), geometry.side)
    values = [digits[value - 1] for value in Grid.pattern(geometry)]
    for cell in rng.sample(range(geometry.size), rng.randint(0, geometry.size * 2 // 3)):
        values[cell] = 0
    if rng.random() < 0.3:
        values[rng.randrange(geometry.size)] = rng.randint(0, geometry.side)
    return Grid(geometry, tuple(values))


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("nodes", [1, 5, 1 << 40])
def test_solutions_are_those_of_a_plain_solver(shape: tuple[int, int], nodes: int) -> None:
    rng = random.Random(str(shape))
    for _ in range(25):
        board = random_board(rng, Geometry.of(*shape))
        expected = {str(grid) for _, grid in zip(range(MOST), solutions(board), strict=False)}
        if len(expected) < MOST:
            number, seen = counted(board, nodes=nodes)
            assert number == len(expected), str(board)
            assert len(set(seen)) == len(seen)
            assert set(seen) <= expected
        assert counted(board, 3, nodes)[0] == min(3, len(expected))


def test_known_numbers_of_full_boards() -> None:
    assert counted(Grid.empty(Geometry.of(2, 2)))[0] == 288
    assert counted(Grid.empty(Geometry.of(1, 5)))[0] == 161_280  # the Latin squares of order 5
    first = "2x3:123456456123" + "." * 24
    assert counted(Grid.parse(first))[0] * 720 * 4 <= 28_200_960


def test_a_digit_without_a_place_is_noticed_at_once() -> None:
    """Every cell of the loose board has candidates, but 1 has no place in the first row."""
    values = [0] * 64
    values[0:4] = [2, 3, 4, 5]
    values[8 * 1 + 4] = 1  # it sees the rest of the first row: they share a block
    board = Grid(Geometry.of(2, 4), tuple(values))
    assert counted(board, nodes=100) == (0, [])


def test_it_runs_as_plain_python_too() -> None:
    code = (
        "import numpy as np\n"
        "from dueldoku.kernels.solving import small\n"
        "frames, found = small.new_frames(4), np.zeros((1, 16), np.uint8)\n"
        "small.start(frames, np.array([int(sign) for sign in '1004040220030001'], np.uint8))\n"
        "number, *_, depth = small.count(frames, 1, small.tables_of(2, 2), found, 9, 9)\n"
        "print(number, depth, *found[0], hasattr(small.count, 'py_func'))\n"
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False)
    assert done.stdout == f"1 0 {' '.join('1234341221434321')} False\n", done.stderr
