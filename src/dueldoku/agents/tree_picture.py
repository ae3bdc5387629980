"""The tree that a tree search grows in a position, to be drawn: ``dueldoku analyse --tree``, after report 000's own."""

from __future__ import annotations

from random import Random

import numpy as np

from dueldoku.agents.base import Limit, Task
from dueldoku.agents.mcts import MctsAgent
from dueldoku.agents.registry import load_agent
from dueldoku.errors import FormatError, UnknownName
from dueldoku.game.game import Game
from dueldoku.kernels.duel.mcts import DIGITS, Tree
from dueldoku.render.tree import Branch

MOST = 60  # nodes in a picture: more are too wide to be looked at


def grow_tree(game: Game, name: str, iterations: int, levels: int) -> Branch:
    """The tree of this agent after so many iterations: the nodes that were visited most, down to some level.

    A node has its move, ``n``, how often it was visited, and ``q``, the sum of what these visits were worth to the
    player who made the move.
    """
    agent = load_agent(name)
    if not isinstance(agent, MctsAgent):
        raise UnknownName(f"expected a tree search such as mcts-tree, got {name!r}")
    if game.is_over():
        raise FormatError("the game is over: there is no tree to grow")
    agent.think(game.copy(), Task(game.turn, Limit(nodes=iterations), lambda move: None, Random(1)))
    if not agent.tree.visits[0]:
        raise FormatError(f"{name} does not search in its first turn: there is no tree")
    return _Picture(game, agent.tree, levels).branch(0, 0, own=False)


class _Picture:
    """A tree on its way to a picture."""

    def __init__(self, game: Game, tree: Tree, levels: int) -> None:
        self.game, self.tree, self.levels = game, tree, levels
        # A child has no more visits than its parent and lies behind it, so what is drawn hangs together.
        order = np.argsort(-tree.visits[: tree.grown.nodes], kind="stable")[:MOST]
        self.drawn = {int(node) for node in order if tree.visits[node]}

    def branch(self, node: int, level: int, own: bool) -> Branch:
        """What is drawn of this node."""
        tree, first = self.tree, int(self.tree.first[node])
        children = range(first, first + int(tree.children[node])) if level < self.levels else range(0)
        mine = bool(children) and int(tree.turns[node]) == self.game.turn - 1
        shown = tuple(self.branch(child, level + 1, mine) for child in children if child in self.drawn)
        visits = int(tree.visits[node])
        lines = [self._name(node) if level else "start", f"n = {visits}"]
        if level:
            lines.append(f"q = {round(float(tree.means[node]) * visits, 2):g}")
        if len(shown) < len(children):
            lines.append(f"+ {len(children) - len(shown)} more")
        return Branch(tuple(lines), own, shown)

    def _name(self, node: int) -> str:
        number = int(self.tree.moves[node])
        cell, digit = divmod(max(number, ~number), DIGITS)
        return f"{'' if number >= 0 else 'bomb '}{self.game.geometry.move(cell, digit + 1)}"
