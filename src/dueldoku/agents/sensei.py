"""``sensei``, the flagship agent: it asks for better and better insights, and proposes the best move of each.

Weaker levels see less far and know less of the theory; none makes mistakes on purpose.
"""

from __future__ import annotations

from math import inf

from dueldoku.agents.base import Agent, Task, choose, within
from dueldoku.agents.compiled import open_turn
from dueldoku.agents.levels import LEVELS
from dueldoku.engine.effort import Effort
from dueldoku.engine.insights import insights, load_kernels
from dueldoku.engine.skill import Skill
from dueldoku.game.game import Game
from dueldoku.solvers.backend import warm_up

_COME_HOME = 0.004  # seconds

SKILLS = {
    "beginner": Skill(depth=0, bombs=False),
    "casual": Skill(depth=1, bombs=False),
    "club": Skill(depth=3, bombs=False),
    "expert": Skill(depth=6, exact=0, proofs=False, sight=62),
    "master": Skill(depth=12, exact=10, sight=26),
    "full": Skill(),
}
assert LEVELS.keys() == SKILLS.keys()


class Sensei(Agent):
    """Plays every board and rule set, at any of its levels, with so many megabytes of memory."""

    def __init__(self, level: str = "full", memory: int = 512) -> None:
        self.skill = SKILLS[choose("level", level, tuple(LEVELS))]._replace(memory=within("memory", memory, 1))
        warm_up()
        load_kernels()

    def think(self, game: Game, task: Task) -> None:
        nodes = inf if task.limit.nodes is None else task.limit.nodes
        effort = Effort(task.seconds_left() - _COME_HOME, nodes)
        if not open_turn(game, task):
            return
        for insight in insights(game, effort, self.skill):
            task.propose(insight.best.move)
            task.report({"value": insight.value, "depth": insight.depth, "nodes": effort.spent})
