"""``minimax-bombs``, after the third agent of report 000: alpha-beta over moves that passes on purpose.

It looks for bombs when the board is between ``low`` and ``high`` full, keeps the list from turn to turn, leaves them
out of the search, and proposes one when every move it looked at loses points. A turn that ended before the list was
done raises ``low`` by ``step``.
"""

from __future__ import annotations

from typing import ClassVar, TypedDict

import numpy as np

from dueldoku.agents.base import Agent, Task, choose, mistakes_of, within
from dueldoku.agents.compiled import play_of
from dueldoku.agents.minimax import (
    MinimaxStyle,
    MinimaxTurn,
    Moves,
    Shares,
    depth_of,
    nodes_within,
    open_search,
    sort_moves,
)
from dueldoku.board.grid import Grid
from dueldoku.board.move import Move
from dueldoku.game.game import Game
from dueldoku.kernels.duel.blocked_digit import mark_blocked
from dueldoku.kernels.duel.play import fills_of

NAME = "minimax-bombs"
_BLOCKS = {"blockrow": (False,), "blockcolumn": (True,), "blockboth": (False, True)}  # by column?
_MISTAKES = ("keep", "total", "skip", "refill", "counted", "unnoticed", "delayed")
_SLICE = 200  # moves tested between two looks at the clock


class KeptBombs(TypedDict):
    """What lasts from turn to turn."""

    bombs: Moves
    low: float
    unfinished: bool  # a list was begun, and is not done
    finished: bool  # one was done before
    shares: Shares  # what the depths took in the last turn


class MinimaxBombs(Agent):
    """Searches from depth 2 on. Its mistakes are explained in docs/reports.md."""

    PRESETS: ClassVar = {
        "000": {
            "prune": "late",
            "start": "3",
            "bound": "moves",
            "reorder": "no",
            "first": "random",
            "proof": "no",
            "mistakes": "+".join(_MISTAKES),
        }
    }

    def __init__(
        self,
        bombs: str = "blockrow",
        low: float = 0.2,
        high: float = 0.85,
        step: float = 0.1,
        order: str = "units",
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
        self._how = choose("bombs", bombs, (*_BLOCKS, "exact", "none"))
        self._low, self._high = within("low", low, 0, 1), within("high", high, 0, 1)
        self._step = within("step", step, 0, 1)
        self._mistakes = mistakes_of(mistakes, _MISTAKES)
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
            keep="keep" in self._mistakes,
            refill="refill" in self._mistakes,
        ).checked()
        self._test(Game(Grid.parse("................")), [(0, 1)])  # loads it

    def think(self, game: Game, task: Task) -> None:
        style = self.style
        moves = open_search(game, task, style)
        if not moves:
            return
        kept = self._load(task)
        tested = self._look_for_bombs(game, task, moves, kept)
        if tested is None:
            return
        bombs, struck, cells = kept["bombs"], set(kept["bombs"]), set(game.cells())
        passes = [game.geometry.move(*bomb) for bomb in bombs if bomb[0] in cells]
        mine, other = game.scores[task.player - 1], game.scores[2 - task.player]
        level = mine - other if "total" in self._mistakes else 0

        def or_pass(move: Move, value: float) -> Move:
            return passes[0] if passes and value + level < 0 else move

        moves = [move for move in moves if move not in struck]
        if style.first == "proven":
            moves = sort_moves(game, task, moves, style.order)
        turn = MinimaxTurn(
            game,
            task,
            style.play(game, len(moves) + len(bombs)),
            moves,
            style,
            untried=bombs if "counted" in self._mistakes else (),
            tested=tested,
            shares=kept["shares"],
            choose=or_pass,
        )
        turn.run()
        if not style.start:
            kept["shares"] = turn.shares
            task.save(kept)

    def _load(self, task: Task) -> KeptBombs:
        """What was kept. If the last list was not done, the next one has to wait for a fuller board."""
        kept: KeptBombs = task.load() or KeptBombs(bombs=[], low=self._low, unfinished=False, finished=False, shares=[])
        kept["bombs"] = [(cell, digit) for cell, digit in kept["bombs"]]  # it may come back with lists for tuples
        if kept["unfinished"]:
            kept["low"] += self._step
            kept["unfinished"] = False
        return kept

    def _look_for_bombs(self, game: Game, task: Task, moves: Moves, kept: KeptBombs) -> int | None:
        """Keep the bombs that are still legal, or find new ones.

        Returns how many moves were tested; None if the limit came first.
        """
        legal = set(moves)
        bombs = [bomb for bomb in kept["bombs"] if bomb in legal]
        filled = 1 - game.values.count(0) / len(game.values)
        is_due = not (kept["bombs"] if "delayed" in self._mistakes else bombs)
        kept["bombs"] = bombs
        if not is_due or self._how == "none" or not kept["low"] < filled < self._high:
            task.save(kept)
            return 0
        # A flag that is never reset hides every unfinished list but the first.
        unfinished = not (kept["finished"] and "unnoticed" in self._mistakes)
        task.save(kept | {"unfinished": unfinished})
        # A digit that completes a unit is the only one left for its cell: on a solvable board it is no bomb.
        quiet = [move for move in moves if not game.points(move[0])]
        found = self._find(game, task, quiet, len(moves))
        if found is None:
            return None
        kept["bombs"], kept["finished"] = found, True
        task.save(kept)
        return len(quiet)

    def _find(self, game: Game, task: Task, moves: Moves, breadth: int) -> Moves | None:
        """The bombs among these moves; None if the limit does not suffice. A move that is tested counts as a node."""
        if nodes_within(task, self.style, game, breadth, len(moves)) < 0:
            return None
        found: Moves = []
        for k in range(0, len(moves), _SLICE):
            if task.seconds_left() <= 0:
                return None
            found += self._test(game, moves[k : k + _SLICE])
        return found

    def _test(self, game: Game, moves: Moves) -> Moves:
        if self._how not in _BLOCKS:
            return [move for move in moves if not game.oracle.allows(game.values, *move)]
        geometry, blocked = game.geometry, np.zeros(len(moves), np.bool_)
        for by_column in _BLOCKS[self._how]:
            skipped = geometry.n if by_column else geometry.m
            fewer = skipped if "skip" in self._mistakes else -1
            mark_blocked(play_of(game), fills_of(moves), geometry.m, fewer, blocked, by_column)
        return [move for move, is_bomb in zip(moves, blocked.tolist(), strict=True) if is_bomb]
