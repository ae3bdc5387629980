"""``dueldoku rate``: how hard a puzzle is for people, and the steps by which they solve it."""

from __future__ import annotations

import json

from dueldoku.cli.options import Column, Flag, From, JsonLines, PuzzleName, Shape
from dueldoku.game.boards import open_source
from dueldoku.solvers.human import next_step
from dueldoku.solvers.human import rate as rate_grid


def rate(
    puzzle: PuzzleName,
    /,
    *,
    steps: Flag = False,
    hint: Flag = False,
    to: str = "",
    from_: From = "",
    column: Column = "",
    shape: Shape = "",
    json_: JsonLines = False,
) -> int:
    """Grade puzzles by the hardest technique that people need: easy, medium, hard, expert, beyond.

    Parameters
    ----------
    steps
        Tell all steps, each with its reason.
    hint
        Tell only the next step.
    to
        A file to write a table to, .csv or .parquet: that of the puzzles, with the columns grade and techniques.

    """
    source = open_source(puzzle, from_, column)
    if to:
        from dueldoku.cli.tables import rate_table

        return rate_table(source, shape, to, alone=not (steps or hint or json_))
    for grid in source.grids(shape):
        if hint:
            step = next_step(grid)
            print(json.dumps(step and step.to_json()) if json_ else step or "No technique leads any further here.")
            continue
        grading = rate_grid(grid)
        if json_:
            data = {"puzzle": str(grid), "grade": str(grading.grade), "techniques": grading.techniques}
            print(json.dumps(data | ({"steps": [step.to_json() for step in grading.steps]} if steps else {})))
            continue
        for step in grading.steps if steps else ():
            print(step)
        print(grading)
    return 0
