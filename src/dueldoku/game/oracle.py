"""The oracle: is the board still solvable after this move? It solves for real, and remembers what it learned.

A solution found earlier that agrees with the board and the move proves it solvable at once, so in a game most answers
cost no search. Boards found unsolvable are kept as well: the same bomb is asked about again and again.

The first searches of a process want an answer at once, which on small boards is the plain solver's: an agent that asks
now and then in its short turns does not wait for the compiled one. Many games, or a long one, soon get microseconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.solvers.backend import first_solution

_REMEMBERED = 1024  # solutions, and as many dead boards; the oldest go first
_AT_ONCE = 100  # searches of a process that do not wait for the compiled solver
_FILLED = bytes([0, *[255] * 255])  # makes a mask of a board: all bits where a value stands


class Oracle:
    """What is known about the boards of one geometry. Games and their copies share one."""

    searches = 0  # of all oracles

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        pattern = _pattern(geometry)
        self._solutions = {pattern: int.from_bytes(pattern)}  # with the same as one number, to compare it at once
        self._dead: dict[bytes, int] = {}

    def solution(self, values: Sequence[int]) -> bytes | None:
        """A solution of the board, one value a byte, or None if there is none."""
        board = bytes(values)
        number, mask = int.from_bytes(board), int.from_bytes(board.translate(_FILLED))
        for known, digits in reversed(self._solutions.items()):
            if not (digits ^ number) & mask:
                return known
        if board in self._dead:
            return None
        Oracle.searches += 1
        found = first_solution(self.geometry, board, at_once=Oracle.searches <= _AT_ONCE)
        if found is None:
            _remember(self._dead, board)
        else:
            _remember(self._solutions, found)
        return found

    def allows(self, values: Sequence[int], cell: int, digit: int) -> bool:
        """Whether the board has a solution with ``digit`` in the empty ``cell``."""
        board = bytearray(values)
        board[cell] = digit
        return self.solution(board) is not None


@cache
def _pattern(geometry: Geometry) -> bytes:
    return bytes(Grid.pattern(geometry))


def _remember(memory: dict[bytes, int], board: bytes) -> None:
    memory[board] = int.from_bytes(board)
    if len(memory) > _REMEMBERED:
        del memory[next(iter(memory))]
