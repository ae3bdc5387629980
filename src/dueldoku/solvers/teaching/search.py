"""What every teaching method needs: what fits a cell, a search without recursion, and the diary of a search."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.solvers.meter import Meter, TraceStep


def candidates(geometry: Geometry, values: Sequence[int], cell: int) -> int:
    """The digits that no peer of ``cell`` holds, as a mask: looked up on the board."""
    taken_mask = 0
    for peer in geometry.peers[cell]:
        taken_mask |= 1 << values[peer]
    return geometry.digits_mask & ~taken_mask


Recursion: TypeAlias = Iterator["Grid | Recursion"]
"""A search written as if it called itself: it yields its solutions, and the searches that it would call."""


def run(search: Recursion) -> Iterator[Grid]:
    """The solutions of ``search`` and of all searches that it yields, in the order of a recursion.

    ``yield fill(at + 1)`` does what ``yield from fill(at + 1)`` would, but the stack is a list: a board of 64 x 64 has
    four times as many cells as Python allows calls inside one another.
    """
    stack = [search]
    while stack:
        found = next(stack[-1], None)
        if found is None:
            stack.pop()
        elif isinstance(found, Grid):
            yield found
        else:
            stack.append(found)


class Diary:
    """What a search does: counted in ``meter``, and told to whoever watches it, with the number of open guesses.

    Steps form brackets: a ``back`` takes back the last open ``guess`` and every ``place`` since; both carry the number
    of that guess as ``depth``. ``table`` gives the candidates after the step; it is asked only if somebody watches.
    """

    def __init__(self, geometry: Geometry, meter: Meter) -> None:
        self.geometry = geometry
        self.meter = meter
        self.depth = 0
        self._why = ""

    def guess(self, cell: int, digit: int, table: Callable[[], Sequence[int]] = tuple) -> None:
        """A digit that may have to be taken back."""
        self.depth += 1
        self.meter.guesses += 1
        if self.meter.trace:
            self._tell("guess", f"try {self.geometry.move(cell, digit)}", cell, digit, table)

    def back(self, cell: int, digit: int, table: Callable[[], Sequence[int]] = tuple) -> None:
        """The last open guess is taken back, for the reason noted last."""
        if self.meter.trace:
            self._tell("back", f"take back {self.geometry.move(cell, digit)}: {self._why}", cell, digit, table)
        self.depth -= 1

    def place(self, cell: int, digit: int, why: str, table: Callable[[], Sequence[int]] = tuple) -> None:
        """A digit that follows from what is on the board."""
        self.meter.propagations += 1
        if self.meter.trace:
            self._tell("place", f"{self.geometry.move(cell, digit)}: {why}", cell, digit, table)

    def eliminate(self, cell: int, why: str, table: Callable[[], Sequence[int]]) -> None:
        """Candidates struck because of what ``cell`` may hold."""
        self.meter.propagations += 1
        if self.meter.trace:
            self._tell("eliminate", why, cell, 0, table)

    def stuck(self, what: str) -> None:
        """Note the reason for the next ``back``: all that could be tried for ``what`` is ruled out or tried."""
        self._why = f"nothing is left to try for {what}"

    def solution(self, values: Sequence[int]) -> Grid:
        """The solution that was found, as a grid."""
        if self.meter.trace:
            self._tell("solution", "solved", -1, 0, lambda: [1 << value for value in values])
        self._why = "there may be further solutions"
        return Grid(self.geometry, tuple(values))

    def _tell(self, kind: str, text: str, cell: int, digit: int, table: Callable[[], Sequence[int]]) -> None:
        assert self.meter.trace
        self.meter.trace(TraceStep(kind, text, cell, digit, self.depth, tuple(table())))
