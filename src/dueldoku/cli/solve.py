"""``dueldoku solve``, ``count`` and ``methods``."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from os.path import isfile
from typing import Annotated

from cyclopts import Parameter

from dueldoku.board.grid import Grid
from dueldoku.cli.numbers import COUNT, NODES, SECONDS, between
from dueldoku.cli.options import BoardName, Column, Flag, From, Json, JsonLines, Method, PuzzleName, Shape
from dueldoku.cli.picture import show_view
from dueldoku.formats.detect import write
from dueldoku.formats.table import is_table_file
from dueldoku.game.boards import open_source
from dueldoku.render.view import View
from dueldoku.solvers import api
from dueldoku.solvers.meter import TraceStep
from dueldoku.solvers.registry import METHODS
from dueldoku.solvers.result import Budget, Solved, Verdict

WORDS = {
    Verdict.NONE: "no solution",
    Verdict.UNIQUE: "one solution",
    Verdict.MULTIPLE: "several solutions",
    Verdict.UNKNOWN: "no verdict, as the budget ended first",
}
_AT_ONCE = 0.2  # seconds: by then the plain solver is through with nearly all, and the compiled ones not yet loaded


@dataclass(frozen=True)
class SearchLimits:
    """How far a puzzle is searched."""

    limit: Annotated[int, COUNT, Parameter(help="How many solutions to look for.")] = 2
    seconds: Annotated[float | None, SECONDS, Parameter(help="Give up after so much time.")] = None
    nodes: Annotated[int | None, NODES, Parameter(help="Give up after so many nodes of the search.")] = None

    def budget(self) -> Budget:
        """The same for a solver."""
        return Budget(self.seconds, self.nodes, self.limit)


@dataclass(frozen=True)
class Form:
    """How a solution is shown."""

    to: Annotated[
        str,
        Parameter(help="The format to write the solution in, or a file for a table of all: FILE.csv, FILE.parquet."),
    ] = "matrix"
    picture: Annotated[Flag, Parameter(help="Show the solution as a ruled table instead.")] = False

    check: Annotated[
        Flag,
        Parameter(
            help="Check that solutions are full, legal and keep the clues; of many boards, tell how many passed."
        ),
    ] = False
    json_: JsonLines = False

    def show(self, puzzle: Grid, result: Solved, on_a_line: bool = False) -> int:
        """The solution, if there is one, what the search says and the check. Returns 1 if that failed, else 0."""
        fault = fault_in(puzzle, result) if self.check else ""
        if self.json_:
            print(json.dumps({"puzzle": str(puzzle)} | result.to_json() | ({"fault": fault} if self.check else {})))
        elif on_a_line and not self.picture:
            print(as_line(puzzle, result.solution, result.verdict))
        else:
            if result.solution and self.picture:
                show_view(View(result.solution))
            elif result.solution:
                sys.stdout.write(write([result.solution], self.to))
            work = result.work
            words = f"{work.nodes} nodes, {work.guesses} guesses, {work.propagations} propagations"
            print(f"{WORDS[result.verdict]} ({result.method}: {words}, {result.seconds * 1000:.3g} ms)")
            if self.check and result.solution:
                print(f"The solution is wrong: {fault}." if fault else "The solution is solved and legal.")
        return 1 if fault else 0


def fault_in(puzzle: Grid, result: Solved) -> str:
    """What is wrong with a solver's answer, in words; empty if it found solutions, and each is one."""
    if not result.solutions:
        return WORDS[result.verdict]
    return next(filter(None, map(puzzle.fault_of, result.solutions)), "")


