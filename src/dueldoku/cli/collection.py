"""Many puzzles on the command line: a file of a million, or a thousand for each of the methods."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import compress
from typing import NamedTuple, TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.cli.solve import Form, as_line, fault_in
from dueldoku.errors import FormatError
from dueldoku.formats.detect import grid_of
from dueldoku.formats.line import plain_line, read_line
from dueldoku.game.boards import BoardSource
from dueldoku.notice import WAIT
from dueldoku.solvers import api
from dueldoku.solvers.human import Rating, Scale, rate
from dueldoku.solvers.registry import METHODS, parse_method
from dueldoku.solvers.result import Budget, Solved, Verdict
from dueldoku.start import our_processes
from dueldoku.words import counted

SLICE = 50_000  # lines between two outputs
T = TypeVar("T")
_WORTH = 100  # puzzles to grade for which another process is worth its start


def solve_lines(source: BoardSource, shape: str, limit: int, boards: int | None, parallel: int) -> int:
    """Solve line by line, the first ``boards`` of them; returns the exit code: 2 if a line is no puzzle."""
    geometry = Geometry.parse(shape) if shape else None
    lines = [without_comment(line) for line in source.text.rstrip("\n").split("\n")]
    if boards:
        numbers = [number for number, line in enumerate(lines, 1) if line]
        lines = lines[: numbers[boards - 1]] if boards < len(numbers) else lines
    faults = 0
    with progress_bar(len(lines), lambda: sum(map(bool, lines))) as progress:
        for start in range(0, len(lines), SLICE):
            part = lines[start : start + SLICE]
            faults += answer_lines(part, start, source.file, geometry, limit, parallel)
            progress.advance(progress.task_ids[0], len(part))
    return 2 if faults else 0


def without_comment(line: str) -> str:
    """What there is to solve in a line."""
    return line.partition("#")[0].strip()


def answer_lines(lines: list[str], start: int, file: str, shape: Geometry | None, limit: int, parallel: int) -> int:
    """Write the answers to some lines of a file, before which there are ``start`` others; how many are no puzzles."""
    faults, out = 0, []
    for number, answer in answers_to_lines(lines, shape, limit, parallel):
        if isinstance(answer, FormatError):
            faults += 1
            fault = FormatError(answer.problem, line=start + number, column=answer.column, source=file)
            print(f"dueldoku: {fault}", file=sys.stderr)
            out.append(f"# line {start + number} is no puzzle\n")
        else:
            out.append(f"{as_line(*answer)}\n")
    sys.stdout.write("".join(out))
    return faults


class Answer(NamedTuple):
    """What came of one puzzle."""

    puzzle: Grid | str
    solution: Grid | str | None
    verdict: Verdict


def answers_to_lines(
    lines: list[str], shape: Geometry | None, limit: int, parallel: int
) -> Iterator[tuple[int, Answer | FormatError]]:
    """The answer to each line that is not empty, with its number."""
    with WAIT:
        from dueldoku.solvers.many import solve_many  # loads Numba

    plain = [(known := plain_line(line)) is not None and shape in (None, known[0]) for line in lines]
    solved = solve_many(list(compress(lines, plain)), limit, threads=parallel)
    solutions, counts, at = (solved.solutions + 48).tobytes().decode(), solved.counts.tolist(), 0
    for number, (line, is_plain) in enumerate(zip(lines, plain, strict=True), 1):
        if is_plain:
            verdict = Verdict.after(counts[at], finished=counts[at] < limit)
            yield number, Answer(line, solutions[81 * at : 81 * at + 81] if counts[at] else None, verdict)
            at += 1
        elif line:
            try:
                grid = grid_of(read_line(line, shape))
                result = api.solve(grid, budget=Budget(solutions=limit))
                yield number, Answer(grid, result.solution, result.verdict)
            except FormatError as error:
                yield number, error


def solve_grids(grids: Sequence[Grid], method: str, budget: Budget, parallel: int, form: Form) -> int:
    """Solve each with the method, and show or check the answers. Returns 1 if a check failed, else 0."""
    results = answers(grids, method, budget, parallel)
    if form.check and not form.json_:
        return check_grids(grids, results)
    code = 0
    with progress_bar(len(grids), len(grids)) as progress:
        for grid, result in zip(grids, results, strict=True):
            code |= form.show(grid, result, on_a_line=True)
            progress.advance(progress.task_ids[0])
    return code


def answers(grids: Sequence[Grid], method: str, budget: Budget, parallel: int) -> Iterator[Solved]:
    """What the method says to each. Methods in plain Python run in processes of their own, on ``parallel`` cores."""
    if method:
        parse_method(method)  # a wrong name is told before anything starts
    is_compiled = not method or METHODS[method.partition(":")[0]].module in ("bitboard", "wide")
    workers = 1 if is_compiled else min(parallel or os.cpu_count() or 1, len(grids))
    return _on_cores(partial(api.solve, method=method, budget=budget), grids, workers)


def gradings(grids: Sequence[Grid], trust_uniqueness: bool = False, scale: Scale = Scale.POINTS) -> Iterator[Rating]:
    """How hard each is for people, found out on all cores if there are many."""
    answer = partial(rate, trust_uniqueness=trust_uniqueness, scale=scale)
    return _on_cores(answer, grids, min(os.cpu_count() or 1, len(grids) // _WORTH))


def _on_cores(answer: Callable[[Grid], T], grids: Sequence[Grid], workers: int) -> Iterator[T]:
    """The answers in the order of the grids, worked out in so many processes, or here if one is enough."""
    if workers < 2:
        yield from map(answer, grids)
        return
    with our_processes():
        pool = ProcessPoolExecutor(workers, initializer=_leave_signals_to_us)
        found = pool.map(answer, grids, chunksize=max(1, min(100, len(grids) // (8 * workers))))
    with pool:
        yield from found


def _leave_signals_to_us() -> None:
    """Set up a worker: Ctrl-C, which a terminal sends to all, is for the program; its end is the workers' end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def working_time() -> float:
    """A clock that stands still while code is loaded or compiled."""
    return time.perf_counter() - WAIT.seconds


def check_grids(grids: Sequence[Grid], results: Iterable[Solved]) -> int:
    """Tell how many were solved, and how long it took; which were not, and how far it is at every tenth.

    Returns 1 if one was not, else 0.
    """
    begin, total, passed = working_time(), len(grids), 0
    for number, (grid, result) in enumerate(zip(grids, results, strict=True), 1):
        fault = fault_in(grid, result)
        passed += not fault
        if fault:
            print(f"not solved: {grid}: {fault}")
        if number * 10 // total > (number - 1) * 10 // total:
            print(f"dueldoku: {number} of {total} boards", file=sys.stderr)
    print(f"{counted(total, 'board')}: {passed} solved and checked in {working_time() - begin:.3g} s")
    return 0 if passed == total else 1


@contextmanager
def progress_bar(
    steps: int, done: int | Callable[[], int], what: str = "solving", thing: str = "puzzle"
) -> Iterator[Progress]:
    """A bar while the answers go elsewhere than to the terminal; at the end, the time it took.

    ``done`` is called at the end if their number is not known before. Both go to standard error, and rich is told to
    leave standard output alone: it would print it beside the bar.
    """
    begin = working_time()
    columns = (what, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    hidden = sys.stdout.isatty() or not sys.stderr.isatty()
    bar = Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=False, disable=hidden)
    bar.add_task(what, total=steps)
    with bar:
        yield bar
    seconds = working_time() - begin
    number = done if isinstance(done, int) else done()
    print(f"dueldoku: {counted(number, thing)} in {seconds:.3g} s", file=sys.stderr)
