"""``neat``, after report 002: a small network, evolved with NEAT, rates the cells; the best one gets a proven digit.

The network is asked about each cell alone, so it plays on boards of any shape and with any rules. It is also asked
about passing the turn, which takes a bomb. Networks for whole boards of one size, the report's own design, know no
bombs; ``as=002`` plays with the one for the board's size.
"""

from __future__ import annotations

from collections import Counter
from typing import ClassVar

from dueldoku.agents.base import Agent, Task
from dueldoku.agents.compiled import open_turn, play_of
from dueldoku.agents.neat.network import load_network, network_names, pack
from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.board.move import Move
from dueldoku.duel.turn import Ruling
from dueldoku.errors import ShapeError
from dueldoku.game.game import Game
from dueldoku.kernels.learning.neat import Networks, rate, room_for
from dueldoku.solvers.backend import warm_up

_TRIES = 8  # moves that are looked at for a bomb
_REPORT = "report"  # the networks of the report's design, each for boards of its size


class Neat(Agent):
    """``network`` is a bundled one or a file, or ``report``. Among cells rated alike it chooses at random."""

    PRESETS: ClassVar = {"002": {"network": _REPORT, "bombs": "no"}}

    def __init__(self, network: str = "cell", bombs: bool = True) -> None:
        self.bombs = bombs
        names = [name for name in network_names() if name.startswith(_REPORT)] if network == _REPORT else [network]
        self._networks = {it.size: pack([it]) for it in map(load_network, names)}  # None is for boards of any size
        warm_up()
        self.ratings(Game(Grid.empty(next(iter(self._networks)) or Geometry.of(2, 2))))  # loads it now, not in a turn

    def think(self, game: Game, task: Task) -> None:
        self._network_for(game.geometry)  # or nothing is proposed
        cells = set(game.cells())
        moves = {cell: game.geometry.move(cell, digit) for cell, digit in open_turn(game, task) if cell in cells}
        if not moves:
            return
        *ratings, bomb_rating = self.ratings(game)
        best = max(ratings[cell] for cell in moves)
        task.propose(moves[task.rng.choice([cell for cell in moves if ratings[cell] == best])])
        if self.bombs and bomb_rating > best and (bomb := _find_bomb(game, moves)):
            task.propose(bomb)
        task.report({"nodes": len(moves), "value": best})

    def ratings(self, game: Game) -> list[float]:
        """The network's value for each cell, and last for a bomb; minus infinity where there is nothing to choose."""
        packed = self._network_for(game.geometry)
        play = play_of(game)
        room = room_for(packed, play)
        rate(packed, 0, play, room)
        ratings: list[float] = room.ratings.tolist()
        return ratings

    def _network_for(self, board: Geometry) -> Networks:
        found = self._networks.get(None) or self._networks.get(board)
        if not found:
            sizes = ", ".join(map(str, self._networks))
            raise ShapeError(f"expected a board of {sizes}, which there is a network for, got {board}")
        return found


def _find_bomb(game: Game, proven: dict[int, Move]) -> Move | None:
    """A bomb, if one is found with little effort: in cells with few digits most others are."""
    right = set(proven.values())
    others = [move for move in game.legal_moves() if move not in right]
    digits = Counter((move.row, move.col) for move in others)
    others.sort(key=lambda move: digits[move.row, move.col])
    return next((move for move in others[:_TRIES] if game.judge(move).ruling is Ruling.REFUSED), None)
