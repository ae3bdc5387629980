"""The techniques in their order of difficulty, each with the grade of a puzzle that needs it.

A new technique is a function that finds it, ``find(board)``, in one of the files beside this one, and a row here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from dueldoku.solvers.human import (
    almost,
    chains,
    colouring,
    fish,
    forcing,
    nets,
    patterns,
    sue_de_coq,
    templates,
    turbot,
    unique,
)
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
                level=self.level + (_longer(len(step.links)) if self.grade >= Grade.EXPERT else 0.0),
                trusts=self.trusts,
            )


def _longer(links: int) -> float:
    """What a long chain adds on Sudoku Explainer's scale: a tenth beyond 4 links, beyond 6, 8, 12, 16, 24, ..."""
    added, limit = 0, 4
    while links > limit:
        added += 1
        limit = limit * 3 // 2 if added % 2 else limit * 4 // 3
    return added / 10


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
    Technique("X-wing", Grade.HARD, 140, 3.2, partial(fish.find_fish, size=2)),
    Technique("swordfish", Grade.HARD, 150, 3.8, partial(fish.find_fish, size=3)),
    Technique("jellyfish", Grade.HARD, 160, 5.2, partial(fish.find_fish, size=4)),
    Technique("BUG+1", Grade.HARD, 100, 5.6, unique.find_bug, trusts=True),
    Technique("skyscraper", Grade.HARD, 130, 6.6, partial(turbot.find_turbot, kind=turbot.SKYSCRAPER)),
    Technique("two-string kite", Grade.HARD, 150, 6.6, partial(turbot.find_turbot, kind=turbot.KITE)),
    Technique("turbot fish", Grade.HARD, 120, 6.6, partial(turbot.find_turbot, kind=turbot.TURBOT)),
    Technique("empty rectangle", Grade.HARD, 120, 6.6, turbot.find_empty_rectangle),
    Technique("W-wing", Grade.HARD, 150, 6.6, patterns.find_w_wing),
    Technique("XY-wing", Grade.HARD, 160, 4.2, partial(patterns.find_hinged, has_z=False)),
    Technique("XYZ-wing", Grade.HARD, 180, 4.4, partial(patterns.find_hinged, has_z=True)),
    Technique("unique rectangle 1", Grade.HARD, 100, 4.5, unique.find_rectangle_1, trusts=True),
    Technique("unique rectangle 2", Grade.HARD, 100, 4.5, unique.find_rectangle_2, trusts=True),
    Technique("unique rectangle 3", Grade.HARD, 100, 4.6, unique.find_rectangle_3, trusts=True),
    Technique("unique rectangle 4", Grade.HARD, 100, 4.6, unique.find_rectangle_4, trusts=True),
    Technique("hidden rectangle", Grade.HARD, 100, 4.7, unique.find_hidden_rectangle, trusts=True),
    Technique("finned X-wing", Grade.HARD, 130, 6.7, partial(fish.find_finned_fish, size=2, sashimi=False)),
    Technique("sashimi X-wing", Grade.HARD, 150, 6.7, partial(fish.find_finned_fish, size=2, sashimi=True)),
    Technique("finned swordfish", Grade.EXPERT, 200, 6.8, partial(fish.find_finned_fish, size=3, sashimi=False)),
    Technique("sashimi swordfish", Grade.EXPERT, 240, 6.8, partial(fish.find_finned_fish, size=3, sashimi=True)),
    Technique("finned jellyfish", Grade.EXPERT, 250, 6.9, partial(fish.find_finned_fish, size=4, sashimi=False)),
    Technique("sashimi jellyfish", Grade.EXPERT, 260, 6.9, partial(fish.find_finned_fish, size=4, sashimi=True)),
    Technique("Sue de Coq", Grade.EXPERT, 250, 7.0, sue_de_coq.find_sue_de_coq),
    Technique("simple colouring", Grade.EXPERT, 150, 6.6, colouring.find_colouring),
    Technique("X-chain", Grade.EXPERT, 260, 6.6, chains.find_x_chain),
    Technique("franken fish", Grade.EXPERT, 270, 7.0, fish.find_franken_fish),
    Technique("XY-chain", Grade.EXPERT, 260, 6.8, chains.find_xy_chain),
    Technique("3D medusa", Grade.EXPERT, 270, 7.0, colouring.find_medusa),
    Technique("nice loop", Grade.EXPERT, 280, 7.0, partial(chains.find_loop, grouped=False)),
    Technique("alternating chain", Grade.EXPERT, 280, 7.1, partial(chains.find_chain, grouped=False)),
    Technique("grouped loop", Grade.EXPERT, 300, 7.2, partial(chains.find_loop, grouped=True)),
    Technique("grouped chain", Grade.EXPERT, 300, 7.3, partial(chains.find_chain, grouped=True)),
    Technique("ALS-XZ", Grade.EXPERT, 300, 7.5, almost.find_als_xz),
    Technique("ALS-XY-wing", Grade.EXPERT, 320, 7.6, almost.find_als_wing),
    Technique("ALS chain", Grade.EXPERT, 340, 7.8, almost.find_als_chain),
    Technique("templates", Grade.BEYOND, 450, 8.0, templates.find_templates),
    Technique("forcing chain", Grade.BEYOND, 500, 8.2, forcing.find_forcing_chain),
    Technique("forcing net", Grade.BEYOND, 700, 8.8, nets.find_net),
    Technique("nested net", Grade.BEYOND, 1500, 10.5, nets.find_nested_net),
)
BY_SCALE = {
    Scale.POINTS: TECHNIQUES,
    Scale.EXPLAINER: tuple(sorted(TECHNIQUES, key=lambda technique: technique.level)),
}
