"""What a solver is asked for and what it answers. "The budget ended first" is an answer of its own."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from dueldoku.board.grid import Grid


class Verdict(StrEnum):
    """What is known about a puzzle's solutions."""

    NONE = "none"  # proven: there is none
    UNIQUE = "unique"  # proven: there is exactly one
    MULTIPLE = "multiple"  # at least two were found
    UNKNOWN = "unknown"  # the budget ended first


@dataclass(frozen=True)
class Budget:
    """When to stop. A search that ends because of ``seconds`` or ``nodes`` has no verdict; ``solutions`` are enough."""

    seconds: float | None = None
    nodes: int | None = None
    solutions: int = 2

    def __post_init__(self) -> None:
        if self.solutions < 1:
            raise ValueError(f"expected to look for at least one solution, got {self.solutions}")
        if (self.seconds is not None and self.seconds <= 0) or (self.nodes is not None and self.nodes < 1):
            raise ValueError(f"expected a budget above 0, got {self}")


@dataclass
class Count:
    """The work that was done. What a node is, each method says; it is the same from run to run."""

    nodes: int = 0
    guesses: int = 0
    propagations: int = 0


class Result(NamedTuple):
    """A solver's answer: the verdict, the solutions found (at most as many as asked for), and the work it took.

    With a budget of one solution, a puzzle that has one is UNKNOWN as to whether it has more.
    """

    verdict: Verdict
    solutions: tuple[Grid, ...]
    method: str
    work: Count
    seconds: float

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


def verdict_of(found: int, finished: bool) -> Verdict:
    """The verdict after ``found`` solutions; ``finished`` tells whether there can be no further one."""
    if found > 1:
        return Verdict.MULTIPLE
    if not finished:
        return Verdict.UNKNOWN
    return Verdict.UNIQUE if found else Verdict.NONE
