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
TECHNIQUES = (
    *("naked-single", "hidden-single", "pointing", "claiming", "naked-pair", "hidden-pair", "naked-triple"),
    *("x-wing", "skyscraper", "two-string-kite", "xy-wing", "w-wing", "swordfish", "xy-chain"),
)


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
