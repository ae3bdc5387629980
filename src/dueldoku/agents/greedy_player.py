"""The course's ``greedy_player``: a legal move worth most points now. It does not look out for bombs."""

from __future__ import annotations

from dueldoku.agents.base import Agent, Task
from dueldoku.game.game import Game


class GreedyPlayer(Agent):
    """Proposes once and returns; among equals it chooses at random."""

    def think(self, game: Game, task: Task) -> None:
        moves = list(game.legal_moves())
        if moves:
            points = [game.points(game.geometry.cell_of(move)) for move in moves]
            most = max(points)
            task.propose(task.rng.choice([move for move, gain in zip(moves, points, strict=True) if gain == most]))
