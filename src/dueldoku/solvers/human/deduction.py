"""The values of the human method: how hard a puzzle is, one step of reasoning, and all of them together."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from dueldoku.errors import UnknownName


class Grade(IntEnum):
    """How hard a puzzle is: as hard as the hardest technique it needs."""

    EASY = 1
    MEDIUM = 2
    HARD = 3
    EXPERT = 4
    BEYOND = 5  # none of the techniques gets to the end

    def __str__(self) -> str:
        return self.name.lower()

    @classmethod
    def parse(cls, text: str) -> Grade:
        """Inverse of ``str``. Raises UnknownName, which lists them."""
        if text.upper() not in cls.__members__:
            raise UnknownName(f"expected a difficulty out of {', '.join(map(str, cls))}, got {text!r}")
        return cls[text.upper()]


class Candidate(NamedTuple):
    """A digit that a cell may still take."""

    cell: int
    digit: int


@dataclass(frozen=True, slots=True)
class Deduction:
    """One step: a digit to write, or candidates to strike out, and why. A contradiction has neither.

    It holds in every solution of the board, however many there are. ``grade`` is that of a puzzle which needs nothing
    harder than this step.
    """

    reason: str  # "In block 4, 7 fits only in r5c2."
    cells: tuple[int, ...]  # those that the reason rests on
    placement: Candidate | None = None
    eliminations: tuple[Candidate, ...] = ()
    technique: str = ""  # its name and its grade; the table of techniques adds them
    grade: Grade = Grade.BEYOND

    @property
    def is_contradiction(self) -> bool:
        """Whether it proves that there is no solution."""
        return not (self.placement or self.eliminations)

    def __str__(self) -> str:
        return f"{self.technique}: {self.reason}"

    def to_json(self) -> dict[str, object]:
        """The same as plain data."""
        return {
            "technique": self.technique,
            "reason": self.reason,
            "cells": self.cells,
            "placement": self.placement,
            "eliminations": self.eliminations,
        }


@dataclass(frozen=True)
class Grading:
    """How hard a puzzle is, and the steps by which people solve it, as far as they get. A contradiction is the last."""

    difficulty: Grade
    steps: tuple[Deduction, ...]

    @property
    def techniques(self) -> dict[str, int]:
        """How many of the steps each technique made, in the order in which they were first needed."""
        return dict(Counter(step.technique for step in self.steps))

    def __str__(self) -> str:
        used = ", ".join(f"{number} x {name}" for name, number in self.techniques.items())
        return f"{self.difficulty}: {used or 'no step'}"
