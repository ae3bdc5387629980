"""Perfect play with territories, cell by cell and without digits: literal, slow, and on its own.

A position is a set of empty cells, the cells that each player has filled, the bombs that are left and whose turn it is.
A bomb is the cell that it stands in and the cells that it needs empty.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

Cells = frozenset[int]
Bomb = tuple[int, Cells]
REWARD = (0, 1, 3, 7)


class Position(NamedTuple):
    empty: Cells
    filled: tuple[Cells, Cells]
    bombs: frozenset[Bomb]
    turn: int  # 0 or 1


class SlowTerritory:
    """The game on boards with blocks of m rows by n columns, with these start regions."""

    def __init__(self, m: int, n: int, regions: tuple[Cells, Cells]) -> None:
        self.m, self.n, self.side = m, n, m * n
        self.regions = regions
        self.value = cache(self._value)

    def _units(self, cell: int) -> tuple[tuple[str, int], ...]:
        row, col = divmod(cell, self.side)
        return ("row", row), ("column", col), ("block", row // self.m * self.side + col // self.n)

    def _touch(self, cell: int, other: int) -> bool:
        (row, col), (row2, col2) = divmod(cell, self.side), divmod(other, self.side)
        return cell != other and abs(row - row2) <= 1 and abs(col - col2) <= 1

    def may_fill(self, position: Position, player: int) -> list[int]:
        """The cells that are open to the player."""
        own = position.filled[player]
        return [
            cell
            for cell in position.empty
            if cell in self.regions[player] or any(self._touch(cell, other) for other in own)
        ]

    def reward(self, empty: Cells, cell: int) -> int:
        """The points for filling the cell."""
        return REWARD[
            sum(not any(unit in self._units(other) for other in empty - {cell}) for unit in self._units(cell))
        ]

    def _pass_on(self, position: Position) -> Position:
        other = 1 - position.turn
        return position._replace(turn=other) if self.may_fill(position, other) else position

    def _from_here(self, position: Position, turn: int) -> int:
        """The value of the position for player ``turn``, whoever moves."""
        return self.value(position) if position.turn == turn else -self.value(position)

    def turn_values(self, position: Position) -> dict[int | Bomb, int]:
        """What each cell and each bomb is worth to the player to move."""
        empty, filled, bombs, turn = position
        values: dict[int | Bomb, int] = {}
        mine = self.may_fill(position, turn)
        for cell in mine:
            parts = list(filled)
            parts[turn] |= {cell}
            alive = frozenset(bomb for bomb in bombs if cell not in bomb[1])
            after = self._pass_on(Position(empty - {cell}, (parts[0], parts[1]), alive, turn))
            values[cell] = self.reward(empty, cell) + self._from_here(after, turn)
        for bomb in bombs:
            if bomb[0] in mine:
                after = self._pass_on(position._replace(bombs=bombs - {bomb}))
                values[bomb] = self._from_here(after, turn)
        return values

    def _value(self, position: Position) -> int:
        return max(self.turn_values(position).values(), default=0)
