"""What a solver is asked for and what it answers. "The budget ended first" is an answer of its own."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Self

from dueldoku.board.grid import Grid


class Verdict(StrEnum):
    """What is known about a puzzle's solutions."""

    NONE = "none"  #: proven: there is none
    UNIQUE = "unique"  #: proven: there is exactly one
    MULTIPLE = "multiple"  #: at least two were found
    UNKNOWN = "unknown"  #: the budget ended first

    @classmethod
    def after(cls, found: int, finished: bool) -> Verdict:
        """The verdict after ``found`` solutions; ``finished`` tells whether there can be no further one."""
        if found > 1:
            return cls.MULTIPLE
        if not finished:
            return cls.UNKNOWN
        return cls.UNIQUE if found else cls.NONE


@dataclass(frozen=True)
class Budget:
    """When to stop. A search that ends because of ``seconds`` or ``nodes`` has no verdict; ``solutions`` are enough."""

    seconds: float | None = None  #: None: no limit
    nodes: int | None = None  #: None: no limit
    solutions: int = 2  #: enough; two tell unique from multiple

    def __post_init__(self) -> None:
        if self.solutions < 1:
            raise ValueError(f"expected to look for at least one solution, got {self.solutions}")
        if (self.seconds is not None and self.seconds <= 0) or (self.nodes is not None and self.nodes < 1):
            raise ValueError(f"expected a budget above 0, got {self}")


@dataclass
class Counters:
    """The work that was done. What a node is, each method says; it is the same from run to run."""

    nodes: int = 0
    guesses: int = 0
    propagations: int = 0


class Solved(NamedTuple):
    """A solver's answer: the verdict, the solutions found (at most as many as asked for), and the work it took.

    With a budget of one solution, a puzzle that has one is UNKNOWN as to whether it has more.
    """

    verdict: Verdict  #: none, unique, multiple or unknown
    solutions: tuple[Grid, ...]  #: those that were found
    method: str  #: which one found them
    work: Counters  #: nodes, guesses and propagations
    seconds: float  #: how long it took

    @property
    def solution(self) -> Grid | None:
        """The first solution, if any was found."""
        return self.solutions[0] if self.solutions else None

    def to_json(self) -> dict[str, object]:
        """The same as plain data."""
        return {
            "verdict": str(self.verdict),
            "solutions": [str(solution) for solution in self.solutions],
            "method": self.method,
            "nodes": self.work.nodes,
            "guesses": self.work.guesses,
            "propagations": self.work.propagations,
            "seconds": self.seconds,
        }

    def __bool__(self) -> bool:
        return bool(self.solutions)


class Count(int):
    """How many solutions were counted: a number like any other, which knows whether these are all.

    ``stopped_by`` is "limit", "seconds" or "Ctrl-C" if there may be more, and empty if there are none.

    >>> print(Count(12), Count(1000, "limit"), Count(2) == 2)
    12 1000 or more True
    """

    stopped_by: str

    def __new__(cls, number: int, stopped_by: str = "") -> Self:
        """So many solutions, and what stopped the count."""
        count = super().__new__(cls, number)
        count.stopped_by = stopped_by
        return count

    @property
    def complete(self) -> bool:
        """Whether there are no other solutions."""
        return not self.stopped_by

    def __str__(self) -> str:
        return int.__repr__(self) if self.complete else f"{int.__repr__(self)} or more"

    def __repr__(self) -> str:
        return f"Count({int.__repr__(self)}, {self.stopped_by!r})" if self.stopped_by else int.__repr__(self)
