"""One game to play and how it went: plain data that travels between processes and machines."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf
from typing import Any

from dueldoku.agents.base import Limit
from dueldoku.arena.entrant import Entrant
from dueldoku.arena.hosting.limits import MEMORY
from dueldoku.duel.record import GameRecord
from dueldoku.duel.turn import Reason, reason_in_words
from dueldoku.game.game import follow
from dueldoku.plain import Plain
from dueldoku.words import counted

_AGAINST = " against "
SCORES = (0.5, 1.0, 0.0)  # of the first seat, when nobody, the first or the second player won


def limit_text(limit: Limit) -> str:
    """A limit in words.

    >>> limit_text(Limit(0.5)), limit_text(Limit(nodes=1000)), limit_text(Limit(0.5, nodes=1))
    ('0.5 s', '1000 nodes', '0.5 s or 1 node')
    """
    clock = f"{limit.seconds:g} s" if limit.nodes is None or limit.seconds < inf else ""
    nodes = counted(limit.nodes, "node") if limit.nodes is not None else ""
    return " or ".join(filter(None, (clock, nodes)))


def limits_text(limits: tuple[Limit, Limit]) -> str:
    """The limits of both seats in words.

    >>> limits_text((Limit(0.5), Limit(0.5))), limits_text((Limit(0.5), Limit(0.1)))
    ('0.5 s', '0.5 s against 0.1 s')
    """
    return _AGAINST.join(dict.fromkeys(map(limit_text, limits)))


def split_limits(text: str) -> tuple[str, str]:
    """Inverse of ``limits_text``: the limit of each seat, in words.

    >>> split_limits("0.5 s against 0.1 s"), split_limits("0.5 s")
    (('0.5 s', '0.1 s'), ('0.5 s', '0.5 s'))
    """
    first, _, second = text.partition(_AGAINST)
    return first, second or first


def own_limit(agent: Entrant, limit: Limit) -> Limit:
    """What a turn of this agent may take in games with this limit.

    >>> from dueldoku.arena.entrant import resolve
    >>> own_limit(resolve("sensei@0.1"), Limit(0.5)).seconds, own_limit(resolve("sensei"), Limit(nodes=9)).nodes
    (0.1, 9)
    """
    if agent.handicap is None:
        return limit
    return Limit(agent.handicap) if limit.nodes is None else limit._replace(nodes=round(agent.handicap))


def digest(*parts: object) -> str:
    """A fingerprint of plain values, the same on every machine."""
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def course_of(turns: str | None) -> str:
    """A fingerprint of the turns of a game, which are a JSON list; empty if there are none."""
    return hashlib.sha256(turns.encode()).hexdigest()[:32] if turns and turns != "[]" else ""


def seat_seed(seed: int, game: str, player: int) -> int:
    """The source of chance of a player in a game, one way: nobody can tell the other seat's from their own."""
    return int(digest("seat", seed, game, player)[:12], 16)


@dataclass(frozen=True)
class StartCheck:
    """A first move to ask an agent for, before anything counts; ``number`` is its place among others."""

    number: int
    agent: Entrant
    seat: int
    start: str
    limit: Limit
    memory: int

    def __str__(self) -> str:
        return f"the check that {self.agent.name} starts"


@dataclass(frozen=True)
class GameTask(Plain):
    """One game of a plan. ``start`` is the position as text, with its rules; ``agents`` are in the order of the seats.

    The two games of a pair (same board, same round, seats swapped) have the same ``pair``.
    """

    pair: str
    round: int
    board: str
    start: str
    agents: tuple[Entrant, Entrant]
    limit: Limit
    seed: int
    memory: int = MEMORY  # megabytes for each agent

    @cached_property
    def key(self) -> str:
        """What this game is, as a fingerprint: it is stored once under it, and changes when an agent's files do."""
        agents = [(agent.name, agent.digest) for agent in self.agents]
        more: tuple[object, ...] = () if self.memory == MEMORY else (self.memory,)
        if any(agent.handicap for agent in self.agents):
            more += tuple(map(limit_text, self.limits))
        return digest(2, agents, self.start, self.round, self.seed, limit_text(self.limit), *more)

    def seed_of(self, player: int) -> int:
        """The source of chance of one seat. It stays the same when an agent's code changes; the key does not."""
        return seat_seed(self.seed, self.pair, player)

    @property
    def names(self) -> tuple[str, str]:
        """The agents' names, first seat first."""
        return self.agents[0].name, self.agents[1].name

    @property
    def limits(self) -> tuple[Limit, Limit]:
        """What a turn of each agent may take, first seat first."""
        return own_limit(self.agents[0], self.limit), own_limit(self.agents[1], self.limit)

    @property
    def tags(self) -> dict[str, str]:
        """What a record of the game says beside its turns."""
        return {"board": self.board, "limit": limits_text(self.limits), "seed": str(self.seed)}

    def to_json(self) -> dict[str, Any]:
        """The same as plain data, the limit in words."""
        return super().to_json() | {"limit": limit_text(self.limit)}

    def __str__(self) -> str:
        limit = limits_text(self.limits)
        return f"{self.names[0]} - {self.names[1]} on {self.board}, {limit}, round {self.round}"


@dataclass(frozen=True)
class Result(Plain):
    """A game that was played. Of each pair of numbers, the first is of the first seat.

    It prints as a sentence, and a notebook shows its last position.

    ``reason`` is why the game ended, ``fault`` the player who lost by it (0: nobody, the points decided), ``detail``
    what they did. ``seconds`` are spent in total, ``longest`` in one turn; ``starved`` turns got too little of a core.
    """

    task: GameTask
    record: GameRecord
    reason: Reason
    fault: int = 0
    detail: str = ""
    seconds: tuple[float, float] = (0.0, 0.0)
    longest: tuple[float, float] = (0.0, 0.0)
    turns: tuple[int, int] = (0, 0)
    starved: tuple[int, int] = (0, 0)
    level: str = "none"
    date: str = ""

    @property
    def score(self) -> float:
        """1, 0.5 or 0: how it ended for the first seat."""
        return SCORES[self.record.winner]

    @property
    def course(self) -> str:
        """A fingerprint of the turns: games that went the same way have the same."""
        return course_of(json.dumps([str(turn) for turn in self.record.turns], separators=(",", ":")))

    def __str__(self) -> str:
        record = self.record
        winner = f"{record.players[record.winner - 1]} wins" if record.winner else "A draw"
        reason = reason_in_words(self.reason, self.detail) + "," * bool(self.detail)
        return f"{winner} {record.scores[0]}-{record.scores[1]}: {reason} after {counted(len(record.turns), 'turn')}."

    def _repr_svg_(self) -> str:
        from dueldoku.render.svg import draw

        return draw(replace(follow(self.record).view(), players=self.record.players))
