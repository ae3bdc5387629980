"""The techniques in their order of difficulty, each with the grade of a puzzle that needs it.

A new technique is a function that finds it, ``find(board)``, in one of the files beside this one, and a row here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from dueldoku.solvers.human import chains, patterns
from dueldoku.solvers.human.board import CandidateBoard
from dueldoku.solvers.human.deduction import Deduction, Grade, Scale


@dataclass(frozen=True)
class Technique:
    """A way to get on that has a name."""

    name: str
    grade: Grade
    points: int  # what a step costs: HoDoKu's way to count
    level: float  # where it stands on Sudoku Explainer's scale
    finder: Callable[[CandidateBoard], Iterator[Deduction]]
    trusts: bool = False  # whether it takes it for granted that there is one solution

    def find(self, board: CandidateBoard) -> Iterator[Deduction]:
        """Every step that it offers here."""
        for step in self.finder(board):
            yield replace(
                step,
                technique=self.name,
                grade=self.grade,
                points=self.points,
                level=self.level,
                trusts=self.trusts,
            )


CONTRADICTION = Technique("contradiction", Grade.BEYOND, 0, 0.0, patterns.find_contradiction)  # there is no solution
TECHNIQUES = (
    CONTRADICTION,
    Technique("naked single", Grade.EASY, 4, 2.3, patterns.find_naked_single),
    Technique("hidden single", Grade.EASY, 14, 1.5, patterns.find_hidden_single),
    Technique("pointing", Grade.MEDIUM, 50, 2.6, partial(patterns.find_locked, in_blocks=True)),
    Technique("claiming", Grade.MEDIUM, 50, 2.8, partial(patterns.find_locked, in_blocks=False)),
    Technique("naked pair", Grade.MEDIUM, 60, 3.0, partial(patterns.find_naked_subset, size=2)),
    Technique("hidden pair", Grade.MEDIUM, 70, 3.4, partial(patterns.find_hidden_subset, size=2)),
    Technique("naked triple", Grade.MEDIUM, 80, 3.6, partial(patterns.find_naked_subset, size=3)),
    Technique("hidden triple", Grade.MEDIUM, 100, 4.0, partial(patterns.find_hidden_subset, size=3)),
    Technique("naked quad", Grade.HARD, 120, 5.0, partial(patterns.find_naked_subset, size=4)),
    Technique("hidden quad", Grade.HARD, 150, 5.4, partial(patterns.find_hidden_subset, size=4)),
    Technique("X-wing", Grade.HARD, 140, 3.2, partial(patterns.find_fish, size=2)),
    Technique("swordfish", Grade.HARD, 150, 3.8, partial(patterns.find_fish, size=3)),
    Technique("jellyfish", Grade.HARD, 160, 5.2, partial(patterns.find_fish, size=4)),
    Technique("XY-wing", Grade.HARD, 160, 4.2, partial(patterns.find_hinged, has_z=False)),
    Technique("XYZ-wing", Grade.HARD, 180, 4.4, partial(patterns.find_hinged, has_z=True)),
    Technique("W-wing", Grade.HARD, 150, 6.6, patterns.find_w_wing),
    Technique("simple colouring", Grade.EXPERT, 200, 6.6, chains.find_colouring),
    Technique("X-chain", Grade.EXPERT, 260, 6.6, chains.find_x_chain),
    Technique("XY-chain", Grade.EXPERT, 260, 6.8, chains.find_xy_chain),
    Technique("alternating chain", Grade.EXPERT, 280, 7.0, chains.find_chain),
)
BY_SCALE = {
    Scale.POINTS: TECHNIQUES,
    Scale.EXPLAINER: tuple(sorted(TECHNIQUES, key=lambda technique: technique.level)),
}
