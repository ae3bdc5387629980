"""Digging and tallying 9x9 puzzles, against a plain solver."""

from __future__ import annotations

import random
from itertools import islice

import numpy as np

from dueldoku import Geometry, Grid
from dueldoku.kernels.solving import nine
from dueldoku.kernels.solving.dig import dig_batch, tally
from dueldoku.puzzles.fill import full_board
from dueldoku.solvers.teaching.backtrack import solutions

NINE = Geometry.of(3, 3)


def number_of(values: list[int], limit: int) -> int:
    return sum(1 for _ in islice(solutions(Grid(NINE, tuple(values))), limit))


def test_clues_go_exactly_where_the_solution_stays_the_only_one() -> None:
    rng = random.Random(4)
    order = rng.sample(range(81), 81)
    puzzles = np.array([full_board(NINE, rng).values], np.uint8)
    expected = puzzles[0].tolist()
    for cell in order:
        value, expected[cell] = expected[cell], 0
        if number_of(expected, 2) > 1:
            expected[cell] = value
    dig_batch(puzzles, np.arange(81)[:, None], np.array([order]), 0)
    assert puzzles[0].tolist() == expected


def test_cells_of_a_group_go_together_and_clues_are_left() -> None:
    rng = random.Random(5)
    groups = np.array([[cell, 80 - cell if cell != 40 else -1] for cell in range(41)])
    puzzles = np.array([full_board(NINE, rng).values for _ in range(3)], np.uint8)
    orders = np.array([rng.sample(range(41), 41) for _ in range(3)])
    dig_batch(puzzles, groups, orders, 36)
    for puzzle in puzzles:
        empty = puzzle == 0
        assert (empty == empty[::-1]).all()
        assert 81 - empty.sum() >= 36
        assert number_of(puzzle.tolist(), 2) == 1


def test_a_tally_is_the_sum_of_all_solutions() -> None:
    values = [0 if value in (1, 2, 3) else value for value in full_board(NINE, random.Random(6))]
    expected = np.zeros((81, 9), np.int64)
    number = 0
    for solution in solutions(Grid(NINE, tuple(values))):
        number += 1
        for cell, value in enumerate(solution):
            expected[cell, value - 1] += 1
    counts, found = np.zeros((81, 9), np.int64), np.zeros((7, 81), np.uint8)
    text = np.array(values, np.uint8) + np.uint8(48)
    assert tally(text, np.zeros(nine.MEMORY, np.uint32), found, counts, 10_000) == number
    assert (counts == expected).all()
