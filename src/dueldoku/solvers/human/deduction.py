"""The values of the human method: how hard a puzzle is, one step of reasoning, and all of them together."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import NamedTuple

from dueldoku.errors import UnknownName


class Grade(IntEnum):
    """How hard a puzzle is: as hard as the hardest technique it needs."""

    EASY = 1
    MEDIUM = 2
    HARD = 3
    EXPERT = 4
    BEYOND = 5  # it takes forcing chains or nets, or no technique gets to the end

    def __str__(self) -> str:
        return self.name.lower()

    @classmethod
    def parse(cls, text: str) -> Grade:
        """Inverse of ``str``. Raises UnknownName, which lists them."""
        if text.upper() not in cls.__members__:
            raise UnknownName(f"expected a difficulty out of {', '.join(map(str, cls))}, got {text!r}")
        return cls[text.upper()]


class Scale(StrEnum):
    """How the difficulty of a puzzle is told in a number."""

    POINTS = "points"  # the sum of what every step costs, as HoDoKu counts
    EXPLAINER = "explainer"  # the hardest step on Sudoku Explainer's scale from 1 to 12


class Candidate(NamedTuple):
    """A digit that a cell may still take."""

    cell: int
    digit: int


class Place(NamedTuple):
    """Where a digit may be, as one end of a link: in one cell or in one of several."""

    cells: tuple[int, ...]
    digit: int


class Link(NamedTuple):
    """For drawing: what follows from what. If it is strong, the end is true if the start is false; else the reverse."""

    start: Place
    end: Place
    strong: bool


@dataclass(frozen=True, slots=True)
class Deduction:
    """One step: a digit to write, or candidates to strike out, and why. A contradiction has neither.

    It holds in every solution of the board, however many there are, unless it ``trusts`` that there is only one.
    ``grade`` is that of a puzzle which needs nothing harder than this step.
    """

    reason: str  # "In block 4, 7 fits only in r5c2."
    cells: tuple[int, ...]  # those that the reason rests on
    placement: Candidate | None = None
    eliminations: tuple[Candidate, ...] = ()
    links: tuple[Link, ...] = ()  # what follows from what, where that can be drawn
    sets: tuple[tuple[int, ...], ...] = ()  # the cells by the part they play, where they play several
    technique: str = ""  # from here on the table of techniques adds it: its name, its grade,
    grade: Grade = Grade.BEYOND
    points: int = 0  # what the step costs
    level: float = 0.0  # where it stands on Sudoku Explainer's scale
    trusts: bool = False  # whether it takes it for granted that there is one solution

    @property
    def is_contradiction(self) -> bool:
        """Whether it proves that there is no solution."""
        return not (self.placement or self.eliminations)

    @property
    def changed(self) -> tuple[Candidate, ...]:
        """What it writes or strikes out."""
        return (self.placement,) if self.placement else self.eliminations

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
            "links": self.links,
            "sets": self.sets,
        }


@dataclass(frozen=True)
class Rating:
    """How hard a puzzle is, and the steps by which people solve it, as far as they get. A contradiction is the last."""

    steps: tuple[Deduction, ...]
    is_solved: bool
    scale: Scale = Scale.POINTS

    @property
    def grade(self) -> Grade:
        """As hard as its hardest step; BEYOND if the steps do not solve it."""
        return max((step.grade for step in self.steps), default=Grade.EASY) if self.is_solved else Grade.BEYOND

    @property
    def difficulty(self) -> Grade:
        """The grade, by the name that recipes have for it."""
        return self.grade

    @property
    def hardest(self) -> str:
        """The hardest technique that was needed; "" if there was no step."""
        if self.scale is Scale.EXPLAINER:
            return max(self.steps, key=lambda step: step.level, default=_NO_STEP).technique
        return max(self.steps, key=lambda step: (step.grade, step.points), default=_NO_STEP).technique

    @property
    def score(self) -> float:
        """A number that orders puzzles: the points of all steps, or the level of the hardest; see ``Scale``."""
        if self.scale is Scale.EXPLAINER:
            return max((step.level for step in self.steps), default=0.0)
        return sum(step.points for step in self.steps)

    @property
    def techniques(self) -> dict[str, int]:
        """How many of the steps each technique made, in the order in which they were first needed."""
        return dict(Counter(step.technique for step in self.steps))

    @property
    def used(self) -> str:
        """The techniques in words: ``12 x naked single, 1 x X-wing``."""
        return ", ".join(f"{number} x {name}" for name, number in self.techniques.items()) or "no step"

    def __str__(self) -> str:
        level = f"level {self.score:.1f}" if self.scale is Scale.EXPLAINER else f"{self.score:g} points"
        return f"{self.grade}: {self.used}; {level}"


_NO_STEP = Deduction("", ())
