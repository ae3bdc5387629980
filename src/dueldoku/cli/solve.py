"""``dueldoku solve``, ``count`` and ``methods``: one puzzle, or a file of a million."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from typing import Annotated

from cyclopts import Parameter
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.cli.source import Board, load_positions, load_text
from dueldoku.errors import FormatError
from dueldoku.formats.detect import detect, read, write
from dueldoku.formats.position import Position
from dueldoku.render.candidates import candidate_table
from dueldoku.solve import api
from dueldoku.solve.registry import METHODS
from dueldoku.solve.result import Budget, Result, Verdict
from dueldoku.solve.work import Step

Flag = Annotated[bool, Parameter(negative=())]
Json = Annotated[bool, Parameter(name="--json", negative=())]
From = Annotated[str, Parameter(name="--from")]
_SLICE = 100_000  # lines of a collection between two outputs
_WORDS = {
    Verdict.NONE: "no solution",
    Verdict.UNIQUE: "one solution",
    Verdict.MULTIPLE: "several solutions",
    Verdict.UNKNOWN: "no verdict, as the budget ended first",
}


def solve(
    puzzle: Board,
    /,
    *,
    method: str = "",
    all: Flag = False,
    limit: int = 2,
    seconds: float | None = None,
    nodes: int | None = None,
    trace: Flag = False,
    to: str = "matrix",
    from_: From = "",
    shape: str = "",
    threads: int = 0,
    json_: Json = False,
) -> int:
    """Solve a puzzle, or each of many.

    Parameters
    ----------
    puzzle
        A file, - for standard input, or the puzzle itself, in any format. Of a collection, each puzzle gets a line:
        its solution, with a remark if there are several; a line that is no puzzle is reported and left out.
    method
        How to solve, with options, such as csp:variables=degree. 'dueldoku methods' lists them.
    all
        Write every solution, a line each.
    limit
        How many solutions to look for.
    seconds
        Give up after so much time.
    nodes
        Give up after so many nodes of the search.
    trace
        Tell each step, with the table of candidates as it shrinks. For the teaching methods.
    to
        The format to write the solution in.
    from_
        The format to read; by default it is told by the file's suffix or by how the text looks.
    shape
        The blocks' rows x columns, such as 3x4, where the text does not tell.
    threads
        How many threads solve a collection; by default one for each core.
    json_
        Write a JSON object for each puzzle, a line each.

    """
    _check(limit >= 1, f"expected --limit to be at least 1, got {limit}")
    _check(seconds is None or seconds > 0, f"expected --seconds above 0, got {seconds}")
    _check(nodes is None or nodes > 0, f"expected --nodes above 0, got {nodes}")
    budget = Budget(seconds, nodes, limit)
    text, source = load_text(puzzle)
    collection = source and (from_ or detect(text, source).name) == "sdm"
    if collection and not (method or all or trace or json_ or seconds or nodes):
        return _solve_collection(text, source, shape, limit, threads)
    for position in load_positions(puzzle, from_, shape, text=(text, source)):
        if all:
            for solution in api.enumerate(position.grid, method):
                print(solution)
            continue
        result = api.solve(position.grid, method, budget, _Watch(position.grid) if trace else None)
        if json_:
            print(json.dumps(_as_data(position.grid, result)))
        elif collection:
            print(_as_line(position.grid, result.solution, result.verdict))
        else:
            if result.solution:
                sys.stdout.write(write([Position(result.solution)], to))
            print(_in_words(result))
    return 0


def count(
    puzzle: Board,
    /,
    *,
    limit: int = 1_000_000,
    method: str = "",
    from_: From = "",
    shape: str = "",
    json_: Json = False,
) -> None:
    """Count the solutions of a puzzle, or of each of many.

    Parameters
    ----------
    puzzle
        A file, - for standard input, or the puzzle itself, in any format.
    limit
        Count no further than this.
    method
        How to solve; 'dueldoku methods' lists the methods.
    from_
        The format to read; by default it is told by the file's suffix or by how the text looks.
    shape
        The blocks' rows x columns, such as 3x4, where the text does not tell.
    json_
        Write a JSON object for each puzzle, a line each.

    """
    _check(limit >= 1, f"expected --limit to be at least 1, got {limit}")
    for position in load_positions(puzzle, from_, shape):
        number = api.count(position.grid, limit, method)
        if json_:
            print(json.dumps({"puzzle": str(position.grid), "count": number, "complete": number < limit}))
        else:
            print(number if number < limit else f"{number} or more")


def methods(*, json_: Json = False) -> None:
    """List the methods and their options.

    Parameters
    ----------
    json_
        Write a JSON object: what each method is and its options, by name.

    """
    if json_:
        print(
            json.dumps({method.name: {"about": method.about, "options": method.options} for method in METHODS.values()})
        )
        return
    for method in METHODS.values():
        print(f"{method.name:15} {method.about}")
        for option, values in method.options.items():
            print(f"{'':17}{option}={'|'.join(values)}")


def _check(fine: bool, sentence: str) -> None:
    if not fine:
        raise FormatError(sentence)


# -- one puzzle ------------------------------------------------------------------------------------------------------


class _Watch:
    """Tells the steps of a search; the table of candidates whenever it has changed."""

    def __init__(self, grid: Grid) -> None:
        self.geometry = grid.geometry
        self.shown: tuple[int, ...] = ()

    def __call__(self, step: Step) -> None:
        print(f"{'  ' * step.depth}{step.text}")
        table = tuple(step.candidates)
        if table and table != self.shown:
            self.shown = table
            print(candidate_table(self.geometry, table))


def _in_words(result: Result) -> str:
    work = result.work
    effort = f"{work.nodes} nodes, {work.guesses} guesses, {work.propagations} propagations"
    return f"{_WORDS[result.verdict]} ({result.method}: {effort}, {result.seconds * 1000:.3g} ms)"


def _as_data(grid: Grid, result: Result) -> dict[str, object]:
    return {
        "puzzle": str(grid),
        "verdict": str(result.verdict),
        "solutions": [str(solution) for solution in result.solutions],
        "method": result.method,
        "nodes": result.work.nodes,
        "guesses": result.work.guesses,
        "propagations": result.work.propagations,
        "seconds": result.seconds,
    }


# -- a collection ----------------------------------------------------------------------------------------------------


def _solve_collection(text: str, source: str, shape: str, limit: int, threads: int) -> int:
    """Solve line by line; returns the exit code: 2 if a line is no puzzle."""
    lines = text.split("\n")
    geometry = Geometry.parse(shape) if shape else None
    faults = 0
    progress = Progress(
        "solving",
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    with progress if sys.stderr.isatty() and len(lines) > _SLICE else nullcontext():
        task = progress.add_task("solving", total=len(lines))
        for start in range(0, len(lines), _SLICE):
            out = []
            for number, answer in _solve_lines(lines[start : start + _SLICE], geometry, limit, threads):
                if isinstance(answer, FormatError):
                    faults += 1
                    fault = FormatError(answer.problem, line=start + number, column=answer.column, source=source)
                    print(f"dueldoku: {fault}", file=sys.stderr)
                    out.append(f"# line {start + number} is no puzzle\n")
                else:
                    out.append(f"{answer}\n")
            sys.stdout.write("".join(out))
            progress.update(task, completed=min(start + _SLICE, len(lines)))
    return 2 if faults else 0


def _solve_lines(
    lines: list[str], shape: Geometry | None, limit: int, threads: int
) -> Iterator[tuple[int, str | FormatError]]:
    """The answer to each line that is not blank or a comment, with its number."""
    from dueldoku.solve.many import is_plain_line, solve_many  # loads Numba

    contents = [line.partition("#")[0].strip() for line in lines]
    plain = [line for line in contents if is_plain_line(line)] if str(shape or "3x3") == "3x3" else []
    solved = iter(zip(plain, *solve_many(plain, limit, threads=threads), strict=True))
    for number, line in enumerate(contents, 1):
        if plain and is_plain_line(line):
            puzzle, solution, found = next(solved)
            verdict = (Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE)[min(found, 2)]
            if limit == 1 and found:
                verdict = Verdict.UNKNOWN
            yield number, _as_line(puzzle, "".join(map(str, solution.tolist())) if found else None, verdict)
        elif line:
            try:
                grid = read(line, "line", shape)[0].grid
                result = api.solve(grid, budget=Budget(solutions=limit))
                yield number, _as_line(grid, result.solution, result.verdict)
            except FormatError as error:
                yield number, error


def _as_line(puzzle: Grid | str, solution: Grid | str | None, verdict: Verdict) -> str:
    if solution is None:
        return f"# {_WORDS[verdict]}: {puzzle}"
    return str(solution) if verdict is not Verdict.MULTIPLE else f"{solution} # {_WORDS[verdict]}"
