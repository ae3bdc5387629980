"""``dueldoku rate``: how hard a puzzle is for people, and the steps by which they solve it."""

from __future__ import annotations

import json
from collections import Counter

from dueldoku.cli.options import Flag, From, Json, Shape
from dueldoku.cli.source import Board
from dueldoku.game.boards import load_positions
from dueldoku.solvers.human import Deduction, explain, grade, next_step


def rate(
    puzzle: Board,
    /,
    *,
    steps: Flag = False,
    hint: Flag = False,
    from_: From = "",
    shape: Shape = "",
    json_: Json = False,
) -> None:
    """Grade puzzles by the hardest technique that people need: easy, medium, hard, expert, beyond.

    Parameters
    ----------
    puzzle
        A file, - for standard input, or the puzzle itself, in any format.
    steps
        Tell all steps, each with its reason.
    hint
        Tell only the next step.
    json_
        Write a JSON object for each puzzle, a line each.

    """
    for position in load_positions(puzzle, from_, shape):
        if hint:
            step = next_step(position.grid)
            print(json.dumps(step and _as_data(step)) if json_ else step or "No technique leads any further here.")
            continue
        deductions = explain(position.grid)
        used = Counter(str(step.technique) for step in deductions)
        if json_:
            data = {"puzzle": str(position.grid), "grade": str(grade(position.grid)), "techniques": dict(used)}
            print(json.dumps(data | ({"steps": [_as_data(step) for step in deductions]} if steps else {})))
            continue
        for step in deductions if steps else []:
            print(step)
        print(
            f"{grade(position.grid)}: {', '.join(f'{number} x {name}' for name, number in used.items()) or 'no step'}"
        )


def _as_data(step: Deduction) -> dict[str, object]:
    return {
        "technique": str(step.technique),
        "reason": step.reason,
        "cells": step.cells,
        "placement": step.placement,
        "eliminations": step.eliminations,
    }
