"""The compiled solvers behind one door: ``backend_of`` a geometry solves, counts and digs boards of that geometry.

Whether a board is 9x9 is asked here and nowhere else.

Loading a compiled solver takes a third of a second. A plain one answers a small board in a millisecond and is there at
once, so those who ask seldom say ``at_once`` and are served by it until somebody has loaded the compiled one.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.notice import WAIT
from dueldoku.solvers.meter import Meter
from dueldoku.solvers.teaching import backtrack

if TYPE_CHECKING:
    from dueldoku.solvers.compiled import Backend

_NINE, _LEAST = Geometry.of(3, 3), Geometry.of(2, 2)
_SMALL = 9  # the side of boards that the plain solver is good for
_TINY = 8  # and of those whose cells fit into a word
_loaded: set[str] = set()  # the compiled methods that somebody has waited for


def method_of(geometry: Geometry) -> str:
    """The name of the compiled method for boards of this geometry."""
    return "bitboard" if geometry is _NINE else "wide"


@cache
def backend_of(geometry: Geometry) -> Backend:
    """The compiled solver for boards of this geometry; it is loaded when it is first asked for.

    All of it, or compiled if need be: no time that somebody measures afterwards includes that.
    """
    if method_of(geometry) not in _loaded:
        _loaded.add(method_of(geometry))
        small = _NINE if geometry is _NINE else _LEAST
        with WAIT:
            for limit in (1, 2):
                _solver(small).first(bytes(small.size), limit)
            next(_solver(small).solutions(bytes(small.size), Meter()))
            next(_solver(small).counted(bytes(small.size), Meter(), 1))
    if geometry.side > _SMALL:
        _load_learning()
    return _solver(geometry)


@cache
def _load_learning() -> None:
    from dueldoku.solvers.wide import load_learning

    load_learning()


def _solver(geometry: Geometry) -> Backend:
    if geometry is _NINE:
        from dueldoku.solvers.bitboard import Bitboard

        return Bitboard(geometry)
    if geometry.side <= _TINY:
        from dueldoku.solvers.small import Small

        return Small(geometry)
    from dueldoku.solvers.wide import Wide

    return Wide(geometry)


def first_solution(geometry: Geometry, values: bytes, *, at_once: bool = False) -> bytes | None:
    """A solution of the values, a byte each, which are not checked; None if there is none.

    ``at_once``: nothing is loaded for a small board.
    """
    if at_once and geometry.side <= _SMALL and method_of(geometry) not in _loaded:
        plain = next(backtrack.solutions(Grid.trusted(geometry, tuple(values))), None)
        return bytes(plain) if plain else None
    found, _ = backend_of(geometry).first(values)
    return found[0] if found else None


def warm_up() -> None:
    """Load the compiled solvers now, so that no later question has to wait for it."""
    for geometry in (_NINE, _LEAST):
        backend_of(geometry)
