"""Solving as people do: a list of techniques, the easiest that applies is the next step. Nothing is ever guessed.

Every step is a ``Deduction``: what to write or strike out, and the reason in words. It holds in every solution of the
board; none of the techniques takes it for granted that there is only one. So a puzzle that is solved this way is
proven to have one solution, and a contradiction proves that it has none. Where no technique applies, the method is
stuck, and nothing is known about the solutions.

>>> puzzle = Grid.parse("1... ..3. .4.. ...2")
>>> print(next_step(puzzle))
naked single: r1c4 can only be 4.
>>> str(grade(puzzle)), len(explain(puzzle))
('easy', 12)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from dueldoku.board.grid import Grid
from dueldoku.solvers.human.board import Board
from dueldoku.solvers.human.chains import find_chain, find_x_chain, find_xy_chain
from dueldoku.solvers.human.colouring import find_colouring
from dueldoku.solvers.human.deduction import Candidate, Deduction, Grade, Technique
from dueldoku.solvers.human.singles import (
    find_claiming,
    find_contradiction,
    find_hidden_single,
    find_naked_single,
    find_pointing,
)
from dueldoku.solvers.human.subsets import find_fish, find_hidden_subset, find_naked_subset
from dueldoku.solvers.human.wings import find_w_wing, find_xy_wing, find_xyz_wing
from dueldoku.solvers.work import BudgetEnded, Step, Work

__all__ = [
    "Board", "Candidate", "Deduction", "FINDERS", "Grade", "Technique",
    "deduce", "explain", "grade", "next_step", "solutions",
]  # fmt: skip

FINDERS: dict[Technique, Callable[[Board], Iterator[Deduction]]] = {
    Technique.CONTRADICTION: find_contradiction,
    Technique.NAKED_SINGLE: find_naked_single,
    Technique.HIDDEN_SINGLE: find_hidden_single,
    Technique.POINTING: find_pointing,
    Technique.CLAIMING: find_claiming,
    Technique.NAKED_PAIR: partial(find_naked_subset, size=2),
    Technique.HIDDEN_PAIR: partial(find_hidden_subset, size=2),
    Technique.NAKED_TRIPLE: partial(find_naked_subset, size=3),
    Technique.HIDDEN_TRIPLE: partial(find_hidden_subset, size=3),
    Technique.NAKED_QUAD: partial(find_naked_subset, size=4),
    Technique.HIDDEN_QUAD: partial(find_hidden_subset, size=4),
    Technique.X_WING: partial(find_fish, size=2),
    Technique.SWORDFISH: partial(find_fish, size=3),
    Technique.JELLYFISH: partial(find_fish, size=4),
    Technique.XY_WING: find_xy_wing,
    Technique.XYZ_WING: find_xyz_wing,
    Technique.W_WING: find_w_wing,
    Technique.COLOURING: find_colouring,
    Technique.X_CHAIN: find_x_chain,
    Technique.XY_CHAIN: find_xy_chain,
    Technique.CHAIN: find_chain,
}


def next_step(grid: Grid, candidates: Sequence[int] | None = None) -> Deduction | None:
    """The next hint: the easiest technique that applies; None if the board is solved or no technique does.

    ``candidates`` are one mask for each cell (bit ``d`` for digit ``d``), so that what earlier steps struck out
    stays so. A filled cell's mask does not matter.
    """
    return _easiest(Board(grid, candidates), Work())


def explain(grid: Grid) -> list[Deduction]:
    """All steps until the board is solved or no technique applies. A contradiction, if there is one, is the last."""
    return list(deduce(Board(grid)))


def grade(grid: Grid) -> Grade:
    """The grade of the hardest step needed. BEYOND if the steps do not solve it, as with none or several solutions."""
    board = Board(grid)
    grades = [step.grade for step in deduce(board)]
    return max(grades, default=Grade.EASY) if board.is_full else Grade.BEYOND


def solutions(grid: Grid, work: Work) -> Iterator[Grid]:
    """The solution, if the techniques lead to it; nothing if they lead to a contradiction. Both are proofs.

    Raises BudgetEnded when they lead no further: then nothing is known about the solutions. A node is one look for
    one technique.
    """
    board = Board(grid)
    for step in deduce(board, work):
        work.propagated()
        if work.trace:
            work.trace(_traced(step, board))
        if step.technique is Technique.CONTRADICTION:
            return
    if not board.is_full:
        raise BudgetEnded
    if work.trace:
        work.trace(Step("solution", "All cells are filled.", candidates=tuple(board.marks)))
    yield board.grid


def deduce(board: Board, work: Work | None = None) -> Iterator[Deduction]:
    """One step after the other, each already applied to ``board``, until none is left or a contradiction is."""
    work = work or Work()
    while step := _easiest(board, work):
        board.apply(step)
        yield step
        if step.technique is Technique.CONTRADICTION:
            return


def _easiest(board: Board, work: Work) -> Deduction | None:
    for find in (find_contradiction,) if board.is_full else FINDERS.values():
        work.node()
        if step := next(find(board), None):
            return step
    return None


def _traced(step: Deduction, board: Board) -> Step:
    """The step for somebody who watches: a contradiction is a way back, to nowhere."""
    if step.placement:
        kind, (cell, digit) = "place", step.placement
    elif step.eliminations:
        kind, (cell, digit) = "eliminate", step.eliminations[0]
    else:
        kind, cell, digit = "back", -1, 0
    return Step(kind, str(step), cell, digit, candidates=tuple(board.marks))
