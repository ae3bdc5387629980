"""The solver of report 002 in plain Python: Algorithm X with a set of options for each item, and its mistake.

An option is ``(row, col, digit)``; an item is what has to be done once: fill a cell, or put a digit into a unit.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from dueldoku.game.game import Game

Option = tuple[int, int, int]
Item = tuple[str, tuple[int, int]]


class CoverSolver:
    """Solves the board of a game. ``right``: what was taken away is put back as it was."""

    def __init__(self, game: Game, right: bool = False) -> None:
        m, n, side = game.geometry.m, game.geometry.n, game.geometry.side
        digits, self.right = range(1, side + 1), right
        self.covers: dict[Option, list[Item]] = {}
        for row, col, digit in product(range(side), range(side), digits):
            block = row - row % m + col // n
            names = ("cell", (row, col)), ("row", (row, digit)), ("column", (col, digit)), ("block", (block, digit))
            self.covers[row, col, digit] = list(names)
        kinds = [("cell", range(side)), ("row", digits), ("column", digits), ("block", digits)]
        self.options: dict[Item, set[Option]] = {
            (kind, pair): set() for kind, second in kinds for pair in product(range(side), second)
        }
        for option, items in self.covers.items():
            for item in items:
                self.options[item].add(option)
        for cell, value in enumerate(game.values):
            if value:
                self._select((*divmod(cell, side), value))

    def solve(self) -> list[Option] | None:
        """The last of all solutions, as the report's loop finds it; with ``right``, the first.

        Raises KeyError where the mistake shows: as soon as a choice has to be taken back and another one made.
        """
        found = None
        for solution in self._solutions([]):
            found = solution
            if self.right:
                break
        return found

    def _solutions(self, chosen: list[Option]) -> Iterator[list[Option]]:
        if not self.options:
            yield list(chosen)
            return
        item = min(self.options, key=lambda item: len(self.options[item]))
        for option in list(self.options[item]):
            chosen.append(option)
            removed = self._select(option)
            yield from self._solutions(chosen)
            self._deselect(option, removed)
            chosen.pop()

    def _select(self, option: Option) -> list[set[Option]]:
        removed = []
        for item in self.covers[option]:
            for rival in self.options[item]:
                for other in self.covers[rival]:
                    if other != item:
                        self.options[other].remove(rival)
            removed.append(self.options.pop(item))
        return removed

    def _deselect(self, option: Option, removed: list[set[Option]]) -> None:
        for item in reversed(self.covers[option]):
            self.options[item] = removed.pop()
            for rival in self.options[item]:
                for other in self.covers[rival]:
                    if other != item:
                        self.options[other].add(rival if self.right else item)  # type: ignore[arg-type]
