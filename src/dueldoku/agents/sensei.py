"""``sensei``, the flagship agent: it asks for better and better insights, and proposes the best move of each.

Weaker levels see less far and know less of the theory; none makes mistakes on purpose.
"""

from __future__ import annotations

from math import inf
from typing import ClassVar

from dueldoku.agents.base import Agent, Task, choose, within
from dueldoku.agents.compiled import open_turn
from dueldoku.agents.levels import LEVELS
from dueldoku.engine.effort import Effort
from dueldoku.engine.insights import insights, load_kernels
from dueldoku.engine.memory import Memory
from dueldoku.engine.network import BUNDLED, check
from dueldoku.engine.skill import Skill
from dueldoku.engine.territory import STYLE, Style
from dueldoku.game.game import Game
from dueldoku.kernels.duel.terrain import Features
from dueldoku.solvers.backend import warm_up

_COME_HOME = 0.004  # seconds


def _seeing(**shares: float) -> Style:
    """The usual judgement of territories, but with so much of what is named; points and the turn count in full."""
    factors = [shares.get(name, name in ("hot", "turn")) for name in Features.__annotations__]
    rows = (tuple(round(factor * weight) for factor, weight in zip(factors, row, strict=True)) for row in STYLE.weights)
    return STYLE._replace(weights=tuple(rows))


_GROUND = _seeing(sooner=1, only=1, units=1)  # but not the moves that ground gives
_COUNTING = Skill(exact=0, proofs=False, territory=_GROUND)
SKILLS = {
    "child": Skill(depth=0, kinds=1),
    "beginner": Skill(depth=0),
    "casual": Skill(depth=2, bombs=False, territory=_seeing()),
    "hobby": Skill(depth=4, bombs=False, territory=_seeing(sooner=0.1)),
    "club": _COUNTING._replace(depth=3, sight=6, territory=_seeing(sooner=0.3)),
    "league": _COUNTING._replace(depth=3, sight=14),
    "expert": _COUNTING._replace(depth=5, sight=19),
    "veteran": _COUNTING._replace(depth=7, sight=24),
    "master": Skill(depth=10, exact=10, sight=32, territory=_GROUND),
    "full": Skill(),
}
assert LEVELS.keys() == SKILLS.keys()


class Sensei(Agent):
    """Plays every board and rule set, at any of its levels, with so many megabytes of memory.

    ``network`` helps to judge territories: ``bundled``, if there is one for boards of this size, ``none``, or a file.
    """

    CHOICES: ClassVar = {"level": LEVELS}

    def __init__(self, level: str = "full", memory: int = 512, network: str = BUNDLED) -> None:
        skill = SKILLS[choose("level", level, tuple(LEVELS))]._replace(memory=within("memory", memory, 1))
        self.skill = skill._replace(territory=skill.territory._replace(network=check(network)))
        warm_up()
        load_kernels()

    def think(self, game: Game, task: Task) -> None:
        nodes = inf if task.limit.nodes is None else task.limit.nodes
        effort = Effort(task.seconds_left() - _COME_HOME, nodes)
        if not open_turn(game, task):
            return
        for insight in insights(game, effort, self.skill, Memory(task.load, task.save)):
            task.propose(insight.best.move)
            task.report({"value": insight.value, "depth": insight.depth, "nodes": round(effort.spent)})
