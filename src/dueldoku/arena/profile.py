"""Where an agent's time goes in a turn: it thinks once, in its cage, under Python's profiler.

The profiler makes Python code slower, by two or three times where functions are small; what compiled code takes stays.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass, replace

from dueldoku.agents.base import Limit
from dueldoku.arena.entrant import Entrant
from dueldoku.arena.hosting.host import Host
from dueldoku.arena.hosting.limits import MEMORY, check_memory
from dueldoku.arena.hosting.profiled import GRACE, MARK
from dueldoku.arena.seat import Answer
from dueldoku.duel.turn import Reason, reason_in_words
from dueldoku.errors import PlanError
from dueldoku.game.game import Game
from dueldoku.plain import Plain

PARTS = ("own", "course API", "oracle", "Dueldoku", "Python")


@dataclass(frozen=True)
class Function(Plain):
    """A function that was called: whose it is, its place, how often, and seconds without and with what it called."""

    part: str
    name: str
    place: str
    calls: int
    own: float
    all: float


@dataclass(frozen=True)
class TurnProfile(Plain):
    """A turn: seconds on the clock and of a core, each part's share of them, and the functions, longest first.

    ``whole`` is False if compiled code was still running when the time was up: then it is missing from the functions.
    """

    move: str
    fault: str
    seconds: float
    cpu: float
    whole: bool
    parts: dict[str, float]
    functions: tuple[Function, ...]
    printed: str


def profile_turn(entrant: Entrant, game: Game, seconds: float, seed: int = 1, memory: int = MEMORY) -> TurnProfile:
    """Have the agent think once about this position. Raises PlanError if nothing could be measured."""
    with Host(replace(entrant, profiled=True), game.turn, seed=seed, memory=check_memory(memory)) as host:
        answer = host.ask(game, Limit(seconds + GRACE))
        output = host.output()
    printed, _, told = output.rpartition(MARK)
    # An agent can print such a line, too, with anything in it.
    with suppress(ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError):
        return _read(json.loads(told.partition("\n")[0]), answer, printed.strip())
    fault = reason_in_words(answer.fault, answer.detail) if answer.fault else "its profile is not there"
    raise PlanError(f"{entrant.name}: nothing could be measured: {fault}")


def _read(told: dict[str, object], answer: Answer, printed: str) -> TurnProfile:
    fault = reason_in_words(answer.fault, answer.detail) if answer.fault else ""
    if told["late"]:  # the profiler ended the turn
        fault = "" if answer.move else str(Reason.TIME_UP)
    functions = tuple(
        Function(str(row["part"]), str(row["name"]), str(row["place"]), int(row["calls"]), *_times(row))
        for row in told["functions"]  # type: ignore[attr-defined]
    )
    parts = {part: float(told["parts"].get(part, 0.0)) for part in PARTS}  # type: ignore[attr-defined]
    seconds, cpu = float(told["seconds"]), float(told["cpu"])  # type: ignore[arg-type]
    move = str(answer.move) if answer.move else ""
    return TurnProfile(move, fault, seconds, cpu, bool(told["whole"]), parts, functions, printed)


def _times(row: dict[str, object]) -> tuple[float, float]:
    return float(row["own"]), float(row["all"])  # type: ignore[arg-type]
