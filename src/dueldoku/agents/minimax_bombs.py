"""``minimax-bombs``, after the third agent of report 000: alpha-beta over moves that passes on purpose.

It looks for bombs when the board is between ``low`` and ``high`` full, keeps the list from turn to turn, leaves them
out of the search, and proposes one when every move it looked at loses points. A turn that ended before the list was
done raises ``low`` by ``step``.
"""

from __future__ import annotations

from typing import TypedDict

import numpy as np

from dueldoku.agents.base import Agent, Task, choose, mistakes_of
from dueldoku.agents.compiled import open_turn, play_of
from dueldoku.agents.minimax import MinimaxTurn, Moves, all_moves, style_of
from dueldoku.board.grid import Grid
from dueldoku.board.move import Move
from dueldoku.game.game import Game
from dueldoku.kernels.duel.blocked_digit import mark_blocked
from dueldoku.kernels.duel.play import fills_of

_SLICE = 200  # moves tested between two looks at the clock


class KeptBombs(TypedDict):
    """What lasts from turn to turn."""

    bombs: Moves
    low: float
    unfinished: bool  # a list was begun, and is not done


class MinimaxBombs(Agent):
    """Searches from depth 2 on. Its mistakes are explained in docs/reports.md."""

    def __init__(
        self,
        bombs: str = "blockrow",
        low: float = 0.2,
        high: float = 0.85,
        step: float = 0.1,
        order: str = "units",
        prune: str = "yes",
        start: int = 2,
        deepest: int = 0,
        mistakes: str = "none",
    ) -> None:
        self._how = choose("bombs", bombs, ("blockrow", "exact", "none"))
        self._low, self._high, self._step = low, high, step
        self._mistakes = mistakes_of(mistakes, ("keep", "total", "skip"))
        self._style = style_of(order, prune, start, deepest, keep="keep" in self._mistakes)
        self._test(Game(Grid.parse("................")), [(0, 1)])  # loads it

    def think(self, game: Game, task: Task) -> None:
        if not open_turn(game, task):
            return
        moves = all_moves(game)
        tested, bombs = self._bombs(game, task, moves)
        if bombs is None:
            return
        struck, cells = set(bombs), set(game.cells())
        passes = [game.geometry.move(*bomb) for bomb in bombs if bomb[0] in cells]
        mine, other = game.scores[task.player - 1], game.scores[2 - task.player]
        level = mine - other if "total" in self._mistakes else 0

        def or_pass(move: Move, value: float) -> Move:
            return passes[0] if passes and value + level < 0 else move

        moves = [move for move in moves if move not in struck]
        MinimaxTurn(game, task, play_of(game), moves, self._style, spent=tested, choose=or_pass).run()

    def _bombs(self, game: Game, task: Task, moves: Moves) -> tuple[int, Moves | None]:
        """How many moves were tested now, and the bombs that are known; None if the limit came first."""
        kept: KeptBombs = task.load() or KeptBombs(bombs=[], low=self._low, unfinished=False)
        if kept["unfinished"]:
            kept = KeptBombs(bombs=[], low=kept["low"] + self._step, unfinished=False)
        legal = set(moves)
        # What is kept may come back with lists for tuples.
        bombs = [(cell, digit) for cell, digit in kept["bombs"] if (cell, digit) in legal]
        filled = 1 - game.values.count(0) / len(game.values)
        if bombs or self._how == "none" or not kept["low"] < filled < self._high:
            task.save(kept | {"bombs": bombs})
            return 0, bombs
        task.save(kept | {"unfinished": True})
        # A digit that completes a unit is the only one left for its cell: on a solvable board it is no bomb.
        quiet = [move for move in moves if not game.points(move[0])]
        found = self._find(game, task, quiet)
        if found is not None:
            task.save(kept | {"bombs": found})
        return len(quiet), found

    def _find(self, game: Game, task: Task, moves: Moves) -> Moves | None:
        """The bombs among these moves; None if the limit does not suffice. A move that is tested counts as a node."""
        if task.limit.nodes is not None and len(moves) > task.limit.nodes:
            return None
        found: Moves = []
        for k in range(0, len(moves), _SLICE):
            if task.seconds_left() <= 0:
                return None
            found += self._test(game, moves[k : k + _SLICE])
        return found

    def _test(self, game: Game, moves: Moves) -> Moves:
        if self._how == "exact":
            return [move for move in moves if not game.oracle.allows(game.values, *move)]
        m, blocked = game.geometry.m, np.zeros(len(moves), np.bool_)
        mark_blocked(play_of(game), fills_of(moves), m, m if "skip" in self._mistakes else -1, blocked)
        return [move for move, is_bomb in zip(moves, blocked.tolist(), strict=True) if is_bomb]
