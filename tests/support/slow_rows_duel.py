"""Perfect play with territories, from the rules alone: literal, slow, and on its own. For a few empty cells."""

from __future__ import annotations

from functools import cache

from slow_duel import Board, Proposal, SlowDuel, _with

Owners = tuple[int, ...]


class SlowTerritory(SlowDuel):
    """The game in which a player fills his region, and the eight cells around each of his own."""

    def __init__(self, m: int, n: int, regions: tuple[frozenset[int], frozenset[int]], bombs: bool = True) -> None:
        super().__init__(m, n, bombs)
        self.side, self.regions = m * n, regions
        self.worth = cache(self._worth)

    def squares(self, board: Board, owners: Owners, player: int) -> list[int]:
        """The cells that the player may fill."""
        found = []
        for cell, value in enumerate(board):
            row, col = divmod(cell, self.side)
            around = [
                r * self.side + c
                for r in (row - 1, row, row + 1)
                for c in (col - 1, col, col + 1)
                if 0 <= r < self.side and 0 <= c < self.side and (r, c) != (row, col)
            ]
            if not value and (cell in self.regions[player - 1] or any(owners[other] == player for other in around)):
                found.append(cell)
        return found

    def worths(self, board: Board, owners: Owners, player: int, taboo: frozenset[Proposal]) -> dict[Proposal, int]:
        """What each move is worth to the player who makes it; he can move."""
        placed, refused = self.proposals(board)
        mine = self.squares(board, owners, player)
        values = {}
        for (cell, digit), points in placed.items():
            if cell in mine:
                after, owned = _with(board, cell, digit), _with(owners, cell, player)
                rest = self.worth(after, owned, 3 - player, taboo & self.proposals(after)[1])
                values[cell, digit] = points - rest
        if self.bombs:
            for move in refused - taboo:
                if move[0] in mine:
                    values[move] = -self.worth(board, owners, 3 - player, taboo | {move})
        return values

    def _worth(self, board: Board, owners: Owners, player: int, taboo: frozenset[Proposal]) -> int:
        """What the player whose turn it is gets from here on, less what the other one gets; he may be stuck."""
        if not self.squares(board, owners, player):
            if not self.squares(board, owners, 3 - player):
                return 0
            return -self.worth(board, owners, 3 - player, taboo)
        return max(self.worths(board, owners, player, taboo).values())
