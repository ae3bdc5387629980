"""A first solution, quickly, for those who ask again and again: the oracle of the game above all.

Loading the compiled solvers takes a third of a second, the plain one answers a small board in a millisecond. So on
small boards the first questions go to the plain solver, unless the compiled ones are loaded anyway: an agent that
asks once in its short turn is served at once, and who asks all the time soon gets microseconds.
"""

from __future__ import annotations

import sys

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.solvers.teaching.backtrack import solutions

_NINE = Geometry.of(3, 3)
_SMALL = 9  # the side of boards that the plain solver is good for
_FIRST_QUESTIONS = 50
_asked = 0


def first_solution(geometry: Geometry, values: bytes) -> bytes | None:
    """A solution of the board, one value a byte, or None if there is none. The values are not checked."""
    global _asked
    _asked += 1
    if geometry.side <= _SMALL and _asked <= _FIRST_QUESTIONS and "dueldoku.kernels" not in sys.modules:
        found = next(solutions(Grid.trusted(geometry, tuple(values))), None)
        return bytes(found) if found else None
    if geometry is _NINE:
        from dueldoku.solvers.bitboard import first

        return first(values)
    from dueldoku.solvers.wide import first_of

    return first_of(geometry, values)


def warm_up() -> None:
    """Load the compiled solvers now, so that no later question has to wait for it."""
    from dueldoku.solvers.bitboard import first
    from dueldoku.solvers.wide import first_of

    first(bytes(81))
    first_of(Geometry.of(2, 2), bytes(16))
