"""``mcts-tree``, after report 000 (its second agent): UCT over moves, and the tree lasts from turn to turn.

Its mistakes: ``twice``, the points of the turns in the tree are counted twice; ``uneven``, a playout is worth 1 or 0 to
the agent and -1 or 0 to its opponent, draws as losses; ``refill``, a cell that the search has filled may be filled
again; ``untried``, a move that was never tried is worth 0; ``upside-down``, a refused move is passed over on the way
down the kept tree, which is then about the other player's turn.
"""

from __future__ import annotations

import time
from math import inf
from typing import ClassVar, NamedTuple

import numpy as np

from dueldoku.agents.base import Limit, Task, choose, mistakes_of, within
from dueldoku.agents.compiled import open_turn, propose_any
from dueldoku.agents.mcts import EVERY_DIGIT, ORDERS, MctsAgent, TreeSearch, late_bombs, legal_sets, without_taboo
from dueldoku.agents.pace import Pace
from dueldoku.board.move import Move
from dueldoku.errors import UnknownName
from dueldoku.game.game import Game
from dueldoku.kernels.duel.mcts import ANY, DIGITS, TWICE, UNEVEN, Policy, Tree, clear, find_child, graft, new_tree

_BITS = {"twice": TWICE, "uneven": UNEVEN}  # mistakes that the kernel makes
_MISTAKES = (*_BITS, "refill", "untried", "upside-down")
_SAVING = 0.03  # of a turn's time
_SOON = 0.02  # seconds; nothing is saved before twice that time
_REHEARSAL = 1000  # nodes that are saved first, to see how long that takes
_TEN = 10  # visits of the root between two saves of report 000


class Kept(NamedTuple):
    """What lasts from turn to turn: the tree below the move that was proposed last."""

    past: int  # how many turns there were, with that one
    board: bytes  # after that move
    late: bool  # whether bombs were known
    tree: Tree


class KeptWhole(NamedTuple):
    """What lasts from turn to turn in report 000: the whole tree, and who it takes for the player to move: 0 or 1."""

    tree: Tree
    mover: int


