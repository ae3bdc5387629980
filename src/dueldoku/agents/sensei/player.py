"""``sensei``, the flagship agent: it asks for better and better insights, and proposes the best move of each."""

from __future__ import annotations

from math import inf

from dueldoku.agents.base import Agent, Task, choose
from dueldoku.agents.compiled import load_solvers, open_turn
from dueldoku.agents.sensei.effort import Effort
from dueldoku.agents.sensei.insights import insights, load_kernels
from dueldoku.agents.sensei.levels import LEVELS, skill_of
from dueldoku.game.game import Game

_COME_HOME = 0.004  # seconds


class Sensei(Agent):
    """Plays every board and rule set, at any of its levels, with so many megabytes of memory."""

    def __init__(self, level: str = "full", memory: int = 512) -> None:
        self.skill = skill_of(choose("level", level, tuple(LEVELS)))._replace(memory=memory)
        load_solvers()
        load_kernels()

    def think(self, game: Game, task: Task) -> None:
        nodes = inf if task.limit.nodes is None else task.limit.nodes
        effort = Effort(task.seconds_left() - _COME_HOME, nodes)
        if not open_turn(game, task):
            return
        for insight in insights(game, effort, self.skill):
            task.propose(insight.best.move)
            task.report({"value": insight.value, "depth": insight.depth, "nodes": effort.spent})
