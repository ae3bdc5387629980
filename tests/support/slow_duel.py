"""Perfect play of the classic game, from the rules alone: literal, slow, and on its own. For a few empty cells.

A board is a tuple of values, cell by cell, 0 for empty. It shares no line with ``dueldoku`` and knows nothing about
solutions, bombs or tables: it tries every digit, asks whether the board can still be completed, and goes on from there.
"""

from __future__ import annotations

from functools import cache

Board = tuple[int, ...]
Proposal = tuple[int, int]  # cell and digit

REWARD = (0, 1, 3, 7)


class SlowDuel:
    """The game on boards with blocks of m rows by n columns; with ``bombs=False`` nobody wastes a turn."""

    def __init__(self, m: int, n: int, bombs: bool = True) -> None:
        side = m * n
        self.digits = range(1, side + 1)
        self.bombs = bombs
        self.units = [
            [
                [other for other in range(side * side) if other // side == cell // side],
                [other for other in range(side * side) if other % side == cell % side],
                [other for other in range(side * side) if _block(other, m, n) == _block(cell, m, n)],
            ]
            for cell in range(side * side)
        ]
        self.peers = [{other for unit in units for other in unit} - {cell} for cell, units in enumerate(self.units)]
        self.can_complete = cache(self._can_complete)
        self.proposals = cache(self._proposals)
        self.value = cache(self._value)
        self.wins_tempo = cache(self._wins_tempo)

    def _legal(self, board: Board, cell: int) -> list[int]:
        return [digit for digit in self.digits if all(board[peer] != digit for peer in self.peers[cell])]

    def _can_complete(self, board: Board) -> bool:
        holes = [(self._legal(board, cell), cell) for cell, value in enumerate(board) if not value]
        if not holes:
            return True
        digits, cell = min(holes, key=lambda hole: len(hole[0]))
        return any(self.can_complete(_with(board, cell, digit)) for digit in digits)

    def _proposals(self, board: Board) -> tuple[dict[Proposal, int], frozenset[Proposal]]:
        """The moves that are placed, with their points, and those that are refused."""
        placed, refused = {}, set()
        for cell in (cell for cell, value in enumerate(board) if not value):
            points = REWARD[sum(all(board[other] for other in unit if other != cell) for unit in self.units[cell])]
            for digit in self._legal(board, cell):
                if self.can_complete(_with(board, cell, digit)):
                    placed[cell, digit] = points
                else:
                    refused.add((cell, digit))
        return placed, frozenset(refused)

    def move_values(self, board: Board, taboo: frozenset[Proposal] = frozenset()) -> dict[Proposal, int]:
        """What each move is worth to the player who makes it."""
        placed, refused = self.proposals(board)
        values = {}
        for (cell, digit), points in placed.items():
            after = _with(board, cell, digit)
            values[cell, digit] = points - self.value(after, taboo & self.proposals(after)[1])
        if self.bombs:
            for move in refused - taboo:
                values[move] = -self.value(board, taboo | {move})
        return values

    def _wins_tempo(self, board: Board, taboo: frozenset[Proposal] = frozenset()) -> bool:
        """Whether the player to move can make the last move of the game, if nothing else counts."""
        return any(self.keeps_tempo(board, taboo, move) for moves in self.proposals(board) for move in moves)

    def keeps_tempo(self, board: Board, taboo: frozenset[Proposal], move: Proposal) -> bool:
        """Whether its player can make the last move of the game after this move; not if it is taboo."""
        if move in taboo:
            return False
        if move in self.proposals(board)[1]:
            return not self.wins_tempo(board, taboo | {move})
        after = _with(board, *move)
        return not self.wins_tempo(after, taboo & self.proposals(after)[1])

    def _value(self, board: Board, taboo: frozenset[Proposal] = frozenset()) -> int:
        return max(self.move_values(board, taboo).values()) if 0 in board else 0


def _block(cell: int, m: int, n: int) -> tuple[int, int]:
    row, col = divmod(cell, m * n)
    return row // m, col // n


def _with(board: Board, cell: int, digit: int) -> Board:
    return (*board[:cell], digit, *board[cell + 1 :])
