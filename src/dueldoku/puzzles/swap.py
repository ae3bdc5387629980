"""A board with a given number of clues and of solutions, found by swapping clues.

One clue goes, and all solutions of what is left are tallied: how many of them have each digit in each cell. That is how
many there would be with that digit as a new clue, so one tally judges every swap. The best one is made, or a worse one
now and then, until the number is right. This reaches 9x9 puzzles with as few as 17 clues, which digging never does.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dueldoku.board.geometry import Geometry
from dueldoku.kernels.base.chance import draw
from dueldoku.solvers.backend import backend_of
from dueldoku.solvers.compiled import Boards, Numbers

_FINE = 1 << 20  # ratios are whole numbers of these, so that every machine computes the same
_NEVER = 1 << 60


def swap_clues(
    geometry: Geometry, start: Boards, clues: int, solutions: int, random: Numbers, steps: int
) -> Boards | None:
    """Values with exactly so many clues and solutions, or None after so many steps in vain.

    ``start`` has solutions, at least as many clues as wanted, and is lost.
    """
    backend = backend_of(geometry)
    most = max(backend.most_tallied, 4 * solutions)  # what has more solutions is too far away
    counts = np.zeros((geometry.size, geometry.side), np.int64)
    values, found = start, backend.tally(start, counts, most)
    for _ in range(steps):
        given = np.flatnonzero(values)
        if found == solutions and len(given) == clues:
            return values
        if len(given) > clues and found <= solutions:
            found, cell = min((backend.tally(_without(values, cell), counts, most), cell) for cell in given.tolist())
            values = _without(values, cell)
            continue
        cell = int(given[draw(random, len(given))]) if len(given) else 0
        fewer = _without(values, cell)
        if backend.tally(fewer, counts, most) >= most:
            continue
        badness = _badness(counts, solutions)
        badness[fewer > 0] = badness[cell] = _NEVER
        new, old = int(badness.min()), _badness(np.array(found), solutions)
        if new < _NEVER and (new <= old or draw(random, _FINE) * new**2 < _FINE * int(old) ** 2):
            choices = np.argwhere(badness == new)
            place, digit = choices[draw(random, len(choices))]
            fewer[place] = digit + 1
            values, found = fewer, int(counts[place, digit])
    return None


def _without(values: Boards, cell: int) -> Boards:
    fewer = values.copy()
    fewer[cell] = 0
    return fewer


def _badness(counts: NDArray[np.int64], wanted: int) -> NDArray[np.int64]:
    """How far from the number wanted: the ratio of the larger to the smaller, never for none."""
    ratio = np.maximum(counts, wanted) * _FINE // np.maximum(np.minimum(counts, wanted), 1)
    return np.where(counts > 0, ratio, _NEVER)
