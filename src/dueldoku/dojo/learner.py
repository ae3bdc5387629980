"""What is remembered of a learner: lessons done, a rating, a streak, and what comes back another day.

Every change is told the day it happens on, so that a test can be tomorrow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import date, timedelta
from random import Random
from typing import Any

from dueldoku.dojo.shipped import Entry
from dueldoku.stats.match import expected_score

FIRST_RATING = 1000.0
_STEPS = (120.0, 20.0)  # by how much the first result changes the rating at most, and the hundredth
_LATER = (1, 3, 7)  # days until a missed one comes back: after a miss, after it was solved once, twice
_WITHIN = 150  # points of rating that a next puzzle is away
_SEEN = 400  # puzzles that are not given again
_CURVE = 400  # days


@dataclass
class Mistake:
    """A position in which a better move was missed. ``puzzle`` is a number of the shipped ones, or 0."""

    due: str  # the day on which it comes back
    puzzle: int = 0
    position: str = ""
    best: str = ""  # the move
    bomb: bool = False
    told: str = ""
    solved: int = 0  # how often in a row
    also: list[str] = field(default_factory=list)  # other moves that are no mistake either; a bomb ends with *


@dataclass
class Learner:
    """A person without a password. Days are ISO dates."""

    name: str = ""
    lessons: list[int] = field(default_factory=list)  # that were done, from 0
    rating: float = FIRST_RATING
    solved: int = 0
    failed: int = 0
    curve: dict[str, int] = field(default_factory=dict)  # the rating at the end of each day
    seen: list[int] = field(default_factory=list)
    mistakes: list[Mistake] = field(default_factory=list)
    daily: dict[str, str] = field(default_factory=dict)  # a letter for each try: x wrong, o right
    sudokus: list[int] = field(default_factory=list)  # that were solved

    @property
    def step(self) -> float:
        """By how much a result may change the rating: less and less."""
        most, least = _STEPS
        return max(least, most / (1 + (self.solved + self.failed) / 10))

    def answer(self, entry: Entry, right: bool, today: date) -> float:
        """Count the first try at a puzzle; by how much the rating changes."""
        change = self.step * (right - expected_score(self.rating - entry.rating))
        self.rating += change
        self.solved += right
        self.failed += not right
        self.curve[today.isoformat()] = round(self.rating)
        for day in sorted(self.curve)[:-_CURVE]:
            del self.curve[day]
        self.seen = [*self.seen, entry.number][-_SEEN:]
        known = next((one for one in self.mistakes if one.puzzle == entry.number), None)
        if known:
            self.review(known, right, today)
        elif not right:
            self.mistakes.append(Mistake(_day(today, _LATER[0]), entry.number))
        return change

    def review(self, mistake: Mistake, right: bool, today: date) -> None:
        """A mistake came back: it comes again later, or not any more."""
        mistake.solved = mistake.solved + 1 if right else 0
        if mistake.solved >= len(_LATER):
            self.mistakes.remove(mistake)
        else:
            mistake.due = _day(today, _LATER[mistake.solved])

    def learn(self, mistake: Mistake, today: date) -> None:
        """Remember a mistake of a game."""
        if all(one.position != mistake.position for one in self.mistakes):
            mistake.due = _day(today, _LATER[0])
            self.mistakes.append(mistake)

    def due(self, today: date) -> list[Mistake]:
        """The mistakes that are back today."""
        return [one for one in self.mistakes if one.due <= today.isoformat()]

    def next(self, entries: Sequence[Entry], chance: Random) -> Entry | None:
        """A puzzle that is about as hard as the learner is good, and new if there is one; None if there are none."""
        fresh = [one for one in entries if one.number not in set(self.seen)] or list(entries)
        if not fresh:
            return None
        near = [one for one in fresh if abs(one.rating - self.rating) <= _WITHIN]
        return chance.choice(near) if near else min(fresh, key=lambda one: abs(one.rating - self.rating))

    def streak(self, today: date) -> int:
        """On how many days in a row, up to today or yesterday, the daily puzzle was solved."""
        day = today if self._has_solved(today) else today - timedelta(1)
        count = 0
        while self._has_solved(day):
            count, day = count + 1, day - timedelta(1)
        return count

    def _has_solved(self, day: date) -> bool:
        return self.daily.get(day.isoformat(), "").endswith("o")

    def to_json(self) -> dict[str, Any]:
        """All of it."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Learner:
        """Inverse of ``to_json``. Raises TypeError for what we did not write."""
        return cls(**data | {"mistakes": [Mistake(**one) for one in data.get("mistakes", [])]})


def share(day: date, tries: str) -> str:
    """The daily puzzle's result as text to send around; it gives nothing away.

    >>> print(share(date(2026, 11, 18), "xxo"))
    Dueldoku 2026-11-18: solved with try 3
    🟥🟥🟩
    """
    told = f"solved with try {len(tries)}" if tries.endswith("o") else "not solved"
    return f"Dueldoku {day.isoformat()}: {told}\n{''.join('🟩' if one == 'o' else '🟥' for one in tries)}"


def _day(today: date, later: int) -> str:
    return (today + timedelta(later)).isoformat()
