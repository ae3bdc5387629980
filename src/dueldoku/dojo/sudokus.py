"""Plain Sudokus by technique: each needs its technique once or more, and nothing harder.

>>> puzzle = Sudoku.parse("naked-pair 12.4.4.221.3...1 1234341221434321")
>>> puzzle.technique, puzzle.grid.holes[:2]
('naked-pair', (2, 4))
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dueldoku.board.grid import Grid
from dueldoku.puzzles.api import make as make_boards
from dueldoku.puzzles.recipe import Recipe
from dueldoku.solvers.api import solve

OF_EACH = 20
TECHNIQUES = (
    *("naked-single", "hidden-single", "pointing", "claiming", "naked-pair", "hidden-pair", "naked-triple"),
    *("x-wing", "skyscraper", "two-string-kite", "xy-wing", "w-wing", "swordfish", "xy-chain"),
)


@dataclass(frozen=True)
class Sudoku:
    """A puzzle, the hardest technique that it needs, and its solution."""

    technique: str
    grid: Grid
    solution: Grid

    def __str__(self) -> str:
        return f"{self.technique} {self.grid} {self.solution}"

    @classmethod
    def parse(cls, line: str) -> Sudoku:
        """Inverse of ``str``."""
        technique, puzzle, solution = line.split(" ")
        return cls(technique, Grid.parse(puzzle), Grid.parse(solution))


def make(count: int, seed: int) -> Iterator[Sudoku]:
    """So many puzzles for each technique, the easiest technique first."""
    for name in TECHNIQUES:
        for grid in make_boards(Recipe(technique=name, seed=seed), count):
            found = solve(grid).solution
            assert found
            yield Sudoku(name, grid, found)
