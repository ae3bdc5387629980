"""The techniques in their order of difficulty, each with the grade of a puzzle that needs it.

A new technique is a function that finds it, ``find(board)``, in one of the files beside this one, and a row here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from dueldoku.solvers.human.board import CandidateBoard
from dueldoku.solvers.human.chains import find_chain, find_colouring, find_x_chain, find_xy_chain
from dueldoku.solvers.human.deduction import Deduction, Grade
from dueldoku.solvers.human.singles import find_contradiction, find_hidden_single, find_locked, find_naked_single
from dueldoku.solvers.human.subsets import find_fish, find_hidden_subset, find_naked_subset
from dueldoku.solvers.human.wings import find_hinged, find_w_wing


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


CONTRADICTION = Technique("contradiction", Grade.BEYOND, find_contradiction)  # the board has no solution
TECHNIQUES = (
    CONTRADICTION,
    Technique("naked single", Grade.EASY, find_naked_single),
    Technique("hidden single", Grade.EASY, find_hidden_single),
    Technique("pointing", Grade.MEDIUM, partial(find_locked, in_blocks=True)),
    Technique("claiming", Grade.MEDIUM, partial(find_locked, in_blocks=False)),
    Technique("naked pair", Grade.MEDIUM, partial(find_naked_subset, size=2)),
    Technique("hidden pair", Grade.MEDIUM, partial(find_hidden_subset, size=2)),
    Technique("naked triple", Grade.MEDIUM, partial(find_naked_subset, size=3)),
    Technique("hidden triple", Grade.MEDIUM, partial(find_hidden_subset, size=3)),
    Technique("naked quad", Grade.HARD, partial(find_naked_subset, size=4)),
    Technique("hidden quad", Grade.HARD, partial(find_hidden_subset, size=4)),
    Technique("X-wing", Grade.HARD, partial(find_fish, size=2)),
    Technique("swordfish", Grade.HARD, partial(find_fish, size=3)),
    Technique("jellyfish", Grade.HARD, partial(find_fish, size=4)),
    Technique("XY-wing", Grade.HARD, partial(find_hinged, has_z=False)),
    Technique("XYZ-wing", Grade.HARD, partial(find_hinged, has_z=True)),
    Technique("W-wing", Grade.HARD, find_w_wing),
    Technique("simple colouring", Grade.EXPERT, find_colouring),
    Technique("X-chain", Grade.EXPERT, find_x_chain),
    Technique("XY-chain", Grade.EXPERT, find_xy_chain),
    Technique("alternating chain", Grade.EXPERT, find_chain),
)
