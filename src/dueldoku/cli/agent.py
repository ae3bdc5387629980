"""``dueldoku agent``: list the bundled agents, begin one of your own, check one."""

from __future__ import annotations

import json
import sys
from inspect import Parameter as Argument
from inspect import signature
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App

from dueldoku.agents.registry import AGENTS, agent_class
from dueldoku.arena.hosting.limits import MEMORY
from dueldoku.cli.numbers import SECONDS
from dueldoku.cli.options import AgentMemory, Json, JsonLines
from dueldoku.cli.templates import TEMPLATES
from dueldoku.errors import FormatError

agent = App(name="agent", help="List the bundled agents, begin one of your own, check one, train one.")
agent.command("dueldoku.cli.train:train", help="Evolve a network for the agent neat.")  # imported when it is called


@agent.command(name="list")
def list_agents(*, json_: Json = False) -> None:
    """List the bundled agents with their options.

    Parameters
    ----------
    json_
        Write a JSON object: what each agent is, its options with their defaults, and its presets, by name.

    """
    listed = {
        name: {"about": about, "options": _options(name), "presets": agent_class(name).PRESETS}
        for name, about in AGENTS.items()
    }
    if json_:
        print(json.dumps(listed))
        return
    for name, about in AGENTS.items():
        print(f"{name:19} {about}")
        options = ", ".join(f"{option}={default}" for option, default in _options(name).items())
        if options:
            print(f"{'':21}{options}")
        for preset, values in agent_class(name).PRESETS.items():
            print(f"{'':21}as={preset}: {', '.join(f'{option}={value}' for option, value in values.items())}")


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
def check(
    path: str,
    /,
    *,
    time: Annotated[float, SECONDS] = 0.5,
    memory: AgentMemory = MEMORY,
    json_: JsonLines = False,
) -> int:
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

    entrant = resolve(path)
    faults = 0
    for case, report in run_check(entrant, time, memory=memory):
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
