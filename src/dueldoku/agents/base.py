"""What an agent is: one class with one method, ``think``, which proposes moves until it returns or its time is up.

>>> class First(Agent):
...     def think(self, game, task):
...         task.propose(next(game.legal_moves()))

An agent gets a ``Game`` of its own, which it may change at will, and a ``Task``: which player it is, how long it may
think, where to propose, a source of chance, and a place to keep something for its next turn. Nothing else lasts from
turn to turn.
"""

from __future__ import annotations

import random
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from inspect import Parameter, signature
from math import inf
from typing import Any, ClassVar, NamedTuple, TypeVar

from dueldoku.board.move import Move
from dueldoku.errors import UnknownName
from dueldoku.game.game import Game

N = TypeVar("N", int, float)
_MOST = 10**15  # for an option that is a number: compiled code counts with it


class Limit(NamedTuple):
    """How long an agent may think about one turn: seconds on the clock, or nodes of its own search, or both."""

    seconds: float = inf  #: on the clock
    nodes: int | None = None  #: of its search; None: no limit


@dataclass
class Task:
    """One turn as an agent sees it. The last proposal before the time is up counts."""

    player: int  #: which one the agent is: 1 or 2
    limit: Limit  #: how long it may think
    propose: Callable[[Move], None]  #: propose a move, as often as you like
    rng: random.Random = field(default_factory=random.Random)  #: chance; the same seed of the game, the same numbers
    save: Callable[[Any], None] = lambda thing: None  #: keep something until the agent's next turn
    load: Callable[[], Any] = lambda: None  #: what was saved last in this game, or None
    deadline: float = inf  #: as time.monotonic() tells it
    report: Callable[[dict[str, float]], None] = lambda facts: None  #: what the search did: depth, nodes, value, ...

    def seconds_left(self) -> float:
        """What is left of the time for this turn; below 0 when it is up."""
        return self.deadline - time.monotonic()


class Agent(ABC):
    """A player. Its constructor's keyword arguments are its options, each with a default."""

    PRESETS: ClassVar[Mapping[str, Mapping[str, str]]] = {}  #: values for options that go together, chosen with ``as=``
    CHOICES: ClassVar[Mapping[str, Mapping[str, str]]] = {}  #: option -> the words that it can be, and what each means

    @abstractmethod
    def think(self, game: Game, task: Task) -> None:
        """Propose as often as you like with ``task.propose``; returning ends the turn."""


def build(kind: Callable[..., Any], options: Mapping[str, str], name: str) -> Any:
    """``kind`` with its options given as text. Raises UnknownName, which tells what there is.

    The option ``as`` names a preset of the class; other options take precedence over it.
    """
    presets: Mapping[str, Mapping[str, str]] = getattr(kind, "PRESETS", {})
    known = {key: value for key, value in signature(kind).parameters.items() if value.default is not Parameter.empty}
    given = dict(options)
    if presets and "as" in given:
        given = {**presets[choose(f"{name}:as", given.pop("as"), tuple(presets))], **given}
    values = {}
    for option, text in given.items():
        if option not in known:
            there_is = ", ".join([*known, *(["as"] if presets else [])]) or "none"
            raise UnknownName(f"expected an option of {name} out of {there_is}, got {option!r}")
        values[option] = _value(text, known[option].default, f"{name}:{option}")
    return kind(**values)


def _value(text: str, default: object, where: str) -> object:
    """The text as the type of the default."""
    if isinstance(default, bool):
        if text not in ("yes", "no"):
            raise UnknownName(f"expected yes or no for {where}, got {text!r}")
        return text == "yes"
    if isinstance(default, int | float):
        try:
            number = type(default)(text)
            if not -_MOST <= number <= _MOST:  # which nan never is
                raise ValueError(text)
            return number
        except ValueError:
            kind = "a whole number" if isinstance(default, int) else "a number"
            raise UnknownName(f"expected {kind} for {where}, got {text[:40]!r}") from None
    return text


def choose(option: str, text: str, known: Sequence[str]) -> str:
    """The text, if it is one of the known words. Raises UnknownName."""
    if text not in known:
        raise UnknownName(f"expected {option} to be one of {', '.join(known)}, got {text!r}")
    return text


def within(option: str, number: N, least: float, most: float = inf) -> N:
    """The number, if it is no less and no more than that. Raises UnknownName."""
    if not least <= number <= most:  # as nothing that is not a number is
        wanted = f"from {least:g} to {most:g}" if most < inf else f"of {least:g} or more"
        raise UnknownName(f"expected {option} {wanted}, got {number:g}")
    return number


def mistakes_of(text: str, known: Sequence[str]) -> frozenset[str]:
    """The mistakes to make: words joined by ``+``, or ``none``. Raises UnknownName."""
    return frozenset(choose("mistakes", word, known) for word in text.split("+")) if text != "none" else frozenset()
