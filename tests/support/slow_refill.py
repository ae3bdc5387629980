"""The game as the searches of report 000 play it: a table of legal moves, which forgets that a cell is filled.

Literal and slow; it shares no line with ``dueldoku``. A move is ``(row, col, digit)``, players are 0 and 1.
"""

from __future__ import annotations

REWARD = {0: 0, 1: 1, 2: 3, 3: 7}
Move = tuple[int, int, int]
Square = tuple[int, int]


class RefillGame:
    """A position: the board, the scores, and which of the moves at the start are still legal."""

    def __init__(self, m: int, n: int, board: dict[Square, int], scores: list[int], player: int) -> None:
        self.m, self.n, self.side = m, n, m * n
        self.board, self.scores, self.player = dict(board), list(scores), player
        digits = range(1, self.side + 1)
        self.initial = [
            (row, col, digit) for row, col in sorted(board) for digit in digits if self.fits(row, col, digit)
        ]
        self.legal = dict.fromkeys(self.initial, True)

    def fits(self, row: int, col: int, digit: int) -> bool:
        return not self.board[row, col] and all(self.board[other] != digit for other in self.around(row, col))

    def regions(self, row: int, col: int) -> list[list[Square]]:
        top, left = row - row % self.m, col - col % self.n
        return [
            [(row, other) for other in range(self.side)],
            [(other, col) for other in range(self.side)],
            [(top + down, left + right) for down in range(self.m) for right in range(self.n)],
        ]

    def around(self, row: int, col: int) -> list[Square]:
        return [square for region in self.regions(row, col) for square in region]

    def moves(self) -> list[Move]:
        return [move for move in self.initial if self.legal[move]]

    def points(self, row: int, col: int) -> int:
        """What a move there scores once it is made."""
        return REWARD[sum(all(self.board[square] for square in region) for region in self.regions(row, col))]

    def make(self, player: int, move: Move) -> tuple[int, list[Move]]:
        """Put the digit down; returns what it scored, and the moves that are no longer legal."""
        row, col, digit = move
        self.board[row, col] = digit
        gain = self.points(row, col)
        self.scores[player] += gain
        gone = sorted({(r, c, digit) for r, c in self.around(row, col) if self.legal.get((r, c, digit))})
        for other in gone:
            self.legal[other] = False
        return gain, gone

    def take_back(self, player: int, move: Move, gain: int, gone: list[Move]) -> None:
        """As the report's minimax does: the square is empty afterwards, whatever was there before."""
        for other in gone:
            self.legal[other] = True
        self.scores[player] -= gain
        self.board[move[:2]] = 0
