"""The digits that ``minimax-cells`` fills in: a random solution, or what report 001's solver makes of the board."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from dueldoku.game.game import Game
from dueldoku.solvers.backend import first_solution


def random_solution(game: Game, random: Random) -> bytes | None:
    """A random solution: the solver's first, of the board with its rows, columns and digits in another order."""
    geometry = game.geometry
    rows, cols = _shuffled(random, geometry.n, geometry.m), _shuffled(random, geometry.m, geometry.n)
    names = [0, *random.sample(range(1, geometry.side + 1), geometry.side)]
    cells = [row * geometry.side + col for row in rows for col in cols]  # where each cell of the other board is from
    found = first_solution(geometry, bytes(names[game.values[cell]] for cell in cells))
    if found is None:
        return None
    solution = bytearray(geometry.size)
    for cell, name in zip(cells, found, strict=True):
        solution[cell] = names.index(name)
    return bytes(solution)


def _shuffled(random: Random, groups: int, width: int) -> list[int]:
    """Lines in a random order: groups among each other, and the lines of a group."""
    order = []
    for group in random.sample(range(groups), groups):
        order += [group * width + line for line in random.sample(range(width), width)]
    return order


class Missing(NamedTuple):
    """The digits that rows, columns and blocks lack: as sets, which give them in the order that the report got."""

    rows: list[set[int]]
    cols: list[set[int]]
    blocks: list[set[int]]

    def copy(self) -> Missing:
        """As ``deepcopy`` has it: digit by digit, which may change their order."""
        return Missing._make([set(iter(digits)) for digits in kind] for kind in self)


class OutOfLooks(Exception):
    """Ends a search for a solution."""


class ListedSolver:
    """Report 001's solver by the listing. A *look* is an empty cell that was looked at.

    It fills all cells with one candidate at once, and guesses in the last one of its list. If two of these cells want
    the same digit of a unit, it stops with an error. Unless m = n, it takes a block's digits from another block.
    """

    def __init__(self, game: Game, most_looks: float) -> None:
        self.m, self.n, self.side = game.geometry.m, game.geometry.n, game.geometry.side
        self.start, self.most_looks, self.looks = bytearray(game.values), most_looks, 0

    def solve(self) -> bytes | None:
        """A full board, which need not be a solution; None if the report's agent would end without a proposal."""
        board, side, digits = self.start, range(self.side), range(1, self.side + 1)
        rows = [board[row * self.side : (row + 1) * self.side] for row in side]
        cols = [board[col :: self.side] for col in side]
        blocks = [bytes(board[cell] for cell in self._cells(block)) for block in side]
        kinds = [[{digit for digit in digits if digit not in line} for line in kind] for kind in (rows, cols, blocks)]
        cells = [cell for cell, value in enumerate(board) if not value]
        try:
            return self._solve(bytearray(board), cells, Missing._make(kinds))
        except (KeyError, OutOfLooks, RecursionError):
            return None

    def _cells(self, block: int) -> list[int]:
        """The cells of a block, or so it thinks: the band is that of another one."""
        top, left = block // self.n * self.m, block % self.m * self.n
        return [(top + at // self.n) * self.side + left + at % self.n for at in range(self.side)]

    def _sets(self, missing: Missing, cell: int) -> tuple[set[int], set[int], set[int]]:
        row, col = divmod(cell, self.side)
        return missing.rows[row], missing.cols[col], missing.blocks[row // self.m * self.m + col // self.n]

    def _solve(self, board: bytearray, cells: list[int], missing: Missing) -> bytes | None:
        """Everything that is given is changed."""
        while cells:
            certain, fitting = [], set[int]()
            for cell in cells:
                self.looks += 1
                row, col, block = self._sets(missing, cell)
                fitting = set(row & col & block)
                if not fitting:
                    return None
                if len(fitting) == 1:
                    certain.append((cell, *fitting))
            if self.looks > self.most_looks:
                raise OutOfLooks
            if not certain:
                return self._guess(board, cells, missing, fitting)
            for cell, digit in certain:
                self._put(board, cells, missing, cell, digit)
        return bytes(board)

    def _guess(self, board: bytearray, cells: list[int], missing: Missing, fitting: set[int]) -> bytes | None:
        cell = cells[-1]
        for digit in fitting:
            board_then, cells_then, missing_then = board.copy(), cells.copy(), missing.copy()
            self._put(board_then, cells_then, missing_then, cell, digit)
            if found := self._solve(board_then, cells_then, missing_then):
                return found
        return None

    def _put(self, board: bytearray, cells: list[int], missing: Missing, cell: int, digit: int) -> None:
        """Raises KeyError if a unit does not lack the digit any more."""
        board[cell] = digit
        cells.remove(cell)
        for digits in self._sets(missing, cell):
            digits.remove(digit)
