"""``minimax-cells``, after report 001: alpha-beta over cells. A digit never changes the score: any solution will do.

Its mistake ``blocks``: the empty cells of a block are counted in one of its columns only, once for each column.
"""

from __future__ import annotations

from dueldoku.agents.base import Agent, Task, mistakes_of
from dueldoku.agents.compiled import open_turn, play_of
from dueldoku.agents.minimax import MinimaxTurn, style_of
from dueldoku.game.game import Game
from dueldoku.kernels.duel.play import Play


class MinimaxCells(Agent):
    """Searches from depth 1 on, cells in the order of the board."""

    def __init__(
        self, order: str = "board", prune: str = "yes", start: int = 1, deepest: int = 0, mistakes: str = "none"
    ) -> None:
        self._style = style_of(order, prune, start, deepest)
        self._mistakes = mistakes_of(mistakes, ("blocks",))

    def think(self, game: Game, task: Task) -> None:
        moves = open_turn(game, task)
        play = play_of(game)
        if "blocks" in self._mistakes:
            _miscount_blocks(game, play)
        MinimaxTurn(game, task, play, moves, self._style, sure=True).run()


def _miscount_blocks(game: Game, play: Play) -> None:
    m, n, side = game.geometry.m, game.geometry.n, game.geometry.side
    for block in range(side):
        col = block % m * n + block % n
        column = [game.values[row * side + col] for row in range(block // m * m, block // m * m + m)]
        play.empty[2 * side + block] = n * column.count(0)
