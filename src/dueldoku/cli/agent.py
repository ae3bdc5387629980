"""``dueldoku agent``: list the bundled agents, begin one of your own, check one, train one."""

from __future__ import annotations

import json
import sys
from importlib.util import find_spec
from inspect import Parameter as Argument
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from cyclopts import App

from dueldoku.agents.registry import AGENTS, agent_class
from dueldoku.board.geometry import Geometry
from dueldoku.cli.options import Flag, Json, JsonLines, check_above_zero
from dueldoku.cli.templates import TEMPLATES
from dueldoku.errors import DueldokuError, FormatError, UnknownName

if TYPE_CHECKING:
    from dueldoku.agents.neat.train import Training

agent = App(name="agent", help="List the bundled agents, begin one of your own, check one, train one.")
_GENERATIONS = {"cell": 60, "report": 150}  # of training
_CHECKPOINT = "neat.checkpoint"


@agent.command(name="list")
def list_agents(*, json_: Json = False) -> None:
    """List the bundled agents with their options.

    Parameters
    ----------
    json_
        Write a JSON object: what each agent is and its options with their defaults, by name.

    """
    listed = {name: {"about": entry.about, "options": _options(name)} for name, entry in AGENTS.items()}
    if json_:
        print(json.dumps(listed))
        return
    for name, entry in AGENTS.items():
        print(f"{name:19} {entry.about}")
        options = ", ".join(f"{option}={default}" for option, default in _options(name).items())
        if options:
            print(f"{'':21}{options}")


def _options(name: str) -> dict[str, str]:
    arguments = signature(agent_class(name)).parameters.values()
    defaults = {argument.name: argument.default for argument in arguments if argument.default is not Argument.empty}
    words = {"True": "yes", "False": "no"}  # by their text, as 1 equals True
    return {name: words.get(f"{value}", f"{value}") for name, value in defaults.items()}


@agent.command
def new(name: str, /, *, style: Literal["native", "course"] = "native") -> None:
    """Begin an agent: a folder with a small, commented agent that plays, and a test of it.

    Parameters
    ----------
    name
        The folder to make; its last part is the agent's name.
    style
        Our own interface, or the course's.

    """
    folder = Path(name)
    if not folder.name.isidentifier():
        raise FormatError(f"expected a name of letters, digits and '_', got {folder.name!r}")
    if folder.exists():
        raise FormatError(f"expected a new folder, but {name} is there already")
    folder.mkdir(parents=True)
    for file, text in TEMPLATES[style].items():
        (folder / file).write_text(text.replace("NAME", folder.name), encoding="utf-8")
    what = str(folder / "agent.py") if style == "native" else str(folder)
    print(f"Your agent is in {folder}. It plays already; to check it, and to see it win:")
    print(f"  dueldoku agent check {what}")
    print(f"  dueldoku match {what} random_player --games 10")


@agent.command
def check(path: str, /, *, time: float = 0.5, json_: JsonLines = False) -> int:
    """Play an agent through positions of many kinds and explain each fault.

    Both seats, both rule sets, boards from 4x4 to 16x16. The exit code is 1 if there are faults.

    Parameters
    ----------
    path
        A folder or file with a SudokuAI or Agent class, or any other agent by name.
    time
        Seconds for a turn.

    """
    from dueldoku.arena.conformance import check as run_check
    from dueldoku.arena.entrant import resolve

    check_above_zero(time=time)
    entrant = resolve(path)
    faults = 0
    for case, report in run_check(entrant, time):
        faults += len(report.faults)
        if json_:
            print(json.dumps({"case": case, **vars(report)}))
            continue
        state = "FAULT" if report.faults else "ok"
        print(f"{state:6} {case}: {report.turns} turns, the slowest {report.slowest:.3f} s")
        for line in report.faults:
            print(f"       {line}")
        for line in report.remarks[:1]:
            print(f"       remark: {line}")
        sys.stdout.flush()
    if not json_:
        print(f"{path} has {faults} faults." if faults else f"{path} conforms.")
    return 1 if faults else 0


@agent.command(help="Evolve a network for the agent neat.")
def train(
    what: str,
    /,
    *,
    generations: int | None = None,
    seed: int = 1,
    mode: Literal["cell", "report"] = "cell",
    size: str = "2x2",
    out: str = "neat.json",
    checkpoint: str = "",
    resume: Flag = False,
) -> None:
    """Evolve a network for the agent neat, with neat-python, and write its learning curve as .csv and .svg beside it.

    Parameters
    ----------
    what
        The agent to train: neat.
    generations
        How many generations in all; by default 60, or 150 in report mode.
    seed
        The same seed evolves the same network.
    mode
        One network for each cell of any board, or the report's design: one for whole boards of a size.
    size
        The boards of report mode, as the blocks' rows x columns.
    out
        The file for the network.
    checkpoint
        A folder to keep the state of the run in, after each generation.
    resume
        Go on from the state in the checkpoint folder. It is a pickle, which can run any code: use only your own.

    """
    count = _GENERATIONS[mode] if generations is None else generations
    if what != "neat":
        raise UnknownName(f"expected neat, the only agent that is trained, got {what!r}")
    if count < 1:
        raise FormatError(f"expected --generations to be at least 1, got {generations}")
    if resume and not checkpoint:
        raise FormatError("expected --checkpoint with --resume: the folder of the run")
    if find_spec("neat") is None:
        raise DueldokuError("training needs neat-python: pip install 'dueldoku[neat]'")
    training = _begin(mode, size, seed, Path(checkpoint) / _CHECKPOINT if resume else None)
    _evolve(training, count, Path(checkpoint) / _CHECKPOINT if checkpoint else None)
    words = f"--size {Geometry.parse(size)} " if mode == "report" else ""
    command = f"dueldoku agent train neat --mode {mode} {words}--generations {len(training.curve)} --seed {seed}"
    _write(training, Path(out), command)


def _begin(mode: str, size: str, seed: int, state: Path | None) -> Training:
    from dueldoku.agents.neat.fitness import CellMode, ReportMode
    from dueldoku.agents.neat.train import Training

    goal = CellMode() if mode == "cell" else ReportMode(Geometry.parse(size))
    return Training.resume(goal, seed, state.read_bytes()) if state else Training(goal, seed)


def _evolve(training: Training, count: int, checkpoint: Path | None) -> None:
    if checkpoint:
        checkpoint.parent.mkdir(parents=True, exist_ok=True)
    print(f"generation   best   mean   {training.mode.exam}")
    for _ in range(len(training.curve), count):
        point = training.step()
        print(f"{point.number:10} {point.best:6.2f} {point.mean:6.2f}   {point.exam:.2%}", flush=True)
        if checkpoint:
            new = checkpoint.with_suffix(".new")
            new.write_bytes(training.state)
            new.replace(checkpoint)  # at once: there is always a whole one


def _write(training: Training, out: Path, command: str) -> None:
    from dueldoku.agents.neat import curve
    from dueldoku.agents.neat.network import pack

    champion = training.champion(command)
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(champion.to_json(), encoding="utf-8")
    points = training.curve
    out.with_suffix(".csv").write_text(curve.table(points), encoding="utf-8")
    out.with_suffix(".svg").write_text(curve.draw(points, training.mode.exam), encoding="utf-8")
    result = training.mode.examine(pack([champion]))
    print(f"The champion is in {out}: {result:.2%} {training.mode.exam}. Let it play as neat:network={out}")
