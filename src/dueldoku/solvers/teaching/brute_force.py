"""Brute force: a digit in every empty cell, in reading order, smallest first (report 003's naive solution).

The board is an odometer. Its wheels are the empty cells, each turns through the digits that its row, column and block
do not hold yet, and the last wheel turns fastest. A wheel that finds no further digit goes back to empty and lets the
wheel before it turn on:

    1 2 | . .      1 2 | 3 .      1 2 | 3 4      1 2 | 3 4
    . 4 | . .      . 4 | . .      . 4 | . .      3 4 | . .      …
      empty        1st wheel      2nd wheel      3rd wheel

A wrong digit shows only when the search gets to a cell that it leaves without any, however far away that is: this is
what the cleverer methods mend.

A node is a digit written into a cell, and every one is a guess: this method never knows that it is right.
"""

from __future__ import annotations

from collections.abc import Iterator

from dueldoku.board.geometry import bits
from dueldoku.board.grid import Grid
from dueldoku.solvers.meter import Meter
from dueldoku.solvers.teaching.search import Diary, Recursion, candidates, run


def solutions(grid: Grid, meter: Meter) -> Iterator[Grid]:
    """Every solution of ``grid``, each once, in dictionary order; none at all if its clues clash."""
    geometry, holes, values = grid.geometry, grid.holes, list(grid)
    diary = Diary(geometry, meter)

    def fill(at: int) -> Recursion:
        """The solutions that agree with the board as it stands, filled up to the hole number ``at``."""
        if at == len(holes):
            yield diary.solution(values)
            return
        cell = holes[at]
        for digit in bits(candidates(geometry, values, cell)):
            meter.node()
            values[cell] = digit
            diary.guess(cell, digit)
            yield fill(at + 1)
            values[cell] = 0
            diary.back(cell, digit)
        diary.stuck(geometry.name(cell))

    if not grid.clash:
        yield from run(fill(0))
