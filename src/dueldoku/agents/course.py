"""Agents written for the course, as agents of ours: the state goes in as they know it, their proposals come out."""

from __future__ import annotations

import threading
from typing import Any, SupportsIndex

from competitive_sudoku.bridge import state_of
from competitive_sudoku.sudokuai import SudokuAI
from dueldoku.agents.base import Agent, Task
from dueldoku.board.move import Move
from dueldoku.game.game import Game


class CourseAgent(Agent):
    """A ``SudokuAI`` that plays. It keeps its own files with ``save`` and ``load``, in the working directory."""

    def __init__(self, ai: SudokuAI) -> None:
        self.ai = ai

    def think(self, game: Game, task: Task) -> None:
        self.ai.player_number = task.player
        self.ai.best_move = _Slot(task)
        self.ai.lock = threading.Lock()  # some take it themselves
        self.ai.compute_best_move(state_of(game))


class _Slot(list[Any]):
    """The three numbers of ``best_move``: a proposal each time the last one is written, or all at once."""

    def __init__(self, task: Task) -> None:
        super().__init__([0, 0, 0])
        self._task = task

    def __setitem__(self, place: SupportsIndex | slice, value: Any) -> None:
        super().__setitem__(place, value)
        if (isinstance(place, slice) or place in (2, -1)) and self != [0, 0, 0]:
            # Whatever it is: the one who asks judges it.
            self._task.propose(Move(*self) if len(self) == 3 else tuple(self))  # type: ignore[arg-type]
