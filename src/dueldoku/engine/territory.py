"""Where there are territories: points, territory and tempo by one search, which is exact once it sees the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from dueldoku.board.geometry import Geometry
from dueldoku.board.move import Move
from dueldoku.engine.effort import Deepening, Effort
from dueldoku.engine.insight import Insight, Kind, MoveValue
from dueldoku.engine.network import BUNDLED, learned_for
from dueldoku.game.game import Game
from dueldoku.kernels.base.records import Rows, rows
from dueldoku.kernels.duel import outlook, territory
from dueldoku.kernels.duel.bombs import bombs_of
from dueldoku.kernels.duel.terrain import LARGEST, Features, place_of
from dueldoku.kernels.duel.territory import MOST_BOMBS, TerritorySearch

EVERY_MOVE = territory.INF  # the margin with which no value is just a bound
_QUESTION = 20  # what asking the oracle costs, in nodes
_FOR_ONE = 5  # nodes of the search that take about a microsecond, which is a node of the effort
_FOR_SUPPLY = 0.2  # of the effort
_MOST_ENTRIES = 1 << 22  # of the hash table
MOST_QUESTIONS = 100  # with more digits in doubt, who can pass how often is far from decided


class Style(NamedTuple):
    """How to judge a position. ``weights`` are those of what ``terrain.look`` sees, in hundredths of points.

    The first row is for the full board, the last for the empty one, the others for as many steps between.
    ``reduce``: how many moves are searched in full. ``network``: what corrects them, if it was trained for the board.
    """

    weights: tuple[tuple[int, ...], ...] = (
        (40, 150, -60, 150, 30, 220, 50),
        (50, 300, -280, 200, 55, 230, 0),
        (50, 180, -100, 150, 60, 150, 60),
        (60, 60, 100, 40, 60, 60, 90),
        (60, 40, 80, 10, 0, 0, 100),
    )
    reduce: int = 3
    network: str = BUNDLED

    def table(self, geometry: Geometry) -> Rows[Features]:
        """The weights for each number of empty cells. The larger the board, the more it matters who moves last."""
        table, cells = rows(Features, geometry.size + 1), np.arange(geometry.size + 1)
        steps = np.linspace(0, geometry.size, len(self.weights))
        for name, column in zip(Features.__annotations__, zip(*self.weights, strict=True), strict=True):
            scale = geometry.side / 6 if name in ("parity", "spare") else 1.0
            np.asarray(table)[name] = (scale * np.interp(cells, steps, column)).round()
        return table


STYLE = Style()


class Supply(NamedTuple):
    """What can be filled in: a proven digit for each empty cell, the other digits that are proven, and the bombs."""

    digits: dict[int, int]
    others: dict[int, list[int]]
    bombs: dict[Move, frozenset[int]]  # with the cells that each needs empty
    doubts: int  # digits that may become bombs later


def supply_of(game: Game, effort: Effort) -> Supply | None:
    """What there is to play with; None if the board has no solution. Bombs are looked for once they may matter."""
    solution = game.solution()
    if solution is None:
        return None
    digits = {cell: digit for cell, digit in enumerate(solution) if not game.values[cell]}
    taboo = set(game.taboo)
    made_up = sum(game.geometry.move(*pair) in taboo for pair in digits.items()) if taboo else 0
    doubts = made_up + sum(len(game.digits(cell)) - 1 for cell in digits)
    unknown = Supply(digits, {}, {}, doubts)
    if doubts > MOST_QUESTIONS:
        return unknown
    doubtful = bombs_of(game.geometry, game.values, solution, taboo)
    others: dict[int, list[int]] = {}
    bombs = {}
    for move, needs in doubtful.items():
        if not effort.slice():
            return unknown
        effort.spend(_QUESTION)
        cell = game.geometry.cell_of(move)
        if game.oracle.allows(game.values, cell, move.digit):
            others.setdefault(cell, []).append(move.digit)
        else:
            bombs[move] = needs
    if len(bombs) > MOST_BOMBS:
        return unknown
    return Supply(digits, others, bombs, made_up + sum(map(len, others.values())))


def territory_insights(game: Game, effort: Effort, style: Style = STYLE, margin: int = 0) -> Iterator[Insight]:
    """What is known about the position, better and better. Nothing if the board has no solution, or is too large.

    The values of moves that are worse than the best by more than ``margin``, hundredths of points, are upper bounds.
    """
    supply = supply_of(game, effort.part(_FOR_SUPPLY)) if game.geometry.side <= LARGEST else None
    if supply is not None:
        yield from TerritoryTurn(game, supply, style, margin, _FOR_ONE * effort.worth).insights(effort)


class TerritoryTurn(Deepening[TerritorySearch]):
    """The search of one turn. ``worth``: about how many nodes it will take."""

    def __init__(self, game: Game, supply: Supply, style: Style, margin: int, worth: float) -> None:
        entries = 1 << max(10, int(min(worth, _MOST_ENTRIES - 1)).bit_length())
        learned = learned_for(style.network, game.geometry)
        search = territory.search_of(
            game.geometry,
            game.values,
            game.reach,
            game.turn,
            style.table(game.geometry),
            supply.bombs,
            doubts=supply.doubts,
            margin=margin,
            reduce=style.reduce,
            entries=entries,
            network=learned.network if learned else outlook.NONE,
        )
        super().__init__(search, territory.start, territory.proceed, _FOR_ONE)
        self.supply, self.is_sure = supply, False
        self.turns: dict[int, tuple[Move, int]] = {}  # turn of the search -> the move, and its points
        taboo = set(game.taboo)
        for cell in game.cells():
            for digit in (supply.digits[cell], *supply.others.get(cell, ())):
                move = game.geometry.move(cell, digit)
                if move not in taboo:  # a digit of a solution is, only if somebody made the position up
                    self.turns[place_of(game.geometry, cell)] = move, game.points(cell)
                    break
        for turn, move in enumerate(supply.bombs, self.search.scene.kills.size):
            self.turns[turn] = move, 0

    def insights(self, effort: Effort) -> Iterator[Insight]:
        """The moves by value, deeper and deeper; at last of a depth that was not completed, if it found better."""
        root, best = self.search.plies[0], -1
        # A move that is searched less deep loses two plies at a time.
        while self.turns and self.depth < 2 * len(self.search.moves) and not self.is_sure:
            if not self.deepen(effort):
                if root.choice not in (-1, best):
                    yield self._insight()
                return
            self.is_sure = bool(root.is_sure)
            best = int(root.choice)
            yield self._insight()

    def _insight(self) -> Insight:
        root, values, homes = self.search.plies[0], self.search.values, self.search.scene.kills.size
        best, is_exact = int(root.choice), self.is_sure and not self.supply.doubts
        floor = int(root.best - self.search.now.margin)  # what is not above is an upper bound
        listed = [int(move.turn) for move in self.search.moves[0][: root.count]]
        listed.sort(key=lambda turn: (turn != best, -values[turn]))
        moves = []
        for turn in listed:
            if turn in self.turns:
                move, points = self.turns[turn]
                is_known = is_exact and (turn == best or int(values[turn]) > floor)
                value = float(values[turn]) / territory.POINT
                moves.append(MoveValue(move, value, points, turn >= homes, is_exact=is_known))
        kind = Kind.EXACT if is_exact else Kind.ESTIMATE
        return Insight(tuple(moves), kind, line=(moves[0].move,), depth=self.depth)
