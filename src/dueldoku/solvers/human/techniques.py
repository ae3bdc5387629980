"""The techniques in their order of difficulty, each with the grade of a puzzle that needs it.

A new technique is a function that finds it, ``find(board)``, in one of the files beside this one, and a row here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from dueldoku.solvers.human import chains, patterns
from dueldoku.solvers.human.board import CandidateBoard
from dueldoku.solvers.human.deduction import Deduction, Grade


@dataclass(frozen=True)
class Technique:
    """A way to get on that has a name."""

    name: str
    grade: Grade
    finder: Callable[[CandidateBoard], Iterator[Deduction]]

    def find(self, board: CandidateBoard) -> Iterator[Deduction]:
        """Every step that it offers here."""
        for step in self.finder(board):
            yield replace(step, technique=self.name, grade=self.grade)


CONTRADICTION = Technique("contradiction", Grade.BEYOND, patterns.find_contradiction)  # the board has no solution
TECHNIQUES = (
    CONTRADICTION,
    Technique("naked single", Grade.EASY, patterns.find_naked_single),
    Technique("hidden single", Grade.EASY, patterns.find_hidden_single),
    Technique("pointing", Grade.MEDIUM, partial(patterns.find_locked, in_blocks=True)),
    Technique("claiming", Grade.MEDIUM, partial(patterns.find_locked, in_blocks=False)),
    Technique("naked pair", Grade.MEDIUM, partial(patterns.find_naked_subset, size=2)),
    Technique("hidden pair", Grade.MEDIUM, partial(patterns.find_hidden_subset, size=2)),
    Technique("naked triple", Grade.MEDIUM, partial(patterns.find_naked_subset, size=3)),
    Technique("hidden triple", Grade.MEDIUM, partial(patterns.find_hidden_subset, size=3)),
    Technique("naked quad", Grade.HARD, partial(patterns.find_naked_subset, size=4)),
    Technique("hidden quad", Grade.HARD, partial(patterns.find_hidden_subset, size=4)),
    Technique("X-wing", Grade.HARD, partial(patterns.find_fish, size=2)),
    Technique("swordfish", Grade.HARD, partial(patterns.find_fish, size=3)),
    Technique("jellyfish", Grade.HARD, partial(patterns.find_fish, size=4)),
    Technique("XY-wing", Grade.HARD, partial(patterns.find_hinged, has_z=False)),
    Technique("XYZ-wing", Grade.HARD, partial(patterns.find_hinged, has_z=True)),
    Technique("W-wing", Grade.HARD, patterns.find_w_wing),
    Technique("simple colouring", Grade.EXPERT, chains.find_colouring),
    Technique("X-chain", Grade.EXPERT, chains.find_x_chain),
    Technique("XY-chain", Grade.EXPERT, chains.find_xy_chain),
    Technique("alternating chain", Grade.EXPERT, chains.find_chain),
)
