"""The coach's steps as the page shows them: a list to choose from, what each rests on, what comes after the last."""

from __future__ import annotations

from html import escape

from dueldoku.solvers.human import Deduction
from dueldoku.web import jobs
from dueldoku.web.board import BoardState

STEP_CLICK = "(e) => { const t = e.target.closest('[data-step]'); if (t) emit(Number(t.dataset.step)); }"


def ending(told: jobs.Explanation) -> str:
    """What comes after the last step."""
    if told.solved:
        return f"Solved, graded {told.grade}."
    return "Here the techniques end." if told.grade else "The time was up here: there may be more steps."


def step_list(steps: tuple[Deduction, ...], at: int) -> str:
    """All steps to choose from, as HTML; the one at ``at`` is shown."""
    return "".join(
        f'<button type="button" data-step="{number}" aria-current="{str(number == at).lower()}">'
        f"{number + 1}. {escape(step.technique)}</button>"
        for number, step in enumerate(steps)
    )


def highlights(step: Deduction) -> BoardState:
    """What a step rests on and what it changes, as the board marks it."""
    marks = {str(cell): {"kind": "why", "text": ""} for cell in step.cells}
    strikes: dict[str, list[int]] = {}
    for cell, digit in step.eliminations:
        strikes.setdefault(str(cell), []).append(digit)
        marks.setdefault(str(cell), {"kind": "strike", "text": ""})
    if step.placement:
        cell, digit = step.placement
        marks[str(cell)] = {"kind": "placed", "text": f"= {digit}"}
    links = [
        [start.cells[len(start.cells) // 2], start.digit, end.cells[len(end.cells) // 2], end.digit, strong]
        for start, end, strong in step.links
    ]
    return {"marks": marks, "strikes": strikes, "links": links}
