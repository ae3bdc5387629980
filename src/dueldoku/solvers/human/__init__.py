"""Solving as people do: a list of techniques, the easiest that applies is the next step. Nothing is ever guessed.

Every step is a ``Deduction``: what to write or strike out, and the reason in words. It holds in every solution of the
board; none of the techniques takes it for granted that there is only one. So a puzzle that is solved this way is
proven to have one solution, and a contradiction proves that it has none. Where no technique applies, the method is
stuck, and nothing is known about the solutions.

>>> puzzle = Grid.parse("1... ..3. .4.. ...2")
>>> print(next_step(puzzle))
naked single: r1c4 can only be 4.
>>> print(rate(puzzle))
easy: 12 x naked single; 48 points
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dueldoku.board.grid import Grid
from dueldoku.solvers.human.board import CandidateBoard
from dueldoku.solvers.human.deduction import Candidate, Deduction, Grade, Link, Place, Rating, Scale
from dueldoku.solvers.human.hints import Stage, tell
from dueldoku.solvers.human.techniques import BY_SCALE, CONTRADICTION, TECHNIQUES, Technique
from dueldoku.solvers.meter import BudgetEnded, Meter, TraceStep

__all__ = [
    "TECHNIQUES", "Candidate", "CandidateBoard", "Deduction", "Grade", "Link", "Place", "Rating", "Scale", "Stage",
    "Technique", "deduce", "next_step", "rate", "solutions", "tell",
]  # fmt: skip


def next_step(
    grid: Grid, candidates: Sequence[int] | None = None, *, trust_uniqueness: bool = False
) -> Deduction | None:
    """The next hint: the easiest technique that applies; None if the board is solved or no technique does.

    ``candidates`` are one mask for each cell (bit ``d`` for digit ``d``), so that what earlier steps struck out
    stays so. A filled cell's mask does not matter.
    """
    return _easiest(CandidateBoard(grid, candidates), Meter(), _known(trust_uniqueness))


def rate(grid: Grid, *, trust_uniqueness: bool = False, scale: Scale = Scale.POINTS) -> Rating:
    """How hard the board is, and all steps until it is solved or no technique applies.

    BEYOND if the steps do not solve it, as with none or several solutions. With ``trust_uniqueness``, techniques may
    take it for granted that there is one solution. Each ``scale`` has its own order of techniques.
    """
    board = CandidateBoard(grid)
    steps = tuple(deduce(board, techniques=_known(trust_uniqueness, scale)))
    return Rating(steps, board.is_full and not board.clash, scale)


def _known(trust_uniqueness: bool, scale: Scale = Scale.POINTS) -> tuple[Technique, ...]:
    return tuple(technique for technique in BY_SCALE[scale] if trust_uniqueness or not technique.trusts)


def solutions(grid: Grid, meter: Meter, trust_uniqueness: str = "no") -> Iterator[Grid]:
    """The solution, if the techniques lead to it; nothing if they lead to a contradiction. Both are proofs.

    Raises BudgetEnded when they lead no further: then nothing is known about the solutions. A node is one look for
    one technique. If uniqueness is trusted, the solution is the only one if there is only one.
    """
    board = CandidateBoard(grid)
    for step in deduce(board, meter, _known(trust_uniqueness == "yes")):
        meter.propagations += 1
        if meter.trace:
            meter.trace(_traced(step, board))
        if step.is_contradiction:
            return
    if not board.is_full:
        raise BudgetEnded
    if meter.trace:
        meter.trace(TraceStep("solution", "All cells are filled.", candidates=tuple(board.marks)))
    yield board.grid


def deduce(
    board: CandidateBoard, meter: Meter | None = None, techniques: Sequence[Technique] | None = None
) -> Iterator[Deduction]:
    """One step after the other, each already applied to ``board``, until none is left or a contradiction is.

    The techniques are those that hold however many solutions there are, unless others are given.
    """
    meter, techniques = meter or Meter(), techniques or _known(trust_uniqueness=False)
    board.tick = meter.check
    while step := _easiest(board, meter, techniques):
        board.apply(step)
        yield step
        if step.is_contradiction:
            return


def _easiest(board: CandidateBoard, meter: Meter, techniques: Sequence[Technique]) -> Deduction | None:
    for technique in (CONTRADICTION,) if board.is_full else techniques:
        meter.node()
        if step := next(technique.find(board), None):
            return step
    return None


def _traced(step: Deduction, board: CandidateBoard) -> TraceStep:
    """The step for somebody who watches: a contradiction is a way back, to nowhere."""
    if step.placement:
        kind, (cell, digit) = "place", step.placement
    elif step.eliminations:
        kind, (cell, digit) = "eliminate", step.eliminations[0]
    else:
        kind, cell, digit = "back", -1, 0
    return TraceStep(kind, str(step), cell, digit, candidates=tuple(board.marks))
