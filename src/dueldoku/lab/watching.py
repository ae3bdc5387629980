"""Games that are watched: what one agent's searches report turn by turn, and which cells it fills."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from statistics import fmean
from typing import NamedTuple

from dueldoku.agents.base import Agent, Limit
from dueldoku.agents.registry import load_agent
from dueldoku.arena.referee import Referee
from dueldoku.arena.seat import AgentSeat, Answer
from dueldoku.game.game import Game
from dueldoku.lab.claim import Estimate, mean
from dueldoku.lab.experiment import Data, Settings, Size, Value, start_of


class Seen(NamedTuple):
    """A turn of the agent: the digits before it, the cell that it filled, and what its search reported."""

    values: bytes
    cell: int | None  # nothing was filled: the move was refused, or there was none
    facts: dict[str, float]  # none if there was no search


class WatchedSeat(AgentSeat):
    """An agent in this process, and what its last search reported."""

    def __init__(self, agent: Agent, player: int, seed: int) -> None:
        super().__init__(agent, player, seed)
        self.facts: dict[str, float] = {}
        self._task.report = self.facts.update

    def ask(self, game: Game, limit: Limit) -> Answer:
        """The agent's last proposal."""
        self.facts.clear()
        return super().ask(game, limit)


def to_watch(agent: str, rival: str, size: Size) -> list[Settings]:
    """Measurements of games of these two: on every board, with every time, as often as there are rounds."""
    return [
        {"agent": agent, "rival": rival, **size.place(board), "seconds": seconds, "game": game}
        | {"translated": size.translated}
        for game in range(1, size.rounds + 1)
        for seconds in size.seconds
        for board in size.boards
    ]


def watch(settings: Settings) -> Iterator[Seen]:
    """The agent's turns in such a game; in every other one it is the second player."""
    size = Size(seconds=(settings["seconds"],), translated=settings["translated"], in_process=True)
    game, number = Game(start_of(settings)), settings["game"]
    player = 1 if number % 2 else 2
    seat = WatchedSeat(load_agent(size.agent(settings["agent"])), player, seed=number)
    other = AgentSeat(load_agent(size.agent(settings["rival"])), 3 - player, seed=number)
    before = bytes(game.values)
    for turn, _, _ in Referee(game).turns((seat, other) if player == 1 else (other, seat), size.limits[0]):
        if turn.player == player:
            filled = [cell for cell, value in enumerate(game.values) if value != before[cell]]
            yield Seen(before, filled[0] if filled else None, dict(seat.facts))
        before = bytes(game.values)


def watch_depths(settings: Settings) -> Value:
    """How many turns ahead the searches of such a game see."""
    seen = [(turn.values.count(0), turn.facts) for turn in watch(settings) if turn.facts]
    return {"depths": [min(empty, facts["depth"]) for empty, facts in seen]}


def deeper(data: Data, agent: str, other: str) -> Estimate:
    """How many turns further than the other the agent sees, on average over games on the same board."""
    deep, flat = (_mean_depths(data, name) for name in (agent, other))
    return mean([deep[game] - depth for game, depth in flat.items() if game in deep])


def _mean_depths(data: Data, agent: str) -> dict[Hashable, float]:
    return {
        tuple(one.settings[key] for key in ("board", "seconds", "game")): fmean(one.value["depths"])
        for one in data.where(agent=agent)
        if one.value["depths"]
    }
