"""The oracle: is the board still solvable after this move? It solves for real, and remembers what it learned.

A solution found earlier that agrees with the board and the move proves it solvable at once, so in a game most answers
cost no search. Boards found unsolvable are kept as well: the same bomb is asked about again and again.
"""

from __future__ import annotations

from collections.abc import Sequence

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.solve.backtrack import solutions

_REMEMBERED = 1024  # solutions, and as many dead boards; the oldest go first


class Oracle:
    """What is known about the boards of one geometry. Games and their copies share one."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self._solutions: dict[bytes, None] = {bytes(Grid.pattern(geometry)): None}
        self._dead: dict[bytes, None] = {}

    def solution(self, values: Sequence[int]) -> bytes | None:
        """A solution of the board, one value a byte, or None if there is none."""
        clues = [(cell, value) for cell, value in enumerate(values) if value]
        for known in reversed(self._solutions):
            if all(known[cell] == value for cell, value in clues):
                return known
        board = bytes(values)
        if board in self._dead:
            return None
        found = next(solutions(Grid(self.geometry, tuple(values))), None)
        if found is None:
            _remember(self._dead, board)
            return None
        _remember(self._solutions, bytes(found))
        return bytes(found)

    def allows(self, values: Sequence[int], cell: int, digit: int) -> bool:
        """Whether the board has a solution with ``digit`` in the empty ``cell``."""
        board = bytearray(values)
        board[cell] = digit
        return self.solution(board) is not None


def _remember(memory: dict[bytes, None], board: bytes) -> None:
    memory[board] = None
    if len(memory) > _REMEMBERED:
        del memory[next(iter(memory))]
