"""``dueldoku rate``: how hard a puzzle is for people, and the steps by which they solve it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from dueldoku.board.grid import Grid
from dueldoku.cli.options import Column, Flag, From, JsonLines, PuzzleName, Shape
from dueldoku.errors import FormatError
from dueldoku.game.boards import open_source
from dueldoku.solvers import human

_NO_FURTHER = "No technique leads any further here."


def rate(
    puzzle: PuzzleName,
    /,
    *,
    steps: Flag = False,
    hint: Flag = False,
    stage: Literal["where", "technique", "why"] = "why",
    trust_uniqueness: Flag = False,
    scale: Literal["points", "explainer"] = "points",
    svg: Annotated[str, Parameter(name="--svg")] = "",
    to: str = "",
    from_: From = "",
    column: Column = "",
    shape: Shape = "",
    json_: JsonLines = False,
) -> int:
    """Grade puzzles by the hardest technique that people need: easy, medium, hard, expert, beyond; and score them.

    Parameters
    ----------
    steps
        Tell all steps, each with its reason.
    hint
        Tell only the next step.
    stage
        How much the hint gives away: where to look, which technique, or why.
    trust_uniqueness
        Also use techniques that take it for granted that there is one solution.
    scale
        The score: the points of all steps, as HoDoKu counts, or the hardest step on Sudoku Explainer's scale.
    svg
        A file to draw the next step into, or with --steps a folder for a picture of each step.
    to
        A file to write a table to, .csv or .parquet: that of the puzzles, with the columns grade, score, techniques.

    """
    source = open_source(puzzle, from_, column)
    if to:
        from dueldoku.cli.tables import rate_table

        alone = not (steps or hint or json_ or svg)
        return rate_table(source, shape, to, trust_uniqueness, human.Scale(scale), alone=alone)
    grids = source.grids(shape)
    if svg and len(grids) != 1:
        raise FormatError(f"expected one puzzle to draw with --svg, got {len(grids)}")
    if svg:
        _draw(grids[0], svg, steps, trust_uniqueness)
    if hint or (svg and not steps):
        for grid in grids:
            step = human.next_step(grid, trust_uniqueness=trust_uniqueness)
            told = human.tell(step, grid.geometry, human.Stage(stage)) if step else _NO_FURTHER
            print(json.dumps(step and step.to_json()) if json_ else told)
        return 0
    return _rate_all(grids, steps, trust_uniqueness, human.Scale(scale), json_)


def _rate_all(grids: list[Grid], steps: bool, trust_uniqueness: bool, scale: human.Scale, json_: bool) -> int:
    """Each puzzle, solved once, on all cores if there are many; with a bar if they are written elsewhere."""
    from contextlib import nullcontext

    from dueldoku.cli.collection import gradings, progress_bar

    with progress_bar(len(grids), len(grids), "rating") if len(grids) > 1 else nullcontext() as bar:
        for grid, rating in zip(grids, gradings(grids, trust_uniqueness, scale), strict=True):
            if json_:
                data = {
                    "puzzle": str(grid),
                    "grade": str(rating.grade),
                    "score": rating.score,
                    "hardest": rating.hardest,
                    "techniques": rating.techniques,
                }
                print(json.dumps(data | ({"steps": [step.to_json() for step in rating.steps]} if steps else {})))
            else:
                for step in rating.steps if steps else ():
                    print(step)
                print(rating)
            if bar:
                bar.advance(bar.task_ids[0])
    return 0


def _draw(grid: Grid, svg: str, steps: bool, trust_uniqueness: bool) -> None:
    """Draw the next step, or all of them into a folder."""
    from dueldoku.render.svg import draw
    from dueldoku.solvers.human.picture import view_of

    if not steps:
        step = human.next_step(grid, trust_uniqueness=trust_uniqueness)
        Path(svg).write_text(draw(view_of(human.CandidateBoard(grid), step, grid)), encoding="utf-8")
        return
    folder, board = Path(svg), human.CandidateBoard(grid)
    folder.mkdir(parents=True, exist_ok=True)
    rating = human.rate(grid, trust_uniqueness=trust_uniqueness)
    width = len(str(len(rating.steps)))
    for number, step in enumerate(rating.steps, 1):
        picture = draw(view_of(board, step, grid))
        (folder / f"{number:0{width}}.svg").write_text(picture, encoding="utf-8")
        board.apply(step)
