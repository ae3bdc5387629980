"""Random full boards: always right, the same for the same state, and all there are."""

from __future__ import annotations

import random

import numpy as np
import pytest

from dueldoku import Geometry, Grid
from dueldoku.kernels.solving.fill import fill


def filled(geometry: Geometry, seed: int) -> tuple[int, ...]:
    rng = random.Random(seed)
    values = np.zeros(geometry.size, np.uint8)
    fill(np.array([rng.getrandbits(32) | 1 for _ in range(4)], np.int64), geometry.m, geometry.n, values)
    return tuple(values.tolist())


@pytest.mark.parametrize("shape", [(1, 2), (1, 5), (5, 1), (2, 3), (3, 2), (3, 3), (4, 5), (8, 8)])
def test_a_board_is_full_and_right(shape: tuple[int, int]) -> None:
    geometry = Geometry.of(*shape)
    for seed in range(5):
        grid = Grid(geometry, filled(geometry, seed))
        assert not grid.holes
        assert not grid.clash
        assert grid.values == filled(geometry, seed)


def test_every_board_comes_up() -> None:
    assert len({filled(Geometry.of(2, 2), seed) for seed in range(6000)}) == 288
