"""Random full boards of any shape.

>>> from random import Random
>>> str(full_board(Geometry.of(2, 2), Random(1)))
'3412124321344321'
"""

from __future__ import annotations

from random import Random

import numpy as np

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.kernels.base.chance import WORDS
from dueldoku.kernels.solving.fill import fill
from dueldoku.solvers.compiled import Boards, Numbers


def full_board(geometry: Geometry, random: Random) -> Grid:
    """A random full board; every board there is can come out."""
    return grid_of(geometry, full_values(geometry, random_states(random, 1)[0]))


def full_values(geometry: Geometry, state: Numbers) -> Boards:
    """The values of a random full board, drawn from the random state of the compiled code."""
    values = np.empty(geometry.size, np.uint8)
    fill(state, geometry.m, geometry.n, values)
    return values


def random_states(random: Random, count: int) -> Numbers:
    """Independent random states for compiled code, the same with every Python: only the bits of ``random`` are used."""
    data = random.randbytes(4 * WORDS * count)
    return np.frombuffer(data, "<u4").astype(np.int64).reshape(count, WORDS)


def grid_of(geometry: Geometry, values: Boards) -> Grid:
    """The grid of values that are known to be right."""
    return Grid.trusted(geometry, tuple(values.tolist()))
