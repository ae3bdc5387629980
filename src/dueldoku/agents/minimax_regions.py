"""``minimax-regions``, after the second agent of report 000: alpha-beta over moves, with two heuristics.

Cells with few candidates are tried first, those with two last; and a tenth of the share of empty cells is added to the
score difference when it is the agent's turn again: the mean of the shares in rows, columns and blocks, which is that of
the whole board. ``order=shuffled`` and ``empty=no`` switch them off.
"""

from __future__ import annotations

from typing import ClassVar

from dueldoku.agents.base import Agent, Task, mistakes_of
from dueldoku.agents.minimax import MinimaxStyle, MinimaxTurn, depth_of, open_search, sort_moves
from dueldoku.game.game import Game

NAME = "minimax-regions"


class MinimaxRegions(Agent):
    """Searches from depth 2 on, every legal digit. Its mistakes are explained in docs/reports.md."""

    PRESETS: ClassVar = {
        "000": {
            "order": "moves",
            "prune": "late",
            "bound": "moves",
            "reorder": "no",
            "first": "ordered",
            "proof": "no",
            "mistakes": "keep+refill+blocks",
        }
    }

    def __init__(
        self,
        order: str = "candidates",
        empty: bool = True,
        prune: str = "yes",
        start: str = "2",
        deepest: int = 0,
        bound: str = "cells",
        reorder: bool = True,
        first: str = "proven",
        proof: bool = True,
        symmetry: bool = False,
        clock: str = "nodes",
        mistakes: str = "none",
    ) -> None:
        wrong = mistakes_of(mistakes, ("keep", "refill", "blocks"))
        self.style = MinimaxStyle(
            NAME,
            order,
            prune,
            depth_of(start),
            deepest,
            bound,
            reorder,
            first,
            proof,
            clock=clock,
            symmetry=symmetry,
            empty=empty,
            keep="keep" in wrong,
            refill="refill" in wrong,
            blocks="blocks" in wrong,
        ).checked()

    def think(self, game: Game, task: Task) -> None:
        style = self.style
        moves = open_search(game, task, style)
        if not moves:
            return
        if style.first == "proven":
            moves = sort_moves(game, task, moves, style.order)
        shares = () if style.start else task.load() or ()
        turn = MinimaxTurn(game, task, style.play(game, len(moves)), moves, style, shares=shares)
        turn.run()
        if not style.start:
            task.save(turn.shares)
