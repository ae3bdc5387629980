"""Hints in three stages: where to look, which technique, and why. Whoever wants to find the rest, stops early.

>>> from dueldoku import Grid
>>> from dueldoku.solvers.human import next_step
>>> puzzle = Grid.parse("1... ..3. .4.. ...2")
>>> step = next_step(puzzle)
>>> [tell(step, puzzle.geometry, stage) for stage in Stage]
['Look at block 2.', 'The technique: naked single (easy).', 'naked single: r1c4 can only be 4.']
"""

from __future__ import annotations

from enum import StrEnum

from dueldoku.board.geometry import Geometry
from dueldoku.solvers.human.board import listed
from dueldoku.solvers.human.deduction import Deduction

_FEW = 4  # cells that are named


class Stage(StrEnum):
    """How much a hint gives away."""

    WHERE = "where"
    TECHNIQUE = "technique"
    WHY = "why"


def tell(step: Deduction, geometry: Geometry, stage: Stage) -> str:
    """The hint in words, up to this stage."""
    if step.is_contradiction or stage is Stage.WHY:
        return str(step)
    if stage is Stage.TECHNIQUE:
        return f"The technique: {step.technique} ({step.grade})."
    return f"Look at {_where(step, geometry)}."


def _where(step: Deduction, geometry: Geometry) -> str:
    """The unit, the digit or the cells to look at."""
    cells = dict.fromkeys((*step.cells, *(cell for cell, _ in step.changed)))
    shared = set.intersection(*(set(geometry.units_of[cell]) for cell in cells))
    if shared:
        return geometry.unit_name(max(shared))  # the block, if it is one
    digits = {digit for _, digit in step.changed} | {place.digit for link in step.links for place in link[:2]}
    if len(digits) == 1 and len(cells) > _FEW:
        return f"the places for {digits.pop()}"
    return listed(map(geometry.name, list(cells)[:_FEW]))
