"""A step as a picture: the candidates, what it rests on, what follows from what, and what it changes."""

from __future__ import annotations

from dueldoku.board.geometry import bits
from dueldoku.board.grid import Grid
from dueldoku.render.view import Arrow, View
from dueldoku.solvers.human.board import CandidateBoard
from dueldoku.solvers.human.deduction import Deduction, Place

_TINTS = ("blue", "green", "yellow")


def view_of(board: CandidateBoard, step: Deduction | None, clues: Grid | None = None) -> View:
    """The board before the step, with the step in it. ``clues`` is the puzzle as it was given."""
    grid = board.grid
    given = frozenset(cell for cell, value in enumerate(clues or grid) if value)
    candidates = {cell: bits(mark) for cell, mark in enumerate(board.marks) if not board.values[cell]}
    if step is None:
        return View(grid, given, candidates=candidates)
    sets = step.sets or (step.cells,)
    tints = {cell: _TINTS[at % len(_TINTS)] for at, cells in enumerate(sets) for cell in cells}
    strikes: dict[int, list[int]] = {}
    for cell, digit in step.eliminations:
        strikes.setdefault(cell, []).append(digit)
        tints.setdefault(cell, "red")
    marked: dict[int, set[int]] = {}
    for place in (place for link in step.links for place in link[:2]):
        for cell in place.cells:
            marked.setdefault(cell, set()).add(place.digit)
    if step.placement:
        tints[step.placement.cell] = "green"
        marked.setdefault(step.placement.cell, set()).add(step.placement.digit)
    arrows = [Arrow(_middle(link.start), _middle(link.end), link.strong) for link in step.links]
    return View(grid, given, tints=tints, candidates=candidates, strikes=strikes, marked=marked, arrows=arrows)


def _middle(place: Place) -> tuple[int, int]:
    """Where a link begins or ends: at the middle cell of a group."""
    return place.cells[len(place.cells) // 2], place.digit
