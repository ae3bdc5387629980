"""``dueldoku lab``: the reports' experiments, listed, run and reported."""

from __future__ import annotations

import json
import os
import platform
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import dueldoku
from dueldoku.arena.archive import Archive
from dueldoku.arena.pool import Where
from dueldoku.arena.run import Run
from dueldoku.cli.games import STOPS, command, program, say_ended
from dueldoku.cli.live import Countdown, QuietWatcher
from dueldoku.cli.options import JsonLines, Places
from dueldoku.errors import DueldokuError, PlanError
from dueldoku.lab.boards import boards_in
from dueldoku.lab.experiment import FIRST_SEED, Data, Experiment, Scale
from dueldoku.lab.notebook import Notebook
from dueldoku.lab.registry import NAMES, load_all
from dueldoku.lab.run import Records
from dueldoku.words import counted

lab = App(name="lab", help="Repeat the reports' experiments: list them, run them, report on them.")
ScaleName = Annotated[
    Scale,
    Parameter(
        help="quick: two minutes each at most; reported: the report's sizes, its times translated into equal work; "
        "paper: the report's sizes and times by the clock; full: tight error bars."
    ),
]
Boards = Annotated[
    str,
    Parameter(name="--boards", help="The folder of a course's checkout: its boards instead of our namesakes."),
]
Seed = Annotated[int, Parameter(name="--seed", help="Another one plays other games, which are kept apart.")]
Store = Annotated[
    str,
    Parameter(name="--archive", help="The file to keep the games in; measurements go into a .jsonl file beside it."),
]
_LINES = 10  # at most so many plain lines for an experiment, roughly


@lab.command(name="list")
def list_experiments(*, json_: JsonLines = False) -> None:
    """List the experiments."""
    for experiment in load_all():  # also without matplotlib and what else they need
        told = {key: getattr(experiment, key) for key in ("name", "report", "where", "question", "claim", "setup")}
        if json_:
            print(json.dumps(told))
        else:
            print(f"{experiment.name:20} {experiment.report:5} {experiment.where}\n{'':27}{experiment.question}")


@lab.command
def run(
    *names: str,
    all_: Annotated[bool, Parameter(name="--all", negative=())] = False,
    scale: ScaleName = "quick",
    archive: Store = "games/lab.db",
    boards: Boards = "",
    seed: Seed = FIRST_SEED,
    places: Places = Where(),  # noqa: B008
) -> int:
    """Run experiments and tell their results. The same command goes on where it stopped.

    Parameters
    ----------
    names
        The experiments to run.
    all_
        Run all of them.

    """
    if bool(names) == all_:
        raise PlanError("expected the names of experiments or --all; dueldoku lab list tells what there is")
    experiments = _load(NAMES if all_ else names)
    course, notebook = boards_in(boards) if boards else {}, Notebook.beside(archive)
    with Archive(archive, write=True) as store:
        records = Records(store, notebook, course, seed)
        notebook.begin(**_circumstances(scale))
        try:
            for number, experiment in enumerate(experiments, 1):
                place = f" ({number} of {len(experiments)})" if len(experiments) > 1 else ""
                print(f"{experiment.name}{place}: {experiment.question}", flush=True)
                for sentence in records.changed(experiment, scale):
                    print(f"  {sentence}", flush=True)
                _do(experiment, scale, records, places)
                _tell(experiment, records.collect(experiment, scale))
        except STOPS as why:
            return say_ended(why, f"stopped; what is done is stored in {archive}. To go on:\n  {command()}")
    print(f"For a page with tables and pictures:  {program()} lab report --archive {archive}")
    return 0


@lab.command
def report(
    *names: str,
    archive: Store = "games/lab.db",
    scale: Scale | None = None,
    boards: Boards = "",
    seed: Seed = FIRST_SEED,
    out: Annotated[str, Parameter(name=["--out", "-o"])] = "games/lab",
    join: Annotated[bool, Parameter(name="--join", negative=())] = False,
) -> None:
    """Write the results as a page (HTML, which needs no other file, and Markdown) with its pictures.

    Parameters
    ----------
    names
        The experiments to report on; by default all of them.
    scale
        The scale to report on; by default for each experiment the largest that is complete.
    out
        The folder to write to.
    join
        Put what this archive has into the page that is in the folder, and keep its other sections (Markdown only).

    """
    experiments = _load(names or NAMES)
    from dueldoku.lab import report as pages  # loads matplotlib

    course, notebook = boards_in(boards) if boards else {}, Notebook.beside(archive)
    sections = []
    with Archive(archive) as store:
        records = Records(store, notebook, course, seed)
        for experiment in experiments:
            data = records.collect(experiment, scale) if scale else records.largest(experiment)
            sections.append(pages.Section.of(experiment, data, notebook.runs))
    if not join:
        page, text, *_ = pages.write(Path(out), sections)
        print(f"The page is {page}, the same as Markdown {text}.")
        return
    text, *_ = pages.join(Path(out), sections)
    new = [it.experiment.name for it in sections if it.findings]
    print(f"Of {text}, the sections on {', '.join(new) or 'nothing'} are new; the others are as they were.")


def _load(names: Iterable[str] = NAMES) -> list[Experiment]:
    """The experiments, if what they need is installed."""
    if find_spec("matplotlib") is None:
        raise DueldokuError("the lab needs matplotlib: pip install 'dueldoku[lab]'")
    experiments = load_all(names)
    for experiment in experiments:
        if lacking := [module for module in experiment.needs if find_spec(module) is None]:
            raise DueldokuError(f"{experiment.name} needs {lacking[0]}: pip install 'dueldoku[lab]'")
    return experiments


def _circumstances(scale: str) -> dict[str, str]:
    cores = os.cpu_count() or 1
    return {
        "command": shlex.join(["dueldoku", *sys.argv[1:]]),  # wherever the program lies
        "scale": scale,
        "machine": f"{platform.system()} {platform.machine()}, {counted(cores, 'core')}",
        "python": platform.python_version(),
        "dueldoku": dueldoku.__version__,
    }


def _do(experiment: Experiment, scale: Scale, records: Records, places: Where) -> None:
    """Measure and play what is missing."""
    tasks, contests = records.missing(experiment, scale), records.contests(experiment, scale)
    runs = [Run(it.plan, records.archive, it.stored_as(scale), places) for it in contests]
    games = [list(run.missing()) for run in runs]
    with _progress(len(tasks) + sum(map(len, games))) as advance:
        if tasks:
            with places.open() as pool:
                for _ in records.measure(experiment, tasks, pool):
                    advance()
        for run, left in zip(runs, games, strict=True):
            run.play(left, len(left), QuietWatcher(lambda result: advance()))


@contextmanager
def _progress(total: int) -> Iterator[Callable[[], None]]:
    """Something to call after each step: a bar with the time left, or some plain lines."""
    console, count = Console(highlight=False), Countdown(total)
    if not total:
        print("  all of it was stored before")
    columns = TextColumn(" "), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    hidden = not total or not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=hidden) as bar:
        task = bar.add_task("", total=total)

        def advance() -> None:
            bar.advance(task)
            count.done += 1
            if hidden and (count.done % max(1, total // _LINES) == 0 or count.done == total):
                print(f"  {count.done}/{total}  {count.left()}", flush=True)

        yield advance


def _tell(experiment: Experiment, data: Data) -> None:
    """The findings in plain lines."""
    for finding in experiment.findings(data) if data.complete else ():
        print(f"  {finding.outcome}: {finding.claim} {finding.first.reason}")
        for who, verdict in finding.others.items():
            print(f"    {who}: {verdict.outcome}. {verdict.reason}")