class MctsTree(MctsAgent):
    """Until few cells are empty, it takes every legal digit for solvable, and proves only those it wants to propose."""

    NAME = "mcts-tree"
    PRESETS: ClassVar = {
        "000": {
            "playouts": "moves",
            "bombs": "0",
            "order": "board",
            "first": "random",
            "proof": "no",
            "save": "ten",
            "saved": "2000000",
            "mistakes": "twice+uneven+refill+untried+upside-down",
        }
    }

    def __init__(
        self,
        c: float = 2.0,
        playouts: str = "cells",
        bombs: int = 24,
        greedy: float = 0.0,
        order: str = "yes",
        first: str = "proven",
        proof: bool = True,
        save: str = "yes",
        nodes: int = 2_000_000,
        saved: int = 200_000,
        clock: str = "nodes",
        mistakes: str = "none",
    ) -> None:
        digits = choose("playouts", playouts, ("cells", "moves")) == "moves"
        self._mistakes = mistakes_of(mistakes, _MISTAKES)
        self._refills = "refill" in self._mistakes
        if self._refills and not digits:
            raise UnknownName("expected playouts=moves with the mistake refill, got playouts=cells")
        wrong = sum(_BITS[word] for word in self._mistakes & _BITS.keys())
        how = ORDERS[choose("order", order, tuple(ORDERS))]
        policy = Policy(within("c", float(c), 0), False, how, digits, within("greedy", float(greedy), 0, 1), wrong)
        super().__init__(policy, nodes, clock=clock)
        self._bombs, self._proof = within("bombs", bombs, 0), proof
        self._first = choose("first", first, ("proven", "random"))
        self._ten = choose("save", save, ("yes", "no", "ten")) == "ten"
        self._whole = self._ten or "upside-down" in self._mistakes
        self._saved = min(within("saved", saved, 0), nodes) if save != "no" else 0
        self._saved_at = _SOON
        self._counts = False  # whether visits of the root are counted, to save as report 000 does

    def open(self, game: Game, task: Task) -> TreeSearch | None:
        if not (propose_any(game, task) if self._first == "random" else open_turn(game, task)):
            return None
        bombs = late_bombs(game, self._bombs)
        fills = without_taboo(game, [EVERY_DIGIT & ~digits for digits in bombs])
        kept = task.load() if self._saved else None
        clear(self.tree)
        mover = game.turn - 1
        if isinstance(kept, KeptWhole):
            mover = self._go_on(kept, game)
        elif kept is not None and kept.late == self._is_late(game) and (node := follow(kept, game)) >= 0:
            graft(kept.tree, node, self.tree, np.empty(len(self.tree.moves), np.int32), ANY)
        self._saved_at = _SOON
        search = TreeSearch(game, fills, bombs, self.policy, self.tree, task.rng, refills=self._refills)
        search.play.now.turn = mover
        return search

    def _go_on(self, kept: KeptWhole, game: Game) -> int:
        """Go on with the kept tree where the last two moves led to; returns who it takes for the player to move."""
        if game.reach or self._is_late(game):  # players may be skipped, or have used bombs that are still in the tree
            return game.turn - 1
        node, mover = follow_last(kept, game, "upside-down" in self._mistakes)
        if node >= 0:
            legal = np.array(legal_sets(game), np.uint64)
            graft(kept.tree, node, self.tree, np.empty(len(self.tree.moves), np.int32), legal)
        return mover

    def best(self, search: TreeSearch) -> int | None:
        worth = search.means if "untried" in self._mistakes else search.tried(search.means)
        return search.best(worth, self._proof)

    # -- saving ------------------------------------------------------------------------------------------------------

    def ready(self, search: TreeSearch, task: Task, pace: Pace) -> None:
        # It takes a limit of nodes to know which save is the last.
        self._counts = self._ten and self._saved > 0 and task.limit.nodes is not None
        if self._counts:
            kept = task.load()
            pace.left -= pace.costs.load.of(int(kept.tree.grown.nodes)) if kept is not None else 0
            self._note(search, task, pace)

    def stride(self, search: TreeSearch) -> int:
        return _TEN - int(self.tree.visits[0]) % _TEN if self._counts else super().stride(search)

    def look(self, search: TreeSearch, task: Task, proposed: int | None, pace: Pace) -> None:
        if self._counts:
            if self.tree.visits[0] % _TEN == 0 and proposed is not None:
                self._note(search, task, pace)
        # If nobody tells how long a turn is, it may end at any time.
        elif task.limit == Limit() and pace.seconds > 2 * self._saved_at:
            self._save(search, task, proposed, _SAVING * pace.seconds / 2)
            self._saved_at = pace.seconds

    def finish(self, search: TreeSearch, task: Task, proposed: int | None) -> None:
        if not self._counts or search.room.reached.stuck:
            self._save(search, task, proposed, _SAVING * task.limit.seconds)

    def _note(self, search: TreeSearch, task: Task, pace: Pace) -> None:
        """The report saves here. That counts; but nothing is written unless it may be the last time in this turn."""
        nodes, save = int(self.tree.grown.nodes), pace.costs.save
        pace.left -= save.of(nodes)
        ahead = self.stride(search)
        if 0 <= pace.left < ahead * pace.step + save.of(nodes + ahead * pace.breadth):
            self._save(search, task, None, inf)

    def _save(self, search: TreeSearch, task: Task, proposed: int | None, seconds: float) -> None:
        """Save as much of the tree, or of what is below the move proposed, as that time allows.

        A little first, to see how long it takes, then what fits.
        """
        if not self._saved or (proposed is None and not self._whole):
            return
        node = 0 if proposed is None or self._whole else find_child(search.tree, 0, proposed)
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

    def _kept(self, search: TreeSearch, proposed: int | None, tree: Tree) -> Kept | KeptWhole:
        game = search.game
        if proposed is None or self._whole:
            return KeptWhole(tree, int(search.play.now.turn))
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
        number = _number(game, move)
        if move in game.taboo:  # it was refused, and nothing was filled
            number = ~number
        else:
            board[number // DIGITS] = move.digit
        node = find_child(kept.tree, node, number)
        if node < 0:
            return -1
    right = kept.tree.children[node] == 0 or kept.tree.turns[node] == game.turn - 1
    return node if right and board == bytes(game.values) else -1


def follow_last(kept: KeptWhole, game: Game, upside_down: bool) -> tuple[int, int]:
    """The node that the last two moves lead to, -1 if it is not there, and who is to move there.

    A refused move leads nowhere; ``upside_down``: it is passed over, and the tree does not notice that a turn is gone.
    """
    node, mover = 0, kept.mover
    for move in game.start.past[-2:]:
        if move in game.taboo:
            if not upside_down:
                return -1, game.turn - 1
        else:
            node = find_child(kept.tree, node, _number(game, move)) if node >= 0 else -1
            mover = 1 - mover
    return node, mover


def _number(game: Game, move: Move) -> int:
    """A move as the kernel writes it."""
    return game.geometry.cell_of(move) * DIGITS + move.digit - 1


def cut(tree: Tree, node: int, most: int) -> tuple[Tree, bool]:
    """The tree below the node, so many nodes of it at most; and whether that is all of it."""
    other = new_tree(most)
    complete = graft(tree, node, other, np.empty(most, np.int32), ANY)
    arrays = (array[: other.grown.nodes].copy() for array in other[:-1])
    return Tree._make([*arrays, other.grown]), complete
