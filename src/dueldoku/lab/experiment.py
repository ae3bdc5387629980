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
from functools import cached_property
from inspect import signature
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

from dueldoku.agents.base import Limit
from dueldoku.agents.registry import agent_class
from dueldoku.arena.archive import StoredGame
from dueldoku.arena.entrant import resolve
from dueldoku.arena.plan import Plan, PlannedBoard
from dueldoku.arena.task import digest, limit_text
from dueldoku.duel.position import Position
from dueldoku.game.boards import bundled_board
from dueldoku.lab.finding import Finding
from dueldoku.puzzles import PREFIX
from dueldoku.puzzles.recipe import Recipe
from dueldoku.render.table import Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Scale = Literal["quick", "reported", "paper", "full"]
SCALES: tuple[Scale, ...] = ("quick", "reported", "paper", "full")
Settings = dict[str, Any]  # JSON data
Value = Any  # JSON data
K = TypeVar("K")
T = TypeVar("T")
_NO_NODE_LIMIT = 10**12
_SECOND = 1_000_000  # microseconds
FIRST_SEED = 1  # of the games on the page; another one plays other games
_CLOCK = "clock=python"  # agents with it take nodes for microseconds of the report's own Python


class Size(NamedTuple):
    """How much is played and measured at one scale. An experiment reads the fields that it needs."""

    boards: tuple[str, ...] = ()
    seconds: tuple[float, ...] = ()  # for a turn
    translated: bool = False  # seconds are those of the report's own Python, which agents turn into nodes
    nodes: int = 0  # for a turn, instead of seconds
    in_process: bool = False  # agents are told the time and keep to it: no time goes into starting them
    rounds: int = 1
    more: int = 1  # so many times as many rounds where games cost least: with the shortest time, or with quick agents
    closer: int = 1  # up to so many times as many rounds where it is close
    puzzles: int = 0  # of each set
    empty: tuple[int, ...] = ()  # cells of the boards that are made
    seeds: int = 1
    budget: float = 0.0  # seconds until a solver is stopped
    patient: tuple[str, ...] = ()  # puzzles for which it is not stopped before an hour
    depths: Mapping[str, int] = MappingProxyType({})  # of a search, by board
    generations: Mapping[str, int] = MappingProxyType({})  # of a training, by its kind
    hero: Size | None = None  # what the strongest agent plays beside
    course: Mapping[str, Position] = MappingProxyType({})  # boards that stand in for our namesakes
    seed: int = FIRST_SEED  # of the games

    @property
    def limits(self) -> list[Limit]:
        """The limits for a turn."""
        if self.translated:
            return [Limit(nodes=round(_SECOND * seconds)) for seconds in self.seconds]
        if self.nodes:
            return [Limit(nodes=self.nodes)]
        return [Limit(seconds, _NO_NODE_LIMIT if self.in_process else None) for seconds in self.seconds]

    def agent(self, name: str) -> str:
        """The agent as it plays here: where seconds are translated, with the clock that does it, if it has one."""
        kind, _, options = name.partition(":")
        if not self.translated or "clock" not in signature(agent_class(kind)).parameters:
            return name
        return f"{kind}:{options}{',' * bool(options)}{_CLOCK}"

    def board(self, name: str) -> Position:
        """The board of this name."""
        return self.course[name] if name in self.course else bundled_board(name)

    def place(self, name: str) -> Settings:
        """The board of this name in the settings of a measurement; ``start_of`` gives it back, wherever that is."""
        return {"board": name} | ({"start": str(self.course[name])} if name in self.course else {})


def start_of(settings: Settings) -> Position:
    """The board that a measurement is about."""
    return Position.parse(settings["start"]) if "start" in settings else bundled_board(settings["board"])


class Contest(NamedTuple):
    """Games for an experiment, and the name they go by. Experiments that name the same contest share its games."""

    name: str
    plan: Plan

    def stored_as(self, scale: Scale) -> str:
        """The name of the tournament in the archive: another one for other boards or seeds, and for changed agents."""
        settings = self.plan.settings()
        seed = [self.plan.seed] if self.plan.seed != FIRST_SEED else []
        return f"{self.name}, {scale}, {digest(settings['agents'], settings['boards'], *seed)[:8]}"

    @property
    def translated(self) -> bool:
        """Whether the limits are seconds of the report's own Python."""
        return any(_CLOCK in agent.name for agent in self.plan.agents)


class Reading(NamedTuple):
    """A measured value, and the description of what was measured."""

    settings: Settings
    value: Value


@dataclass(frozen=True)
class Data:
    """All that is stored for an experiment at one scale and counts: games that repeat earlier ones do not."""

    scale: Scale
    size: Size
    contests: dict[str, list[StoredGame]] = field(default_factory=dict)
    readings: Sequence[Reading] = ()
    planned: int = 0  # games and measurements
    remarks: Sequence[str] = ()  # what is not as it should be
    archive: str = ""  # the name of the file that it is from

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

    def size(self, scale: Scale, course: Mapping[str, Position] | None = None, seed: int = FIRST_SEED) -> Size:
        """How much there is to do, on these boards of a course instead of our namesakes."""
        size = self.sizes[scale]._replace(course=course or {}, seed=seed)
        return size._replace(hero=size.hero and size.hero._replace(course=size.course, seed=seed))

    def tasks(self, size: Size) -> list[MeasureTask]:
        """Everything there is to measure, each once."""
        study = self.study or self.name
        tasks = [MeasureTask(self.name, study, settings) for settings in self.measurements(size)]
        return list({task.key: task for task in tasks}.values())


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
    places = [PlannedBoard(it, Recipe.parse(it) if it.startswith(PREFIX) else size.board(it)) for it in size.boards]
    entrants = [resolve(size.agent(agent)) for agent in agents]
    limits = tuple(size.limits)
    return Contest(name, Plan(tuple(entrants), tuple(places), limits, size.rounds, seed=size.seed, gauntlet=gauntlet))


def seconds_of(limit: Limit | StoredGame) -> float:
    """The time for a turn; nodes alone are microseconds of the report's own Python."""
    text = limit_text(limit) if isinstance(limit, Limit) else limit.time_limit
    number, unit, *_ = text.split(" ")
    return int(number) / _SECOND if unit.startswith("node") else float(number)


_CALLED = {  # what a reader of the reports knows their agents by
    "minimax-regions:as=000": "the report's A2 agent",
    "minimax-bombs:as=000": "the report's A3 agent",
    "mcts-tree:as=000": "the report's MCTS",
    "minimax-cells:as=001": "the report's agent",
    "minimax-cells:as=001-listing": "the report's listing",
    "mcts-cells:as=002": "the report's agent",
    "mcts-cells:as=002-listing": "the report's listing",
}


def label(agent: str) -> str:
    """What an agent is called in tables and pictures: without its clock, and the reports' agents as they call them.

    >>> label("mcts-tree:as=000,c=0.5,clock=python"), label("mcts-tree:clock=python")
    ("the report's MCTS, C = 0.5", 'mcts-tree')
    """
    name, _, options = agent.partition(":")
    words = [word for word in options.split(",") if word not in ("", _CLOCK)]
    for word in words:
        if called := _CALLED.get(f"{name}:{word}"):
            return ", ".join([called, *(other.replace("c=", "C = ") for other in words if other != word)])
    return ":".join(filter(None, (name, ",".join(words))))


def split(things: Iterable[T], by: Callable[[T], K]) -> dict[K, list[T]]:
    """The games, or other things, in groups."""
    groups: dict[K, list[T]] = {}
    for thing in things:
        groups.setdefault(by(thing), []).append(thing)
    return groups
