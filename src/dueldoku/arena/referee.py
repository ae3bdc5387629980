"""One game between two agents: the referee asks in turn and pushes what he is told.

``play`` is the fast lane: agents of our own, in this process, without a clock or a cage. The same seed plays the same
game. Nothing foreign runs there, and an agent that has to be stopped has no place there. ``play_hosted`` is for
anybody's agents, each in its own cage and under the clock.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from dueldoku.agents.base import Agent, Limit, Task
from dueldoku.arena.hosting.host import AgentFault, Answer, Fault, Host
from dueldoku.board.move import Move
from dueldoku.duel.turn import Ruling, Turn
from dueldoku.game.game import Game

LOSS_REASONS = (*map(str, Fault), *map(str, (Ruling.TABOO, Ruling.INVALID, Ruling.ILLEGAL)))


class Played(NamedTuple):
    """A turn of a hosted game, and how the agent fared in it."""

    turn: Turn
    answer: Answer


def play_hosted(game: Game, hosts: tuple[Host, Host], seconds: float) -> Iterator[Played]:
    """Play ``game`` to its end, one turn at a time; the hosts are started if they are not yet.

    An agent that does not start loses when it is its turn. Raises ArenaFault: then nobody has lost.
    """
    for host in hosts:
        host.launch()  # both at once: they start in parallel
    for host in hosts:
        with suppress(AgentFault):  # its answer will be just that
            host.start()
    while not game.is_over():
        answer = hosts[game.turn - 1].ask(game, seconds)
        yield Played(game.push(answer.move), answer)


def loss_reason(turn: Turn, answer: Answer) -> str:
    """Why the player lost by this turn: one of LOSS_REASONS, or nothing if he did not."""
    if not turn.ruling.loses:
        return ""
    if turn.ruling is Ruling.NOTHING:
        return str(answer.fault or Fault.RETURNED)
    if turn.ruling is Ruling.INVALID and answer.fault is Fault.MALFORMED:
        return str(answer.fault)
    return str(turn.ruling)


def play(game: Game, agents: tuple[Agent, Agent], limit: Limit, seed: int) -> Iterator[Turn]:
    """Play ``game`` to its end, one turn at a time.

    ``limit`` should say how many nodes a turn may take. If it says how many seconds too, the agents are told, and
    trusted to keep to it.
    """
    desks = _Desk(1, limit), _Desk(2, limit)
    number = 0
    while not game.is_over():
        desk = desks[game.turn - 1]
        desk.task.rng = random.Random(seed << 16 | number)
        desk.task.deadline = time.monotonic() + limit.seconds
        desk.proposal = None
        agents[game.turn - 1].think(game.copy(), desk.task)
        yield game.push(desk.proposal)
        number += 1


class _Desk:
    """Where a player's proposals and things to keep lie."""

    def __init__(self, player: int, limit: Limit) -> None:
        self.proposal: Move | None = None
        self.kept: object = None
        self.task = Task(player, limit, self._propose, save=self._save, load=lambda: self.kept)

    def _propose(self, move: Move) -> None:
        self.proposal = move

    def _save(self, thing: object) -> None:
        self.kept = thing
