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
from dueldoku.kernels.solving import nine
from dueldoku.kernels.solving.dig import tally
from dueldoku.puzzles.fill import Numbers, Values

_NINE = Geometry.of(3, 3)
_MOST_NINE, _MOST = 20_000, 2_000  # solutions tallied: what has more is too far away
_FINE = 1 << 20  # ratios are whole numbers of these, so that every machine computes the same
_NEVER = 1 << 60


def swap_clues(
    geometry: Geometry, start: Values, clues: int, solutions: int, random: Numbers, steps: int
) -> Values | None:
    """Values with exactly so many clues and solutions, or None after so many steps in vain.

    ``start`` has solutions, at least as many clues as wanted, and is lost.
    """
    most = max(_MOST_NINE if geometry is _NINE else _MOST, 4 * solutions)
    tallies = _Tallies(geometry, most)
    values, found = start, tallies.count(start)
    for _ in range(steps):
        given = np.flatnonzero(values)
        if found == solutions and len(given) == clues:
            return values
        if len(given) > clues and found <= solutions:
            found, cell = min((tallies.count(_without(values, cell)), cell) for cell in given.tolist())
            values = _without(values, cell)
            continue
        cell = int(given[draw(random, len(given))]) if len(given) else 0
        fewer = _without(values, cell)
        if tallies.count(fewer) >= most:
            continue
        badness = _badness(tallies.counts, solutions)
        badness[fewer > 0] = badness[cell] = _NEVER
        new, old = int(badness.min()), _badness(np.array(found), solutions)
        if new < _NEVER and (new <= old or draw(random, _FINE) * new**2 < _FINE * int(old) ** 2):
            choices = np.argwhere(badness == new)
            place, digit = choices[draw(random, len(choices))]
            fewer[place] = digit + 1
            values, found = fewer, int(tallies.counts[place, digit])
    return None


def _without(values: Values, cell: int) -> Values:
    fewer = values.copy()
    fewer[cell] = 0
    return fewer


def _badness(counts: NDArray[np.int64], wanted: int) -> NDArray[np.int64]:
    """How far from the number wanted: the ratio of the larger to the smaller, never for none."""
    ratio = np.maximum(counts, wanted) * _FINE // np.maximum(np.minimum(counts, wanted), 1)
    return np.where(counts > 0, ratio, _NEVER)


class _Tallies:
    """``counts[cell, digit - 1]``: how many of the solutions have the digit there, after ``count`` was asked."""

    def __init__(self, geometry: Geometry, most: int) -> None:
        self.geometry, self.most = geometry, most
        self.counts = np.zeros((geometry.size, geometry.side), np.int64)
        self._memory, self._found = np.zeros(nine.MEMORY, np.uint32), np.zeros((256, 81), np.uint8)

    def count(self, values: Values) -> int:
        """How many solutions there are, up to ``most`` or some more."""
        if self.geometry is _NINE:
            return int(tally(values + np.uint8(48), self._memory, self._found, self.counts, self.most))
        from dueldoku.solvers.wide import search

        found = search(self.geometry, values, self.most)
        for digit in range(self.geometry.side):
            self.counts[:, digit] = (found == digit + 1).sum(axis=0)
        return len(found)
