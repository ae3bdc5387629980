"""``hybrid``, which report 000 names as future work: a tree search while the board is empty, minimax once it is not.

Either may be any of the reports' searches, with its options, each behind a ``/``:
``hybrid:share=0.3,early=mcts-cells/c=1/bombs=0,late=minimax-bombs/as=000``.
"""

from __future__ import annotations

from dataclasses import replace

from dueldoku.agents.base import Agent, Task, build, choose, within
from dueldoku.agents.mcts_cells import MctsCells
from dueldoku.agents.mcts_tree import MctsTree
from dueldoku.agents.minimax_bombs import MinimaxBombs
from dueldoku.agents.minimax_cells import MinimaxCells
from dueldoku.agents.minimax_regions import MinimaxRegions
from dueldoku.errors import UnknownName
from dueldoku.game.game import Game

_SEARCHES: dict[str, type[Agent]] = {
    "mcts-tree": MctsTree,
    "mcts-cells": MctsCells,
    "minimax-bombs": MinimaxBombs,
    "minimax-regions": MinimaxRegions,
    "minimax-cells": MinimaxCells,
}


class Hybrid(Agent):
    """``early`` plays while more than a ``share`` of all cells is empty, then ``late``."""

    def __init__(self, share: float = 0.4, early: str = "mcts-tree", late: str = "minimax-bombs") -> None:
        self._share = within("share", share, 0, 1)
        self._agents = {"early": _load("early", early), "late": _load("late", late)}

    def think(self, game: Game, task: Task) -> None:
        phase = "early" if game.values.count(0) > self._share * len(game.values) else "late"
        kept = task.load()
        own = kept[1] if kept is not None and kept[0] == phase else None  # what the other one kept is of no use
        self._agents[phase].think(game, replace(task, save=lambda thing: task.save((phase, thing)), load=lambda: own))


def _load(phase: str, text: str) -> Agent:
    name, *options = text.split("/")
    kind = _SEARCHES[choose(f"hybrid:{phase}", name, tuple(_SEARCHES))]
    given = dict(option.split("=", 1) for option in options if "=" in option)
    if len(given) < len(options):
        raise UnknownName(f"expected the options of {name} in hybrid as 'name/option=value/option=value', got {text!r}")
    agent: Agent = build(kind, given, name)
    return agent
