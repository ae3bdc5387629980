"""``dueldoku agent``: list the bundled agents, begin one of your own, check one."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from inspect import Parameter as Argument
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import App, Parameter
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from dueldoku.agents.registry import AGENTS, agent_class
from dueldoku.arena.hosting.limits import MEMORY
from dueldoku.cli.numbers import SECONDS
from dueldoku.cli.options import AgentMemory, Json, JsonLines
from dueldoku.cli.printed import behind_bar
from dueldoku.cli.templates import TEMPLATES
from dueldoku.duel.rules import RULE_SETS
from dueldoku.errors import FormatError
from dueldoku.words import counted

if TYPE_CHECKING:
    from dueldoku.arena.conformance import Findings

CheckedRules = Annotated[str | None, Parameter(help=f"Only games with this rule set: {' or '.join(RULE_SETS)}.")]

agent = App(name="agent", help="List the bundled agents, begin one of your own, check, profile or train one.")
train = App(name="train", help="Train an agent: neat by evolution, sensei by playing itself.")
train.command("dueldoku.cli.train:train_neat", name="neat", help="Evolve a network for the agent neat.")
train.command("dueldoku.cli.train_sensei:train_sensei", name="sensei", help="Train how sensei judges territories.")
agent.command(train)  # what it does is imported when it is called
agent.command("dueldoku.cli.profile:profile", help="Tell where an agent's time goes in a turn.")


@agent.command(name="list")
def list_agents(*, json_: Json = False) -> None:
    """List the bundled agents with their options.

    Parameters
    ----------
    json_
        Write a JSON object: what each agent is, its options with their defaults, its presets by name, and what the
        words mean that an option can be.

    """
    if json_:
        kinds = {name: agent_class(name) for name in AGENTS}
        print(json.dumps({
            name: {"about": AGENTS[name], "options": _options(name), "presets": kind.PRESETS, "choices": kind.CHOICES}
            for name, kind in kinds.items()
        }))  # fmt: skip
        return
    for name, about in AGENTS.items():
        print(f"{name:19} {about}")
        options = ", ".join(f"{option}={default}" for option, default in _options(name).items())
        if options:
            print(f"{'':21}{options}")
        for preset, values in agent_class(name).PRESETS.items():
            print(f"{'':21}as={preset}: {', '.join(f'{option}={value}' for option, value in values.items())}")
        for option, words in agent_class(name).CHOICES.items():
            for word, meaning in words.items():
                print(f"{'':21}{option}={word}: {meaning}")


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
    rules: CheckedRules = None,
    memory: AgentMemory = MEMORY,
    json_: JsonLines = False,
) -> int:
    """Play an agent through positions of many kinds and explain each fault, once.

    Both seats, both rule sets, boards from 4x4 to 16x16. The exit code is 1 if there are faults.

    Parameters
    ----------
    path
        A folder or file with a SudokuAI or Agent class, or any other agent by name.
    time
        Seconds for a turn.

    """
    from dueldoku.arena.conformance import cases
    from dueldoku.arena.conformance import check as run_check
    from dueldoku.arena.entrant import resolve

    entrant = resolve(path)
    seen: dict[str, int] = {}  # in how many games there was which fault
    games = 0
    if entrant.siblings and not json_:
        print(f"It imports from beside it, so this goes along with it: {', '.join(entrant.siblings)}.")
    with _progress(2 * len(cases(rules)), hidden=json_) as begin:
        for found in run_check(entrant, time, memory=memory, rules=rules, begin=begin):
            print("\n".join([json.dumps(found.to_json())] if json_ else _in_lines(found, seen)), flush=True)
            games += 1
            for fault in found.faults:
                seen[fault.cause] = seen.get(fault.cause, 0) + 1
    if not json_:
        listed = "; ".join(f"{cause} ({count} of {games} games)" for cause, count in seen.items())
        faults = f"{len(seen)} fault{'s' * (len(seen) > 1)}"
        print(f"{path} has {faults}: {listed}." if seen else f"{path} conforms.")
    return 1 if seen else 0


def _in_lines(found: Findings, seen: Collection[str]) -> list[str]:
    """What was found in a case; a fault that was told of before is only named."""
    state = "FAULT" if found.faults else "ok"
    lines = [f"{state:6} {found.case}: {counted(found.turns, 'turn')}, the slowest {found.slowest:.3f} s"]
    for fault in found.faults:
        if fault.cause in seen:
            lines.append(f"       the same again: {fault.cause}")
            continue
        lines.append(f"       {fault.words}")
        lines += [f"       The position was {fault.position}"] if fault.position else []
        lines += behind_bar(fault.printed.split("\n")) if fault.printed else []
    lines += [f"       remark: {remark.words}" for remark in found.remarks[:1]]
    return lines


@contextmanager
def _progress(games: int, *, hidden: bool) -> Iterator[Callable[[str], None]]:
    """What to call with each case that begins: on a terminal, a bar names it."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    hidden = hidden or not (console.is_terminal and sys.stdout.isatty())
    with Progress(*columns, console=console, transient=True, redirect_stdout=not hidden, disable=hidden) as bar:
        task = bar.add_task("the agent starts", total=games)

        def begin(case: str) -> None:
            done = bar.tasks[0].description != "the agent starts"
            bar.update(task, description=case, advance=int(done))

        yield begin
