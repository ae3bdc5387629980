"""Plain Sudokus by technique: each needs its technique once or more, and nothing harder.

>>> puzzle = Sudoku.parse("naked-pair 12.4.4.221.3...1 1234341221434321")
>>> puzzle.technique, puzzle.grid.holes[:2]
('naked-pair', (2, 4))
"""

from __future__ import annotations

from dataclasses import dataclass

from dueldoku.board.grid import Grid
from dueldoku.puzzles.api import make as make_boards
from dueldoku.puzzles.recipe import Recipe
from dueldoku.solvers import human
from dueldoku.solvers.api import solve

OF_EACH = 20
DRAWS = 2_500
_ORDER = [technique.name for technique in human.TECHNIQUES]  # the easiest first
TECHNIQUES = {  # the easiest first, each in a sentence
    "naked-single": "One cell has one digit left: its row, column and block hold all others.",
    "hidden-single": "One digit has one place left in a row, a column or a block.",
    "pointing": "The places for a digit in a block lie in one line: from the rest of that line it is gone.",
    "claiming": "The places for a digit in a line lie in one block: from the rest of that block it is gone.",
    "naked-pair": "Two cells of a row, column or block have the same two digits and no others: no other cell there"
    " has them.",
    "hidden-pair": "Two digits have the same two places in a row, column or block: nothing else fits there.",
    "naked-triple": "Three cells of a row, column or block have three digits between them: no other cell there"
    " has these.",
    "x-wing": "In two rows a digit has two places each, in the same two columns: from the rest of these it is gone."
    " Or columns and rows the other way round.",
    "skyscraper": "In two rows a digit has two places each, and one of each is in the same column: one of the other two"
    " is right, so whatever sees both loses the digit.",
    "two-string-kite": "A digit has two places in a row and two in a column, and one of each is in the same block: one"
    " of the other two is right, so whatever sees both loses the digit.",
    "xy-wing": "A cell with digits x and y sees one with x and z, and one with y and z: one of these two is z, so"
    " whatever sees both loses z.",
    "w-wing": "Two cells have the same two digits x and y, and each sees one of the only two places for x in some row,"
    " column or block: one of the cells is y, so whatever sees both loses y.",
    "swordfish": "An X-wing with three rows and three columns.",
    "xy-chain": "Cells with two digits each, linked one to the next: one end or the other holds the digit that both"
    " ends share, so whatever sees both loses it.",
}


def name_of(technique: str) -> str:
    """A technique as people read it.

    >>> name_of("x-wing"), name_of("naked-pair")
    ('X-wing', 'naked pair')
    """
    return next(name for name in _ORDER if _slug(name) == technique)


def _slug(name: str) -> str:
    return name.replace(" ", "-").lower()


@dataclass(frozen=True)
class Sudoku:
    """A puzzle, the hardest technique that it needs, and its solution."""

    technique: str
    grid: Grid
    solution: Grid

    @property
    def name(self) -> str:
        """Its technique as people read it."""
        return name_of(self.technique)

    def __str__(self) -> str:
        return f"{self.technique} {self.grid} {self.solution}"

    @classmethod
    def parse(cls, line: str) -> Sudoku:
        """Inverse of ``str``."""
        technique, puzzle, solution = line.split(" ")
        return cls(technique, Grid.parse(puzzle), Grid.parse(solution))


def make(count: int, seed: int, draws: int = DRAWS) -> list[Sudoku]:
    """So many puzzles for each technique, the easiest first; fewer where so many draws have no more."""
    found: dict[str, list[Sudoku]] = {name: [] for name in TECHNIQUES}
    for grid in make_boards(Recipe(minimal=True, seed=seed), draws):
        rating = human.rate(grid)
        hardest = _slug(max((step.technique for step in rating.steps), key=_ORDER.index))
        if rating.is_solved and len(found.get(hardest, ())) < count and hardest in found:
            solution = solve(grid).solution
            assert solution
            found[hardest].append(Sudoku(hardest, grid, solution))
        if all(len(some) == count for some in found.values()):
            break
    return [one for some in found.values() for one in some]
