"""The fast lane: a game between two agents of our own, in this process, without a clock or a cage.

The same seed plays the same game. Nothing foreign runs here, and an agent that has to be stopped has no place here.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from dueldoku.agents.base import Agent, Limit, Task
from dueldoku.board.move import Move
from dueldoku.game.game import Game
from dueldoku.game.outcome import Turn


def play(game: Game, agents: tuple[Agent, Agent], limit: Limit, seed: int) -> Iterator[Turn]:
    """Play ``game`` to its end, one turn at a time. ``limit`` should say how many nodes a turn may take."""
    desks = _Desk(1, limit), _Desk(2, limit)
    number = 0
    while not game.is_over():
        desk = desks[game.turn - 1]
        desk.task.rng = random.Random(seed << 16 | number)
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
