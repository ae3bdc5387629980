"""``minimax-cells``, after report 001: alpha-beta over cells. A digit never changes the score: any solution will do.

Its mistake ``blocks``: the empty cells of a block are counted in one of its columns only, once for each column.
"""

from __future__ import annotations

from typing import ClassVar, TypedDict

import numpy as np

from dueldoku.agents.base import Agent, Task, choose, mistakes_of
from dueldoku.agents.compiled import open_turn, propose_any, proven_digits
from dueldoku.agents.guesses import ListedSolver, random_solution
from dueldoku.agents.minimax import (
    MinimaxStyle,
    MinimaxTurn,
    Moves,
    Shares,
    depth_of,
    propose_first,
    sort_moves,
    tests_within,
)
from dueldoku.errors import UnknownName
from dueldoku.game.game import Game
from dueldoku.kernels.base.records import Rows, dtype_of
from dueldoku.kernels.duel.play import Play
from dueldoku.kernels.duel.resumable import Remembered, table_of

NAME = "minimax-cells"
_TEXT = {
    "order": "rotating",
    "bound": "none",
    "first": "none",
    "proof": "no",
    "propose": "depth",
    "solve": "game",
    "guess": "random",
}


class KeptCells(TypedDict, total=False):
    """What lasts from turn to turn."""

    solution: bytes
    shares: Shares  # what the depths took in the last turn
    table: bytes


class MinimaxCells(Agent):
    """Searches from depth 1 on, cells in the order of the board."""

    PRESETS: ClassVar = {
        "001": _TEXT,
        "001-listing": {**_TEXT, "solver": "listing", "solve": "turn", "guess": "first", "mistakes": "blocks"},
    }

    def __init__(
        self,
        order: str = "board",
        prune: str = "yes",
        start: str = "1",
        deepest: int = 0,
        bound: str = "cells",
        reorder: bool = True,
        first: str = "proven",
        proof: bool = True,
        propose: str = "better",
        solver: str = "right",
        solve: str = "turn",
        guess: str = "first",
        table: int = 0,
        save: bool = False,
        clock: str = "nodes",
        mistakes: str = "none",
    ) -> None:
        self.style = MinimaxStyle(
            NAME, order, prune, depth_of(start), deepest, bound, reorder, first, proof, propose, clock
        ).checked()
        self._is_listing = choose("solver", solver, ("right", "listing")) == "listing"
        self._is_once = choose("solve", solve, ("turn", "game")) == "game"
        self._is_random = choose("guess", guess, ("first", "random")) == "random"
        self._is_reported = self._is_listing or self._is_once or self._is_random
        self._mistakes = mistakes_of(mistakes, ("blocks",))
        if table < 0 or (save and not table):
            raise UnknownName(f"expected a table of 0 or more entries, and one to save, got {table}")
        if save and self._mistakes:
            raise UnknownName("expected save=no with the mistake blocks: it counts differently in each turn")
        self._entries, self._save = table, save

    def think(self, game: Game, task: Task) -> None:
        style, kept = self.style, task.load() or KeptCells()
        if style.first == "random":
            propose_any(game, task)
        proven = open_turn(game, task) if style.first == "proven" else []
        if style.first == "proven" and not proven:
            return
        looks, moves = self._digits(game, task, kept) if self._is_reported else (0, proven or proven_digits(game))
        if not moves:
            return
        moves = sort_moves(game, task, moves, style.order)
        if style.first in ("random", "ordered"):
            propose_first(game, task, moves)
        play, table = style.play(game, len(moves)), self._table(game, kept)
        if "blocks" in self._mistakes:
            _miscount_blocks(game, play)
        shares = kept.get("shares", ())
        turn = MinimaxTurn(game, task, play, moves, style, sure=True, tested=looks, shares=shares, table=table)
        turn.run()
        if not style.start:
            kept["shares"] = turn.shares
        if self._save and table is not None:
            kept["table"] = np.asarray(table).tobytes()
        if kept:
            task.save(kept)

    def _digits(self, game: Game, task: Task, kept: KeptCells) -> tuple[int, Moves]:
        """How often the report's solver looked at a cell, and a digit for each; none if it has no solution."""
        known = kept.get("solution")
        looks, solution = 0, None
        if self._is_listing:
            cells = game.values.count(0)
            solver = ListedSolver(game, tests_within(task, self.style, game, cells))
            solution = solver.solve()
            looks = solver.looks
        elif self._is_once and known and all(not value or value == known[at] for at, value in enumerate(game.values)):
            solution = known
        else:
            solution = random_solution(game, task.rng) if self._is_random else game.solution()
        if self._is_once and solution and solution != known:
            kept["solution"] = solution
            task.save(kept)
        return looks, [(cell, digit) for cell, digit in enumerate(solution or ()) if not game.values[cell]]

    def _table(self, game: Game, kept: KeptCells) -> Rows[Remembered] | None:
        """The table of positions; none where there are territories."""
        if not self._entries or game.reach:
            return None
        table = table_of(1 << (self._entries - 1).bit_length())
        if "table" in kept:
            np.asarray(table)[:] = np.frombuffer(kept["table"], dtype_of(Remembered))
        return table


def _miscount_blocks(game: Game, play: Play) -> None:
    m, n, side = game.geometry.m, game.geometry.n, game.geometry.side
    for block in range(side):
        col = block % m * n + block % n
        column = [game.values[row * side + col] for row in range(block // m * m, block // m * m + m)]
        play.empty[2 * side + block] = n * column.count(0)
