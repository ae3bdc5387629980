"""Canonical forms against trying every symmetry, and numbers that no symmetry changes."""

from __future__ import annotations

import random
from itertools import permutations, product

import numpy as np

from dueldoku.kernels.solving.canon import canonical, invariant

PAIRS = [(0, 1), (1, 0)]
ORDERS = [  # of the rows or columns of a 4x4 board: the bands, and the lines in each
    [2 * band + line for band, inner in zip(bands, inners, strict=True) for line in inner]
    for bands in PAIRS
    for inners in product(PAIRS, repeat=2)
]


def random_board(rng: random.Random) -> np.ndarray:
    board = np.zeros((4, 4), np.int64)
    for cell in rng.sample(range(16), rng.randint(0, 9)):
        board.flat[cell] = rng.randint(1, 4)
    return board


def smallest(board: np.ndarray) -> list[int]:
    """The smallest text of all symmetric boards: digits named as they appear, empty cells last."""
    texts = []
    for square, rows, columns in product((board, board.T), ORDERS, ORDERS):
        names: dict[int, int] = {}
        cells = square[np.ix_(rows, columns)].ravel().tolist()
        texts.append([names.setdefault(value, len(names) + 1) if value else 5 for value in cells])
    return min(texts)


def test_it_is_the_smallest_of_all() -> None:
    rng = random.Random(1)
    for _ in range(40):
        board = random_board(rng)
        assert canonical(np.stack([board, board.T]), 2, np.array(ORDERS)).ravel().tolist() == smallest(board)


def test_symmetries_leave_the_number_as_it_is() -> None:
    rng = random.Random(2)
    numbers = set()
    for _ in range(60):
        board = random_board(rng)
        number = invariant(board, 2, 2)
        names = np.array([0, *rng.choice(list(permutations(range(1, 5))))])
        same = names[board[np.ix_(rng.choice(ORDERS), rng.choice(ORDERS))]]
        assert invariant(same, 2, 2) == number
        numbers.add(number)
    assert len(numbers) > 40  # most of these boards differ by more than a symmetry
