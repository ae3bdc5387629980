"""What an experiment is: a question and a claim in words, what to play and measure, and what to make of the results.

An experiment is data and a few functions, in a file of ``experiments``:

    sizes         how much is played and measured at each scale
    games         plans for the arena, which pairs the seats, keeps every game and goes on where it stopped
    measurements  everything else, each described by JSON data; ``measure`` turns such a description into a value
    tables, picture, findings
                  made from what is stored and from nothing else, so they can be made again at any time

Adding one is copying such a file and listing it in ``registry``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

from dueldoku.agents.base import Limit
from dueldoku.arena.archive import StoredGame
from dueldoku.arena.entrant import resolve
from dueldoku.arena.plan import Plan, PlannedBoard
from dueldoku.arena.task import digest
from dueldoku.game.boards import bundled_board
from dueldoku.puzzles import PREFIX
from dueldoku.puzzles.recipe import Recipe
from dueldoku.render.table import Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Scale = Literal["quick", "paper", "full"]
SCALES: tuple[Scale, ...] = ("quick", "paper", "full")
Settings = dict[str, Any]  # JSON data
Value = Any  # JSON data
K = TypeVar("K")
T = TypeVar("T")
_NO_NODE_LIMIT = 10**12


class Size(NamedTuple):
    """How much is played and measured at one scale. An experiment reads the fields that it needs."""

    boards: tuple[str, ...] = ()
    rivals: tuple[str, ...] = ()
    seconds: tuple[float, ...] = ()  # for a turn
    nodes: int = 0  # for a turn, instead of seconds
    in_process: bool = False  # agents are told the time and keep to it: no time goes into starting them
    rounds: int = 1
    puzzles: int = 0  # of each set
    empty: tuple[int, ...] = ()  # cells of the boards that are made
    seeds: int = 1
    budget: float = 0.0  # seconds until a solver is stopped
    depths: Mapping[str, int] = MappingProxyType({})  # of a search, by board
    generations: Mapping[str, int] = MappingProxyType({})  # of a training, by its kind
    hero: Size | None = None  # what the strongest agent plays beside


class Contest(NamedTuple):
    """Games for an experiment, and the name they go by. Experiments that name the same contest share its games."""

    name: str
    plan: Plan

    def stored_as(self, scale: Scale) -> str:
        """The name of the tournament in the archive."""
        return f"{self.name}, {scale}"


class ClaimState(StrEnum):
    """What became of a claim."""

    HOLDS = "holds"
    FAILS = "does not hold"
    OPEN = "cannot be told yet"


class Finding(NamedTuple):
    """A claim, whether it holds, and a sentence with the numbers that say so."""

    claim: str
    outcome: ClaimState
    because: str


class Reading(NamedTuple):
    """A measured value, and the description of what was measured."""

    settings: Settings
    value: Value


@dataclass(frozen=True)
class Data:
    """All that is stored for an experiment at one scale."""

    scale: Scale
    size: Size
    contests: dict[str, list[StoredGame]] = field(default_factory=dict)
    readings: Sequence[Reading] = ()
    planned: int = 0  # games and measurements

    @cached_property
    def games(self) -> list[StoredGame]:
        """The games of all its contests."""
        return [game for games in self.contests.values() for game in games]

    def where(self, **settings: Any) -> list[Reading]:
        """The readings with these settings."""
        return [one for one in self.readings if all(one.settings.get(key) == it for key, it in settings.items())]

    @property
    def stored(self) -> int:
        """How many games and readings there are."""
        return len(self.games) + len(self.readings)

    @property
    def complete(self) -> bool:
        """Whether that is all there should be."""
        return 0 < self.planned <= self.stored


@dataclass(frozen=True)
class Experiment:
    """An experiment. ``study`` names the measurements; experiments with the same study share those that are alike."""

    name: str
    report: str  # "000", ..., "ours"
    where: str  # "figure 2"
    question: str
    claim: str  # what the report says, in our words
    setup: str  # how it is done, whatever the scale
    findings: Callable[[Data], list[Finding]]
    tables: Callable[[Data], list[Table]]
    picture: Callable[[Data], Figure]  # the house style is set by whoever shows it
    caption: str
    sizes: dict[Scale, Size]
    games: Callable[[Size], list[Contest]] = lambda size: []
    measurements: Callable[[Size], list[Settings]] = lambda size: []
    measure: Callable[[Settings], Value] = lambda settings: None
    alone: Callable[[Settings], bool] = lambda settings: False  # what nothing else may run beside
    study: str = ""
    needs: tuple[str, ...] = ()  # modules that do not come with the core

    def contests(self, scale: Scale) -> list[Contest]:
        """Everything there is to play."""
        return self.games(self.sizes[scale])

    def tasks(self, scale: Scale) -> list[MeasureTask]:
        """Everything there is to measure."""
        study = self.study or self.name
        return [MeasureTask(self.name, study, settings) for settings in self.measurements(self.sizes[scale])]


@dataclass(frozen=True)
class MeasureTask:
    """One thing to measure, as data that travels between processes and machines."""

    experiment: str
    study: str
    settings: Settings

    @cached_property
    def key(self) -> str:
        """What is measured, as a fingerprint: it is stored once under it."""
        return digest("lab", self.study, sorted(self.settings.items()))

    def __str__(self) -> str:
        return f"{self.experiment}: " + ", ".join(f"{key} {value}" for key, value in self.settings.items())


# -- plans in few words ----------------------------------------------------------------------------------------------


def contest(name: str, agents: Iterable[str], size: Size, *, gauntlet: bool = False) -> Contest:
    """Games of this size from names: bundled agents with their options, bundled boards and recipes."""
    places = (
        PlannedBoard(board, Recipe.parse(board) if board.startswith(PREFIX) else bundled_board(board))
        for board in size.boards
    )
    nodes = _NO_NODE_LIMIT if size.in_process else None
    limits = [Limit(nodes=size.nodes)] if size.nodes else [Limit(seconds, nodes) for seconds in size.seconds]
    entrants = tuple(map(resolve, agents))
    return Contest(name, Plan(entrants, tuple(places), tuple(limits), size.rounds, gauntlet=gauntlet))


def seconds_of(game: StoredGame) -> float:
    """The time for a turn in a game with a limit in seconds."""
    return float(game.time_limit.split(" ")[0])


def split(things: Iterable[T], by: Callable[[T], K]) -> dict[K, list[T]]:
    """The games, or other things, in groups."""
    groups: dict[K, list[T]] = {}
    for thing in things:
        groups.setdefault(by(thing), []).append(thing)
    return groups
