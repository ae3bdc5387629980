"""Guess and fill: fill what is certain, else guess (report 001's first solver).

For each unit there is the set of digits still missing from it. A cell may take what its row, its column and its block
are all missing:

      1 2 | 3 .      row 1 is missing {4}
      . . | . .      column 4 is missing {1, 3, 4}     so r1c4 is certain: {4} & {1, 3, 4} & {1, 2, 4} = {4}
      ----+----      block 2 is missing {1, 2, 4}
      . 4 | . .
      . . | . 2

The search goes in rounds. Each round looks at every empty cell and fills the certain ones. If there were none, it
guesses at the last empty cell, on copies, so that nothing has to be undone. The report's text says that the guess is
random; its code takes the last cell and the smallest digit first, and so do we: the same puzzle is the same work.

A node is a round.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from dueldoku.board.geometry import bits
from dueldoku.board.grid import Grid
from dueldoku.solvers.meter import Meter
from dueldoku.solvers.teaching.search import Diary, Recursion, run


def solutions(grid: Grid, meter: Meter) -> Iterator[Grid]:
    """Every solution of ``grid``, each once; none at all if its clues clash."""
    geometry = grid.geometry
    diary = Diary(geometry, meter)

    def fitting(missing: list[int], cell: int) -> int:
        """The digits that all three units of ``cell`` are missing, as a mask."""
        row, col, block = geometry.units_of[cell]
        return missing[row] & missing[col] & missing[block]

    def put(values: list[int], missing: list[int], cell: int, digit: int) -> None:
        values[cell] = digit
        for unit in geometry.units_of[cell]:
            missing[unit] &= ~(1 << digit)

    def table(values: list[int], missing: list[int]) -> list[int]:
        return [1 << value if value else fitting(missing, cell) for cell, value in enumerate(values)]

    def fill(values: list[int], missing: list[int]) -> Recursion:
        """The solutions from here on. Both lists belong to this search: it changes them."""
        while True:
            meter.node()
            masks = {cell: fitting(missing, cell) for cell, value in enumerate(values) if not value}
            certain = [cell for cell, mask in masks.items() if mask.bit_count() <= 1]
            if not certain:
                break
            for cell in certain:
                mask = fitting(missing, cell)  # look again: a cell filled in this round may have taken the digit
                if not mask:
                    diary.stuck(geometry.name(cell))
                    return
                digit = mask.bit_length() - 1
                put(values, missing, cell, digit)
                diary.place(cell, digit, "nothing else fits", partial(table, values, missing))
        if not masks:
            yield diary.solution(values)
            return
        cell, mask = masks.popitem()  # the last one
        for digit in bits(mask):
            guessed, left = values.copy(), missing.copy()
            put(guessed, left, cell, digit)
            diary.guess(cell, digit, partial(table, guessed, left))
            yield fill(guessed, left)
            diary.back(cell, digit, partial(table, values, missing))
        diary.stuck(geometry.name(cell))

    if grid.clash:
        return
    values, missing = [0] * geometry.size, [geometry.digits_mask] * len(geometry.units)
    for cell, value in enumerate(grid):
        if value:
            put(values, missing, cell, value)
    yield from run(fill(values, missing))
