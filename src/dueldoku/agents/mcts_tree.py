"""``mcts-tree``, after report 000 (its second agent): UCT over moves, and the tree lasts from turn to turn.

Its mistakes: ``twice``, the points of the turns in the tree are counted twice; ``uneven``, a playout is worth 1 or 0 to
the agent and -1 or 0 to its opponent, draws as losses.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from math import inf
from typing import NamedTuple

import numpy as np

from dueldoku.agents.base import Limit, Task, choose, mistakes_of
from dueldoku.agents.mcts import EVERY_DIGIT, MctsAgent, TreeSearch, late_bombs, without_taboo
from dueldoku.game.game import Game
from dueldoku.kernels.duel.mcts import DIGITS, TWICE, UNEVEN, Policy, Tree, clear, find_child, graft, new_tree

_MISTAKES = {"twice": TWICE, "uneven": UNEVEN}
_SAVING = 0.03  # of a turn's time
_SOON = 0.02  # seconds; nothing is saved before twice that time
_REHEARSAL = 1000  # nodes that are saved first, to see how long that takes


class Kept(NamedTuple):
    """What lasts from turn to turn: the tree below the move that was proposed last."""

    past: int  # how many turns there were, with that one
    board: bytes  # after that move
    late: bool  # whether bombs were known
    tree: Tree


class MctsTree(MctsAgent):
    """Until few cells are empty, it takes every legal digit for solvable, and proves only those it wants to propose."""

    def __init__(
        self,
        c: float = 2.0,
        playouts: str = "cells",
        bombs: int = 24,
        greedy: float = 0.0,
        order: bool = True,
        save: bool = True,
        nodes: int = 2_000_000,
        saved: int = 200_000,
        mistakes: str = "none",
    ) -> None:
        digits = choose("playouts", playouts, ("cells", "moves")) == "moves"
        wrong = sum(_MISTAKES[word] for word in mistakes_of(mistakes, tuple(_MISTAKES)))
        super().__init__(Policy(float(c), False, order, digits, float(greedy), wrong), nodes)
        self._bombs = bombs
        self._saved = min(saved, nodes) if save else 0
        self._saved_at = _SOON

    def search(self, game: Game, task: Task, proven: Sequence[tuple[int, int]]) -> TreeSearch:
        bombs = late_bombs(game, self._bombs)
        fills = without_taboo(game, [EVERY_DIGIT & ~digits for digits in bombs])
        kept = task.load() if self._saved else None
        clear(self.tree)
        if kept is not None and kept.late == self._is_late(game) and (node := follow(kept, game)) >= 0:
            graft(kept.tree, node, self.tree, np.empty(len(self.tree.moves), np.int32))
        self._saved_at = _SOON
        return TreeSearch(game, fills, bombs, self.policy, self.tree, task.rng)

    def look(self, search: TreeSearch, task: Task, proposed: int | None, seconds: float) -> None:
        # If nobody tells how long a turn is, it may end at any time.
        if task.limit == Limit() and seconds > 2 * self._saved_at:
            self._save(search, task, proposed, _SAVING * seconds / 2)
            self._saved_at = seconds

    def finish(self, search: TreeSearch, task: Task, proposed: int | None) -> None:
        self._save(search, task, proposed, _SAVING * task.limit.seconds)

    def _save(self, search: TreeSearch, task: Task, proposed: int | None, seconds: float) -> None:
        """Save as much of the tree below the move proposed as that time allows: a little first, then what fits."""
        if not self._saved or proposed is None:
            return
        node = find_child(search.tree, 0, proposed)
        most = self._saved if seconds == inf else min(self._saved, _REHEARSAL)
        while True:
            begin = time.monotonic()
            tree, complete = cut(search.tree, node, most)
            task.save(self._kept(search, proposed, tree))
            spent = time.monotonic() - begin
            seconds -= spent
            fits = most if complete or seconds == inf else min(self._saved, int(seconds / spent * most))
            if fits <= most:
                return
            most = fits

    def _kept(self, search: TreeSearch, proposed: int, tree: Tree) -> Kept:
        game = search.game
        board = bytearray(game.values)
        if proposed >= 0:
            board[proposed // DIGITS] = proposed % DIGITS + 1
        return Kept(len(game.start.past) + 1, bytes(board), self._is_late(game), tree)

    def _is_late(self, game: Game) -> bool:
        return game.values.count(0) <= self._bombs


def follow(kept: Kept, game: Game) -> int:
    """The node of the kept tree that the game has reached; -1 if it is not there."""
    node, board = 0, bytearray(kept.board)
    for move in game.start.past[kept.past :]:
        cell = game.geometry.cell_of(move)
        written = cell * DIGITS + move.digit - 1
        if move in game.taboo:  # it was refused, and nothing was filled
            written = ~written
        else:
            board[cell] = move.digit
        node = find_child(kept.tree, node, written)
        if node < 0:
            return -1
    right = kept.tree.children[node] == 0 or kept.tree.turns[node] == game.turn - 1
    return node if right and board == bytes(game.values) else -1


def cut(tree: Tree, node: int, most: int) -> tuple[Tree, bool]:
    """The tree below the node, so many nodes of it at most; and whether that is all of it."""
    other = new_tree(most)
    complete = graft(tree, node, other, np.empty(most, np.int32))
    arrays = (array[: other.grown.nodes].copy() for array in other[:-1])
    return Tree._make([*arrays, other.grown]), complete
