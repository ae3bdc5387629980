"""What is to be played: every two agents, on every board, with every limit, in every round, with both seats.

A plan is a description; ``tasks`` spells it out. The order is fair at any moment: the two games of a pair follow each
other, and of the pairings those come first whose agents have waited longest, as in a chess tournament.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from dueldoku.agents.base import Limit
from dueldoku.arena.entrant import Entrant, apart_from, resolve
from dueldoku.arena.hosting.limits import MEMORY, check_memory
from dueldoku.arena.task import GameTask, digest, limit_text
from dueldoku.duel.position import Position
from dueldoku.errors import DueldokuError, PlanError
from dueldoku.game.boards import open_source
from dueldoku.game.game import Game, check_start
from dueldoku.puzzles import PREFIX
from dueldoku.puzzles.api import make
from dueldoku.puzzles.recipe import Recipe

_MOST = 10**9  # rounds; a plan is never spelled out as a whole
_DAY = 86_400.0


class PlannedBoard(NamedTuple):
    """A position that stays the same in every round, or a recipe, which makes a new one for each."""

    name: str
    source: Position | Recipe

    def in_round(self, number: int, seed: int) -> Position:
        """The position to start from."""
        if isinstance(self.source, Position):
            return self.source
        own = seed if self.source.seed is None else self.source.seed
        return Position(next(make(replace(self.source, seed=_number(own, self.name, number)))))

    def text(self) -> str:
        """What the plan is bound to: if it changes, the plan is another. A recipe's name is the recipe."""
        return str(self.source) if isinstance(self.source, Position) else self.name


def _number(*parts: object) -> int:
    """A seed out of what it is for."""
    return int(digest(*parts)[:12], 16)


