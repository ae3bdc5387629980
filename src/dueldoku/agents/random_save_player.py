"""The course's ``random_save_player``: ``random_player`` that keeps ten million numbers between its turns."""

from __future__ import annotations

import numpy as np

from dueldoku.agents.base import Task
from dueldoku.agents.random_player import RandomPlayer
from dueldoku.game.game import Game

_NUMBERS = 10_000_000


class RandomSavePlayer(RandomPlayer):
    """Shows what save and load cost: it proposes first, then loads what it saved and saves it again."""

    def think(self, game: Game, task: Task) -> None:
        super().think(game, task)
        kept = task.load()
        task.save(np.arange(_NUMBERS) if kept is None else kept)
