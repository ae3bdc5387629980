"""How far from perfect agents play, on positions whose every move has an exact value.

An agent is asked for one move in each position; its *loss* is what the best move is worth more than that one, in
points. Everybody is asked in the same positions, of boards that are solved: small ones, and larger ones with few empty
cells. An offence has no value; it is counted, not averaged.

Most of these boards have one solution. There ``mcts-tree`` and ``mcts-cells`` are one search: moves are cells, and both
know the bombs. So they lose the same, and differ only where several solutions are left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import count
from typing import NamedTuple

from dueldoku.agents.base import Limit
from dueldoku.agents.registry import AGENTS, load_agent
from dueldoku.arena.dataset import Order, labelled
from dueldoku.arena.seat import AgentSeat
from dueldoku.duel.position import Position
from dueldoku.engine.label import Label
from dueldoku.errors import UnknownName
from dueldoku.game.game import Game
from dueldoku.stats.intervals import mean_interval

KINDS = {
    "2x2": Order(("2x2",), least=4, most=10),
    "2x3": Order(("2x3",), least=6, most=14),
    "3x3": Order(("3x3",), least=6, most=16),
    "4x4": Order(("4x4",), least=6, most=16),
    "2x3 rows": Order(("2x3",), ("rows",), least=6, most=14),
    "3x3 rows": Order(("3x3",), ("rows",), least=6, most=14),
}
USUAL = tuple(name for name in AGENTS if name != "random_save_player")  # which plays as random_player does


class Shortfall(NamedTuple):
    """What an agent's moves lost on boards of one kind, in points; ``low`` and ``high`` bound the mean, at 95 %."""

    agent: str
    boards: str
    positions: int
    mean: float
    low: float
    high: float
    worst: int  #: the most that one move lost
    perfect: float  #: the share of moves that lost nothing
    offences: int  #: moves that lost the game at once


def measure_perfect(
    kinds: Iterable[str], agents: Iterable[str], positions: int, nodes: int, seed: int = 1
) -> Iterator[Shortfall]:
    """Each agent on boards of each kind, in so many positions."""
    names = list(agents) or list(USUAL)
    for name in names:
        load_agent(name)  # a wrong name is told before anything starts
    for kind in list(kinds) or list(KINDS):
        if kind not in KINDS:
            raise UnknownName(f"expected boards out of {', '.join(KINDS)}, got {kind!r}")
        for name in names:
            yield sum_up(name, kind, losses(name, kind, positions, nodes, seed))


def losses(agent: str, kind: str, positions: int, nodes: int, seed: int = 1) -> list[int | None]:
    """What the agent's move lost in each position; None for an offence. The same on every machine."""
    found = []
    for number, (text, known) in enumerate(solved_positions(kind, positions, seed)):
        game = Game(Position.parse(text))
        seat = AgentSeat(load_agent(agent), game.turn, number)
        move = seat.ask(game, Limit(nodes=nodes)).move
        value = None if move is None else known.values.get(move)
        found.append(None if value is None else known.value - value)
    return found


@cache
def solved_positions(kind: str, positions: int, seed: int = 1) -> tuple[tuple[str, Label], ...]:
    """The first positions of a kind with an exact value in which the moves are not all worth the same."""
    order, found = replace(KINDS[kind], seed=seed), list[tuple[str, Label]]()
    for number in count():
        game, known = labelled(order, number)
        if known and min(known.values.values()) < known.value:
            found.append((str(game.position()), known))
        if len(found) == positions:
            return tuple(found)
    raise AssertionError("numbers do not end")


def sum_up(agent: str, kind: str, found: list[int | None]) -> Shortfall:
    """The losses as numbers."""
    legal = [loss for loss in found if loss is not None]
    mean, low, high = mean_interval(legal) if legal else (0.0, 0.0, 0.0)
    share = legal.count(0) / len(found)
    return Shortfall(
        agent, kind, len(found), mean, max(low, 0.0), high, max(legal, default=0), share, found.count(None)
    )
