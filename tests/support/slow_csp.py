"""Report 003's solver after its listings, plain and slow: on a board as rows of digits, and with its table of sets.

What the listings leave out is filled in as its slides describe it: the search itself, and that a cell that is set
leaves the cells to set. Those are gone through in reading order.
"""

from __future__ import annotations

from copy import deepcopy

Board = list[list[int]]
Cell = tuple[int, int]


def rows_of(values: tuple[int, ...]) -> Board:
    """81 values as rows."""
    return [list(values[at : at + 9]) for at in range(0, 81, 9)]


def is_valid(board: Board, row: int, col: int, digit: int) -> bool:
    """Whether no cell of the row, the column and the block holds the digit."""
    top, left = row - row % 3, col - col % 3
    block = [board[r][c] for r in range(top, top + 3) for c in range(left, left + 3)]
    return digit not in board[row] and digit not in [board[r][col] for r in range(9)] and digit not in block


def most_constrained(board: Board) -> list[Cell]:
    """The empty cells with the fewest digits, in reading order."""
    tied: list[Cell] = []
    fewest = 10
    for row in range(9):
        for col in range(9):
            if board[row][col] == 0:
                fitting = sum(is_valid(board, row, col, digit) for digit in range(1, 10))
                if fitting == fewest:
                    tied.append((row, col))
                elif fitting < fewest:
                    fewest, tied = fitting, [(row, col)]
    return tied


def most_constraining(board: Board, tied: list[Cell]) -> Cell:
    """The first of those with the most empty cells in row, column and block, the three counted one by one."""
    most, chosen = -1, tied[0]
    for row, col in tied:
        count = 0
        for other in range(9):
            count += board[row][other] == 0
            count += board[other][col] == 0
        top, left = 3 * (row // 3), 3 * (col // 3)
        for r in range(top, top + 3):
            for c in range(left, left + 3):
                count += board[r][c] == 0
        if count > most:
            most, chosen = count, (row, col)
    return chosen


def least_constraining(board: Board, row: int, col: int) -> list[int]:
    """The digits that fit, by how many empty cells of the column and the row they fit as well; not of the block."""
    counts = []
    for digit in range(1, 10):
        if is_valid(board, row, col, digit):
            count = 0
            for r in range(9):
                count += board[r][col] == 0 and is_valid(board, r, col, digit)
            for c in range(9):
                count += board[row][c] == 0 and is_valid(board, row, c, digit)
            counts.append((digit, count))
    counts.sort(key=lambda pair: pair[1])
    return [digit for digit, _ in counts]


class State:
    """The lookup table: a set of digits for each cell, and which cells are to be set yet."""

    def __init__(self, board: Board) -> None:
        self.table = [[set(range(1, 10)) for _ in range(9)] for _ in range(9)]
        self.unset = {(row, col) for row in range(9) for col in range(9)}
        for row in range(9):
            for col in range(9):
                if board[row][col]:
                    self.constrain(row, col, board[row][col])

    def constrain(self, row: int, col: int, digit: int) -> None:
        """Set a cell, and strike the digit from its row, column and block."""
        for other in range(9):
            self.table[row][other].discard(digit)
            self.table[other][col].discard(digit)
        top, left = row - row % 3, col - col % 3
        for r in range(3):
            for c in range(3):
                self.table[top + r][left + c].discard(digit)
        self.table[row][col] = {digit}
        self.unset.discard((row, col))

    def constrain_trivial_cells(self) -> bool:
        """Set every cell with one digit left; whether there was any."""
        updated = False
        for row, col in sorted(self.unset):
            if len(self.table[row][col]) == 1:
                updated = True
                self.constrain(row, col, next(iter(self.table[row][col])))
        return updated

    def is_finished(self) -> bool:
        """What the report asks: a cell with no digit left passes."""
        return all(len(self.table[row][col]) <= 1 for row, col in self.unset)

    def board(self) -> Board:
        """The digits of the cells that are set; where one is left for another cell, that one."""
        return [[next(iter(cell)) if len(cell) == 1 else 0 for cell in row] for row in self.table]

    def set_board(self) -> Board:
        """The digits of the cells that are set."""
        return [[0 if (r, c) in self.unset else next(iter(self.table[r][c])) for c in range(9)] for r in range(9)]


def solve(state: State) -> State | None:
    """The search over tables: trivial cells until there are none, then a guess."""
    while state.constrain_trivial_cells():
        if state.is_finished():
            return state
    if not state.unset:
        return state
    row, col = most_constraining(state.set_board(), most_constrained(state.set_board()))
    for digit in least_constraining(state.set_board(), row, col):
        after = deepcopy(state)
        after.constrain(row, col, digit)
        if found := solve(after):
            return found
    return None
