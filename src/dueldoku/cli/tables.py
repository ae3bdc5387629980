"""Tables on the command line: many puzzles in, the same table with new columns out."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping

from dueldoku.board.geometry import Geometry
from dueldoku.cli.collection import SLICE, answers, answers_to_lines, gradings, progress_bar
from dueldoku.cli.solve import WORDS
from dueldoku.errors import FormatError
from dueldoku.formats.table import Table, check_writable, is_table_file, table_of_boards, write_table
from dueldoku.game.boards import BoardSource
from dueldoku.puzzles.api import make
from dueldoku.puzzles.recipe import Recipe
from dueldoku.solvers.human import Scale
from dueldoku.solvers.result import Budget

_NO_PUZZLE = "no puzzle"


def solve_table(
    source: BoardSource,
    shape: str,
    to: str,
    method: str,
    budget: Budget,
    boards: int | None,
    parallel: int,
    *,
    alone: bool,
) -> int:
    """Solve each row's puzzle, and write its solution and the verdict beside it. Returns 2 if a row has no puzzle."""
    table = _table(source, shape, to, boards, alone)
    rows = len(table.columns[table.boards])
    solved, verdicts, faults = [""] * rows, [""] * rows, 0
    if method or budget.seconds or budget.nodes:
        grids = BoardSource(table.text, source.file or to, "sdm").grids(shape)
        places = [row for row, line in enumerate(table.lines) if line]
        with progress_bar(len(grids), len(grids)) as bar:
            for row, result in zip(places, answers(grids, method, budget, parallel), strict=True):
                solved[row], verdicts[row] = str(result.solution or ""), str(result.verdict)
                bar.advance(bar.task_ids[0])
    else:
        lines, geometry = table.lines, Geometry.parse(shape) if shape else None
        with progress_bar(rows, sum(map(bool, lines))) as bar:
            for start in range(0, rows, SLICE):
                part = lines[start : start + SLICE]
                for number, answer in answers_to_lines(part, geometry, budget.solutions, parallel):
                    row = start + number - 1
                    if isinstance(answer, FormatError):
                        faults += 1
                        verdicts[row] = _NO_PUZZLE
                        fault = FormatError(answer.problem, line=row + 2, column=answer.column, source=source.file)
                        print(f"dueldoku: {fault}", file=sys.stderr)
                    else:
                        solved[row], verdicts[row] = str(answer.solution or ""), str(answer.verdict)
                bar.advance(bar.task_ids[0], len(part))
    _finish(table, {"solved": solved, "verdict": verdicts}, to)
    words = {str(verdict): word for verdict, word in WORDS.items()} | {"": "empty"}
    counts = Counter(verdicts)
    print(f"{to}: {rows} rows; " + ", ".join(f"{number} {words.get(it, it)}" for it, number in counts.items()))
    return 2 if faults else 0


def rate_table(source: BoardSource, shape: str, to: str, trust_uniqueness: bool, scale: Scale, *, alone: bool) -> int:
    """Grade each row's puzzle, and write the grade, the score and the techniques beside it."""
    table = _table(source, shape, to, None, alone)
    places = [row for row, line in enumerate(table.lines) if line]
    grids = BoardSource(table.text, source.file or to, "sdm").grids(shape)
    grades, scores, techniques = ([""] * len(table.lines) for _ in range(3))
    with progress_bar(len(grids), len(grids), "rating") as bar:
        for row, rating in zip(places, gradings(grids, trust_uniqueness, scale), strict=True):
            grades[row], scores[row], techniques[row] = str(rating.grade), f"{rating.score:g}", rating.used
            bar.advance(bar.task_ids[0])
    _finish(table, {"grade": grades, "score": scores, "techniques": techniques}, to)
    counts = Counter(filter(None, grades))
    print(f"{to}: {len(grades)} rows; " + ", ".join(f"{number} {it}" for it, number in counts.items()))
    return 0


def generate_table(recipe: Recipe, count: int, to: str) -> int:
    """Make boards, and write them with a solution each."""
    from dueldoku.solvers.many import solve_many

    check_writable(to)
    grids = list(make(recipe, count))
    table = table_of_boards(grids)
    solved = solve_many(grids, 1, shape=recipe.size)
    solutions = [
        type(grid).trusted(grid.geometry, tuple(row))
        for grid, row in zip(grids, solved.solutions.tolist(), strict=True)
    ]
    _finish(table, {"solution": list(map(str, solutions))}, to)
    print(f"{to}: {len(grids)} rows")
    return 0


def _table(source: BoardSource, shape: str, to: str, boards: int | None, alone: bool) -> Table:
    """The table that the boards come from, or one that is made of them; the first rows of it."""
    if not is_table_file(to):
        raise FormatError(f"expected a file for --to that ends in .csv or .parquet, got {to!r}")
    if not alone:
        raise FormatError(
            "expected a table to be written without --all, --trace, --picture, --check, --steps or --json"
        )
    check_writable(to)
    table = source.table
    if table is None and source.format == "sdm" and source.file:
        lines = [line.partition("#")[0].strip() for line in source.text.split("\n")]
        table = table_of_boards(filter(None, lines))
    elif table is None:
        table = table_of_boards(source.grids(shape, boards))
    columns = {name: values[:boards] for name, values in table.columns.items()}
    return Table(columns, table.boards)


def _finish(table: Table, more: Mapping[str, list[str]], to: str) -> None:
    write_table(table.with_columns(dict(more)), to)
