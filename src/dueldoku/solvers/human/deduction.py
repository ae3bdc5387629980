"""The values of the human method: how hard a puzzle is, the techniques by name, and one step of reasoning."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import NamedTuple, Self


class Grade(IntEnum):
    """How hard a puzzle is: as hard as the hardest technique it needs."""

    EASY = 1
    MEDIUM = 2
    HARD = 3
    EXPERT = 4
    BEYOND = 5  # none of the techniques gets to the end

    def __str__(self) -> str:
        return self.name.lower()


class Technique(StrEnum):
    """The techniques in their order of difficulty, each with the grade of a puzzle that needs it."""

    grade: Grade

    def __new__(cls, name: str, grade: Grade) -> Self:
        """A member is its name; the grade comes along."""
        member = str.__new__(cls, name)
        member._value_, member.grade = name, grade
        return member

    CONTRADICTION = "contradiction", Grade.BEYOND  # the board has no solution
    NAKED_SINGLE = "naked single", Grade.EASY
    HIDDEN_SINGLE = "hidden single", Grade.EASY
    POINTING = "pointing", Grade.MEDIUM
    CLAIMING = "claiming", Grade.MEDIUM
    NAKED_PAIR = "naked pair", Grade.MEDIUM
    HIDDEN_PAIR = "hidden pair", Grade.MEDIUM
    NAKED_TRIPLE = "naked triple", Grade.MEDIUM
    HIDDEN_TRIPLE = "hidden triple", Grade.MEDIUM
    NAKED_QUAD = "naked quad", Grade.HARD
    HIDDEN_QUAD = "hidden quad", Grade.HARD
    X_WING = "X-wing", Grade.HARD
    SWORDFISH = "swordfish", Grade.HARD
    JELLYFISH = "jellyfish", Grade.HARD
    XY_WING = "XY-wing", Grade.HARD
    XYZ_WING = "XYZ-wing", Grade.HARD
    W_WING = "W-wing", Grade.HARD
    COLOURING = "simple colouring", Grade.EXPERT
    X_CHAIN = "X-chain", Grade.EXPERT
    XY_CHAIN = "XY-chain", Grade.EXPERT
    CHAIN = "alternating chain", Grade.EXPERT


class Candidate(NamedTuple):
    """A digit that a cell may still take."""

    cell: int
    digit: int


@dataclass(frozen=True, slots=True)
class Deduction:
    """One step: a digit to write, or candidates to strike out, and why. A contradiction has neither.

    It holds in every solution of the board, however many there are.
    """

    technique: Technique
    reason: str  # "In block 4, 7 fits only in r5c2."
    cells: tuple[int, ...]  # those that the reason rests on
    placement: Candidate | None = None
    eliminations: tuple[Candidate, ...] = ()

    @property
    def grade(self) -> Grade:
        """The grade of a puzzle that needs nothing harder than this step."""
        return self.technique.grade

    def __str__(self) -> str:
        return f"{self.technique}: {self.reason}"
