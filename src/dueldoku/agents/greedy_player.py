"""The course's ``greedy_player``: a legal move worth most points now. It does not look out for bombs."""

from __future__ import annotations

from dueldoku.agents.base import Agent, Task
from dueldoku.game.game import Game


class GreedyPlayer(Agent):
    """Proposes once and returns; among equals it chooses at random."""

    def think(self, game: Game, task: Task) -> None:
        moves = list(game.legal_moves())
        if moves:
            cells = list(map(game.geometry.cell_of, moves))
            points = {cell: game.points(cell) for cell in set(cells)}
            most = max(points.values())
            task.propose(
                task.rng.choice([move for move, cell in zip(moves, cells, strict=True) if points[cell] == most])
            )
