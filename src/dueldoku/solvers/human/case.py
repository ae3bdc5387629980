"""A case: some candidate is supposed to be true or false, and singles follow from it, each with its reason.

The board is seen as candidates by number and as choices: of the candidates of a cell, or of a digit in a unit, exactly
one is true. A true one makes the others of its choices false; where all but one are false, that one is true. Where all
are false, or one is both, the case is impossible. What was true or false before has no reason and needs none.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

Literal = tuple[int, bool]  # a candidate by number, and whether it is true


class Fact(NamedTuple):
    """Why a candidate is true or false: by a choice, because of others. Without a choice it was supposed or proven."""

    literal: Literal
    choice: int  # -1 for none
    causes: tuple[Literal, ...]


class Case:
    """What follows so far, in the order in which it was found."""

    def __init__(self, choices: Sequence[Sequence[int]], choices_of: Sequence[Sequence[int]]) -> None:
        self.choices, self.choices_of = choices, choices_of
        self.facts: dict[Literal, Fact] = {}
        self.left = [len(choice) for choice in choices]  # members that are not known to be false
        self.end: Fact | None = None  # why the case is impossible, if it is
        self._queue: deque[Literal] = deque()
        for number, choice in enumerate(choices):
            if len(choice) == 1:  # a single that waits to be written
                self._learn(Fact((choice[0], True), number, ()))

    def add(self, candidate: int, is_true: bool) -> bool:
        """Suppose this too, and follow it as far as singles lead; whether the case is still possible."""
        self._learn(Fact((candidate, is_true), -1, ()))
        return self.follow()

    def follow(self, goal: Literal | None = None) -> bool:
        """Draw conclusions until there are none left, the case is impossible or the goal is a fact."""
        queue = self._queue
        while queue and not self.end and goal not in self.facts:
            candidate, is_true = literal = queue.popleft()
            for number in self.choices_of[candidate]:
                if is_true:
                    for other in self.choices[number]:
                        if other != candidate and (other, False) not in self.facts:
                            self._learn(Fact((other, False), number, (literal,)))
                else:
                    self.left[number] -= 1
                    if self.left[number] <= 1:
                        self._last_of(number)
        return not self.end

    def suppose(self, candidate: int, is_true: bool) -> None:
        """Suppose this too, but follow it only when asked."""
        self._learn(Fact((candidate, is_true), -1, ()))

    def _last_of(self, number: int) -> None:
        facts = self.facts
        open_ = [member for member in self.choices[number] if (member, False) not in facts]
        causes = tuple((member, False) for member in self.choices[number] if (member, False) in facts)
        if not open_:
            self.end = self.end or Fact((-1, False), number, causes)
        elif len(open_) == 1 and (open_[0], True) not in facts:
            self._learn(Fact((open_[0], True), number, causes))

    def _learn(self, fact: Fact) -> None:
        candidate, is_true = fact.literal
        if fact.literal in self.facts:
            return
        self.facts[fact.literal] = fact
        self._queue.append(fact.literal)
        if (candidate, not is_true) in self.facts and not self.end:
            self.end = Fact((candidate, is_true), fact.choice, (fact.literal, (candidate, not is_true)))

    def reasons(self, *literals: Literal) -> list[Fact]:
        """The facts that these rest on, themselves included, in the order in which they were found."""
        needed, open_ = set[Literal](), list(literals)
        while open_:
            literal = open_.pop()
            if literal not in needed:
                needed.add(literal)
                open_ += self.facts[literal].causes
        return [fact for literal, fact in self.facts.items() if literal in needed]


class Cases:
    """Every candidate in turn supposed to be true, all at the same time, and what follows by singles.

    For each candidate two masks, with a bit for each supposition, tell under which it is known to be true and under
    which to be false. ``also_false`` adds the suppositions that a candidate is false, as bits above the others.
    """

    def __init__(self, choices: Sequence[Sequence[int]], candidates: int, also_false: bool) -> None:
        self.choices = choices
        self.true = [1 << at for at in range(candidates)]
        self.false = [1 << candidates + at if also_false else 0 for at in range(candidates)]
        self.all = (1 << candidates * (1 + also_false)) - 1
        self.impossible = 0
        self._choices_of: list[list[int]] = [[] for _ in range(candidates)]
        for number, choice in enumerate(choices):
            for member in choice:
                self._choices_of[member].append(number)
        self._changed = set(range(len(choices)))

    def grow(self) -> bool:
        """Draw all conclusions once; whether anything is new."""
        changed, self._changed = self._changed, set()
        for number in sorted(changed):
            self._conclude(self.choices[number])
        return bool(self._changed)

    def grow_fully(self) -> None:
        """Draw conclusions until nothing is new."""
        while self.grow():
            pass

    def _conclude(self, choice: Sequence[int]) -> None:
        true, false, every = self.true, self.false, self.all
        one_open = more_open = one_true = two_true = 0
        for member in choice:
            is_open = every ^ false[member]
            more_open |= one_open & is_open
            one_open |= is_open
            two_true |= one_true & true[member]
            one_true |= true[member]
        self.impossible |= every ^ one_open | two_true
        single = one_open & ~more_open
        for member in choice:
            now_true = true[member] | single & ~false[member]
            now_false = false[member] | one_true & ~now_true
            if now_true != true[member] or now_false != false[member]:
                true[member], false[member] = now_true, now_false
                self._changed.update(self._choices_of[member])