def solve(
    puzzle: BoardName,
    /,
    *,
    method: Method = "",
    all: Annotated[Flag, Parameter(help="Write every solution, a line each.")] = False,
    limits: Annotated[SearchLimits, Parameter(name="*")] = SearchLimits(),  # noqa: B008
    trace: Flag = False,
    form: Annotated[Form, Parameter(name="*")] = Form(),  # noqa: B008
    boards: Annotated[int | None, COUNT] = None,
    parallel: Annotated[int, between(0, 1_000)] = 0,
    from_: From = "",
    column: Column = "",
    shape: Shape = "",
) -> int:
    """Solve a puzzle, or each of many.

    Parameters
    ----------
    puzzle
        A file, - for standard input, or the puzzle itself, in any format. Of a collection, each puzzle gets a line:
        its solution, with a remark if there are several; a line that is no puzzle is reported and left out.
    trace
        Tell each step, with the table of candidates as it shrinks. For the teaching methods.
    boards
        Solve only the first so many of a collection; of a recipe such as generate:size=3x3,empty=0.6, make so many.
    parallel
        How many cores solve a collection; by default all of them.

    """
    budget = limits.budget()
    wishes = method or all or trace or limits.seconds or limits.nodes or form.picture or form.check or form.json_
    if not (wishes or is_table_file(form.to) or boards or column or shape or from_) and isfile(puzzle):
        from dueldoku.cli.mapped import solve_mapped

        if (code := solve_mapped(puzzle, limits.limit, parallel)) is not None:
            return code
    source = open_source(puzzle, from_, column)
    if is_table_file(form.to):
        from dueldoku.cli.tables import solve_table

        alone = not (all or trace or form.picture or form.check or form.json_)
        return solve_table(source, shape, form.to, method, budget, boards, parallel, alone=alone)
    if source.format == "sdm" and source.is_collection and not wishes:
        from dueldoku.cli.collection import solve_lines

        return solve_lines(source, shape, limits.limit, boards, parallel)
    grids = source.grids(shape, boards)
    if all:
        for grid in grids:
            for solution in api.solutions(grid, method):
                print(solution)
        return 0
    if not trace and (source.is_collection or (source.is_recipe and boards is not None)):
        from dueldoku.cli.collection import solve_grids

        return solve_grids(grids, method, budget, parallel, form)
    return max([form.show(grid, solve_one(grid, method, budget, trace)) for grid in grids], default=0)


def count(
    puzzle: PuzzleName,
    /,
    *,
    limit: Annotated[int | None, NODES] = None,
    seconds: Annotated[float | None, SECONDS] = None,
    method: Method = "",
    from_: From = "",
    column: Column = "",
    shape: Shape = "",
    json_: JsonLines = False,
) -> int:
    """Count all solutions of a puzzle, or of each of many; Ctrl-C stops and tells how far it got.

    Parameters
    ----------
    limit
        Count no further than this.
    seconds
        Count no longer than this, for each puzzle.

    """
    for grid in open_source(puzzle, from_, column).grids(shape):
        number = api.count(grid, limit, seconds, method)
        if json_:
            print(json.dumps({"puzzle": str(grid), "count": number, "complete": number.complete}))
        else:
            print(number)
        if number.stopped_by == "Ctrl-C":
            return 130
    return 0


def methods(*, json_: Json = False) -> None:
    """List the methods and their options.

    Parameters
    ----------
    json_
        Write a JSON object: what each method is and its options, by name.

    """
    if json_:
        listed = {name: {"about": method.about, "options": method.options} for name, method in METHODS.items()}
        print(json.dumps(listed))
        return
    for method in METHODS.values():
        print(f"{method.name:15} {method.about}")
        for option, values in method.options.items():
            print(f"{'':17}{option}={'|'.join(values)}")


def solve_one(grid: Grid, method: str, budget: Budget, trace: bool = False) -> Solved:
    """One puzzle in a program that was started for it: the compiled solvers are loaded only if it is a hard one."""
    if not (method or trace or budget.nodes):
        result = api.solve(grid, "plain", replace(budget, seconds=min(_AT_ONCE, budget.seconds or _AT_ONCE)))
        if result.verdict is not Verdict.UNKNOWN:
            return result
    return api.solve(grid, method, budget, _watch(grid) if trace else None)


def _watch(grid: Grid) -> Callable[[TraceStep], None]:
    """Tells the steps of a search; the table of candidates whenever it has changed."""
    from dueldoku.render.text import candidate_table

    shown: list[int] = []

    def tell(step: TraceStep) -> None:
        print(f"{'  ' * step.depth}{step.text}")
        if step.candidates and list(step.candidates) != shown:
            shown[:] = step.candidates
            print(candidate_table(grid.geometry, shown))

    return tell


def as_line(puzzle: Grid | str, solution: Grid | str | None, verdict: Verdict) -> str:
    """The answer to one puzzle of a collection."""
    if solution is None:
        return f"# {WORDS[verdict]}: {puzzle}"
    return str(solution) if verdict is not Verdict.MULTIPLE else f"{solution} # {WORDS[verdict]}"
