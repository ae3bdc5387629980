"""``dueldoku agent profile``: where an agent's time goes in a turn."""

from __future__ import annotations

import json
from typing import Annotated

from dueldoku.arena.entrant import resolve
from dueldoku.arena.hosting.limits import MEMORY
from dueldoku.arena.profile import PARTS, TurnProfile, profile_turn
from dueldoku.cli.numbers import COUNT, SECONDS
from dueldoku.cli.options import AgentMemory, AgentName, BoardName, JsonResult, Rules, Seed
from dueldoku.cli.printed import behind_bar
from dueldoku.game.boards import one_position
from dueldoku.game.game import Game, check_start
from dueldoku.render.table import Table

_PARTS = {
    "own": "its own functions",
    "course API": "the course API (competitive_sudoku)",
    "oracle": "the oracle and the solvers",
    "Dueldoku": "the rest of Dueldoku",
    "Python": "Python and its libraries",
}


def profile(
    agent: AgentName,
    /,
    *,
    board: BoardName = "random-3x3",
    rules: Rules = None,
    time: Annotated[float, SECONDS] = 0.5,
    most: Annotated[int, COUNT] = 10,
    seed: Seed = 1,
    memory: AgentMemory = MEMORY,
    json_: JsonResult = False,
) -> None:
    """Tell where an agent's time goes in a turn: it thinks once, in its cage, under Python's profiler.

    Parameters
    ----------
    board
        The position to think about: a bundled board, a file, or the position itself as agent check prints it.
    time
        Seconds for the turn.
    most
        How many functions to list in each table.

    """
    entrant, start = resolve(agent), one_position(board)
    check_start(start)
    found = profile_turn(entrant, Game(start, rules, seed=seed), time, seed, memory)
    if json_:
        print(json.dumps(found.to_json()))
        return
    print("\n\n".join(["\n".join(_introduce(found, entrant.name)), *(table.text() for table in _tables(found, most))]))


def _introduce(found: TurnProfile, name: str) -> list[str]:
    came = f"proposed {found.move}" if found.move else "proposed nothing"
    lines = [f"{name} {came} and took {found.seconds:.3f} s, {found.cpu:.3f} s of a core."]
    if found.fault:
        lines.append(f"What went wrong: {found.fault}.")
    if not found.whole:
        lines.append(
            "Compiled code still ran when the time was up; functions that had not returned by then are missing."
        )
    return [*lines, *(behind_bar(found.printed.split("\n"), 10) if found.printed else [])]


def _tables(found: TurnProfile, most: int) -> list[Table]:
    total = sum(found.parts.values()) or 1.0
    rows = tuple((_PARTS[part], _time(found.parts[part]), f"{100 * found.parts[part] / total:.0f} %") for part in PARTS)
    tables = [
        Table("Where the time went", ("whose code", "own time", "share"), rows, note="the profiler slows Python down")
    ]
    for part in PARTS:
        listed = tuple(
            (f"{one.name} {one.place}".strip(), str(one.calls), _time(one.all), _time(one.own))
            for one in found.functions
            if one.part == part
        )[:most]
        if listed and part in ("own", "course API", "oracle", "Dueldoku"):
            head = ("function", "calls", "with all it calls", "own time")
            tables.append(Table(_PARTS[part][:1].upper() + _PARTS[part][1:], head, listed))
    return tables


def _time(seconds: float) -> str:
    return f"{1000 * seconds:.2f} ms"
