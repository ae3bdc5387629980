"""Equal up to symmetry: one board stands for all that are the same in disguise.

The symmetries are other names for the digits, another order of the rows within their band, of the bands, of the columns
within their stack, of the stacks, and, if blocks are square, rows for columns.

>>> first, second = Grid.parse("12.. .... .... ...1"), Grid.parse("...3 .... .... 34..")
>>> is_equivalent(first, second), str(canonical(first))
(True, '12..........1...')
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import permutations, product
from math import factorial

import numpy as np
from numpy.typing import NDArray

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.errors import ShapeError
from dueldoku.kernels.solving import canon

_MOST_ORDERS = 100_000  # of the columns
_SMALL = 6  # the side of boards whose canonical form is there at once


def canonical(grid: Grid) -> Grid:
    """The board that stands for all that are equivalent to ``grid``. Raises ShapeError if that would take too long."""
    geometry = grid.geometry
    if not has_canonical(geometry):
        raise ShapeError(f"expected blocks up to 3x4 or so for a canonical form, got {geometry}")
    square = _square(grid)
    boards = np.stack([square, square.T] if geometry.m == geometry.n else [square])
    best = canon.canonical(boards, geometry.m, _column_orders(geometry))
    best[best > geometry.side] = 0
    return Grid.trusted(geometry, tuple(best.ravel().tolist()))


def has_canonical(geometry: Geometry) -> bool:
    """Whether the canonical form of boards of this shape can be told."""
    within: int = factorial(geometry.n) ** geometry.m
    return factorial(geometry.m) * within <= _MOST_ORDERS


def is_equivalent(first: Grid, second: Grid) -> bool:
    """Whether the boards are the same up to symmetry."""
    if first.geometry is not second.geometry or fingerprint(first) != fingerprint(second):
        return False
    return canonical(first) == canonical(second)


def fingerprint(grid: Grid) -> int:
    """A number that is the same for equivalent boards and, but for one in many millions, another for all others.

    Only full boards for which there is no canonical form have all the same.
    """
    geometry = grid.geometry
    if has_canonical(geometry) and (geometry.side <= _SMALL or not grid.holes):
        return hash(canonical(grid).values)
    return int(canon.invariant(_square(grid), geometry.m, geometry.n))


def _square(grid: Grid) -> NDArray[np.int64]:
    return np.array(grid.values, np.int64).reshape(grid.geometry.side, -1)


@cache
def _column_orders(geometry: Geometry) -> NDArray[np.int64]:
    return np.array(list(line_orders(geometry.n, geometry.m)), np.int64)


def line_orders(size: int, count: int) -> Iterator[tuple[int, ...]]:
    """Every order of rows or columns that keeps ``count`` bands of ``size`` together."""
    for bands in permutations(range(count)):
        for inner in product(permutations(range(size)), repeat=count):
            yield tuple(band * size + line for band, lines in zip(bands, inner, strict=True) for line in lines)