@dataclass(frozen=True)
class Plan:
    """Agents x boards x limits x rounds. ``rules`` None: those of each board. A gauntlet is the first against all.

    ``games`` is how many games every two agents play at most, where the rounds would make more; ``memory`` is how many
    megabytes an agent may take.
    """

    agents: tuple[Entrant, ...]
    boards: tuple[PlannedBoard, ...]
    limits: tuple[Limit, ...]
    rounds: int = 1
    rules: str | None = None
    seed: int = 1
    gauntlet: bool = False
    games: int | None = None
    memory: int = MEMORY

    def __post_init__(self) -> None:
        names = [agent.name for agent in self.agents]
        if len(names) < 2:
            raise PlanError(f"expected at least two agents, got {len(names)}")
        check_memory(self.memory)
        _refuse_doubles("agents", names)
        _refuse_doubles("boards", [board.name for board in self.boards])
        _refuse_doubles("limits", [limit_text(limit) for limit in self.limits])
        if not self.boards or not self.limits or not 1 <= self.rounds <= _MOST:
            raise PlanError(f"expected at least one board, one limit and one round, and at most {_MOST} rounds")
        for limit in self.limits:
            if not limit.seconds > 0 or (limit.nodes is not None and limit.nodes < 1):
                raise PlanError(f"expected a limit above 0, got {limit_text(limit)}")
            if limit.nodes is None and limit.seconds > _DAY:
                raise PlanError(f"expected a limit of at most a day, {_DAY:g} s, got {limit_text(limit)}")
            for agent in self.agents:
                if limit.nodes is None and (agent.handicap or 0) > _DAY:
                    raise PlanError(f"expected a limit of at most a day, {_DAY:g} s, behind the @, got {agent.name}")
                if limit.nodes is not None and (agent.handicap or 1) % 1:
                    raise PlanError(f"expected a number of nodes behind the @ where --nodes is given, got {agent.name}")

    @property
    def uncaged(self) -> list[Entrant]:
        """The agents that are not ours and would run without a cage."""
        in_process = any(limit.nodes is not None for limit in self.limits)
        return [agent for agent in self.agents if in_process and agent.kind != "bundled"]

    def __len__(self) -> int:
        games = 2 * len(self.boards) * len(self.limits) * self.rounds
        return len(self.pairings()) * min(games, self.games or games)

    def pairings(self) -> list[tuple[Entrant, Entrant]]:
        """Who meets whom, in an order that keeps nobody waiting."""
        first, *others = self.agents
        if self.gauntlet:
            return [(first, other) for other in others]
        # The circle method: one stays, the others move on by a seat after every turn of pairings.
        circle: list[Entrant | None] = [*self.agents, None] if len(self.agents) % 2 else [*self.agents]
        pairings = []
        for _ in range(len(circle) - 1):
            for one, other in zip(circle[: len(circle) // 2], reversed(circle), strict=False):
                if one and other:
                    pairings.append((one, other))
            circle.insert(1, circle.pop())
        return pairings

    def tasks(self) -> Iterator[GameTask]:
        """All games, in the order in which they are to be played."""
        return islice(self._tasks(), len(self))

    def _tasks(self) -> Iterator[GameTask]:
        pairings = self.pairings()
        for number in range(1, self.rounds + 1):
            for board in self.boards:
                start = self.start_of(board, number)
                for limit in self.limits:
                    for one, other in pairings:
                        pair = f"{number}/{board.name}/{limit_text(limit)}/{one.name}/{other.name}"
                        for agents in ((one, other), (other, one)):
                            names = agents[0].name, agents[1].name
                            seed = _number(self.seed, pair, names)
                            yield GameTask(pair, number, board.name, start, agents, limit, seed, self.memory)

    def start_of(self, board: PlannedBoard, number: int) -> str:
        """The position that all games of this board and round start from. Raises PlanError if it is none."""
        try:
            position = board.in_round(number, self.seed)
            check_start(position)
            # The start regions of the random rules belong to the position, so that both games of a pair have the same.
            return str(Game(position, self.rules, seed=_number(self.seed, board.name, number)).start)
        except DueldokuError as error:
            raise PlanError(f"board {board.name}: {error}") from None

    def settings(self) -> dict[str, object]:
        """The plan as JSON data: what is stored with the tournament, and compared when it goes on."""
        return {
            "agents": {agent.name: agent.digest for agent in self.agents},
            "boards": {board.name: board.text() for board in self.boards},
            "limits": [limit_text(limit) for limit in self.limits],
            "rounds": self.rounds,
            "rules": self.rules,
            "seed": self.seed,
            "gauntlet": self.agents[0].name if self.gauntlet else None,
            "memory": self.memory,
        }


def _refuse_doubles(what: str, names: list[str]) -> None:
    if doubles := sorted({name for name in names if names.count(name) > 1}):
        raise PlanError(f"expected different {what}, got {', '.join(doubles)} more than once")


# -- as people write them ----------------------------------------------------------------------------------------------


def make_plan(
    agents: Iterable[str | Entrant],
    boards: str | Iterable[str],
    *,
    times: float | Sequence[float] | None = None,
    nodes: int | None = None,
    games: int | None = None,
    rounds: int | None = None,
    rules: str | None = None,
    seed: int = 1,
    gauntlet: str | bool = "",
    memory: int = MEMORY,
) -> Plan:
    """The plan as people write it: agents and boards by name or path, seconds or nodes for a turn, games or rounds.

    ``gauntlet`` names the one agent that plays all others; True: it is the first one. Raises PlanError and whatever
    else is wrong.
    """
    if games is not None and rounds is not None:
        raise PlanError("expected a number of games or of rounds, got both")
    if games is not None and (games < 2 or games % 2):
        raise PlanError(f"expected an even number of games, two for each pair, got {games}")
    if gauntlet and isinstance(gauntlet, str):
        agents = [gauntlet, *(agent for agent in agents if agent != gauntlet)]
    found, limits = find_boards([boards] if isinstance(boards, str) else boards), find_limits(times, nodes)
    if rounds is None:
        rounds = -(-games // (2 * len(found) * len(limits))) if games else 1
    return Plan(find_agents(agents), found, limits, rounds, rules, seed, bool(gauntlet), games, memory)


def find_agents(texts: Iterable[str | Entrant]) -> tuple[Entrant, ...]:
    """The agents as they are written, or as they were found."""
    found = [text if isinstance(text, Entrant) else resolve(text) for text in texts]
    return tell_apart([apart_from(agent, found) for agent in found])


def tell_apart(agents: Sequence[Entrant]) -> tuple[Entrant, ...]:
    """The agents; those in files of the same name get that of the folder that they are in as well."""
    names = Counter(name for name, _ in {(agent.name, agent.source) for agent in agents})
    return tuple(
        replace(agent, name=f"{Path(agent.source).parent.name}/{agent.name}")
        if agent.kind == "file" and names[agent.name] > 1
        else agent
        for agent in agents
    )


def find_boards(texts: Iterable[str]) -> tuple[PlannedBoard, ...]:
    """The boards as they are written: a name, a file with one or many, a recipe, or the board itself."""
    boards: list[PlannedBoard] = []
    for text in texts:
        if text.startswith(PREFIX):
            boards.append(PlannedBoard(text, Recipe.parse(text)))
            continue
        positions = open_source(text).positions()
        name = " ".join(text.split())
        for number, position in enumerate(positions, 1):
            boards.append(PlannedBoard(f"{name}#{number}" if len(positions) > 1 else name, position))
    return tuple(boards)


def find_limits(times: float | Sequence[float] | None, nodes: int | None) -> tuple[Limit, ...]:
    """The limits per turn: seconds, one or several, or nodes for the fast lane; half a second if nothing is said."""
    times = [times] if isinstance(times, int | float) else times
    if times and nodes is not None:
        raise PlanError("expected a time or a number of nodes for each turn, got both")
    if nodes is not None:
        return (Limit(nodes=nodes),)
    return tuple(Limit(seconds) for seconds in times or (0.5,))
