"""Where there are territories: points, territory and tempo by one search, which is exact once it sees the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dueldoku.agents.compiled import move_of, solution_of
from dueldoku.agents.sensei.effort import Effort
from dueldoku.agents.sensei.insight import Insight, Kind, MoveValue
from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.board.move import Move
from dueldoku.game.game import Game
from dueldoku.kernels import territory
from dueldoku.kernels.bombs import bombs_of
from dueldoku.kernels.terrain import LARGEST, PARITY, SPARE, place_of
from dueldoku.kernels.territory import MOST_BOMBS

_QUESTION = 20  # what asking the oracle costs, in nodes
_FOR_SUPPLY = 0.2  # of the effort
_MOST_QUESTIONS = 100  # with more digits in doubt, who can pass how often is far from decided


class Style(NamedTuple):
    """How to judge a position. ``weights`` are those of what ``terrain.look`` sees, in hundredths of points.

    The first row is for the full board, the last for the empty one, the others for as many steps between.
    ``reduce``: how many moves are searched in full.
    """

    weights: tuple[tuple[int, ...], ...] = (
        (40, 150, -60, 150, 30, 220, 50),
        (50, 300, -280, 200, 55, 230, 0),
        (50, 180, -100, 150, 60, 150, 60),
        (60, 60, 220, 40, 60, 60, 90),
        (60, 40, 200, 10, 0, 0, 100),
    )
    reduce: int = 3

    def table(self, geometry: Geometry) -> NDArray[np.int64]:
        """The weights for each number of empty cells. The larger the board, the more it matters who moves last."""
        steps = np.linspace(0, geometry.size, len(self.weights))
        cells = np.arange(geometry.size + 1)
        columns = [np.interp(cells, steps, column) for column in zip(*self.weights, strict=True)]
        for tempo in (PARITY, SPARE):
            columns[tempo] *= geometry.side / 6
        return np.stack(columns, axis=1).round().astype(np.int64)


STYLE = Style()


class Supply(NamedTuple):
    """What can be filled in: a proven digit for each empty cell, the other digits that are proven, and the bombs."""

    digits: dict[int, int]
    others: dict[int, list[int]]
    bombs: dict[Move, frozenset[int]]  # with the cells that each needs empty
    doubts: int  # digits that may become bombs later


def warm_up() -> None:
    """Load the compiled search, so that no turn has to wait for that."""
    for _ in territory_insights(Game(Grid.parse("................"), "rows"), Effort(nodes=100)):
        pass


def supply_of(game: Game, effort: Effort) -> Supply | None:
    """What there is to play with; None if the board has no solution. Bombs are looked for once they may matter."""
    solution = solution_of(game)
    if solution is None:
        return None
    taboo = set(game.taboo)
    digits = {cell: digit for cell, digit in enumerate(solution) if not game.values[cell]}
    doubtful = bombs_of(game.geometry, game.values, solution, taboo)
    unknown = Supply(digits, {}, {}, len(doubtful))
    if len(doubtful) > _MOST_QUESTIONS:
        return unknown
    others: dict[int, list[int]] = {}
    bombs = {}
    for move, needs in doubtful.items():
        if not effort.slice():
            return unknown
        effort.spend(_QUESTION)
        cell = game.geometry.cell(move.row, move.col)
        if game.oracle.allows(game.values, cell, move.digit):
            others.setdefault(cell, []).append(move.digit)
        else:
            bombs[move] = needs
    return Supply(digits, others, bombs, sum(map(len, others.values()))) if len(bombs) <= MOST_BOMBS else unknown


def territory_insights(game: Game, effort: Effort, style: Style = STYLE, margin: int = 0) -> Iterator[Insight]:
    """What is known about the position, better and better. Nothing if the board has no solution, or is too large.

    The values of moves that are worse than the best by more than ``margin``, hundredths of points, are upper bounds.
    """
    supply = supply_of(game, effort.part(_FOR_SUPPLY)) if game.geometry.side <= LARGEST else None
    if supply is not None:
        yield from Deepening(game, supply, style, margin, effort).insights()


class Deepening:
    """The search of one turn."""

    def __init__(self, game: Game, supply: Supply, style: Style, margin: int, effort: Effort) -> None:
        self.game, self.supply, self.effort = game, supply, effort
        entries = 1 << max(10, min(22, int(effort.worth * 2).bit_length())) if effort.worth < 1 << 22 else 1 << 22
        self.search = territory.search_of(
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
        )
        self.turns: dict[int, tuple[Move, int]] = {}  # turn of the search -> the move, and its points
        taboo = set(game.taboo)
        for cell in game.cells():
            for digit in (supply.digits[cell], *supply.others.get(cell, ())):
                move = move_of(game, cell, digit)
                if move not in taboo:  # a digit of a solution is, only if somebody made the position up
                    self.turns[place_of(game.geometry, cell)] = move, game.points(cell)
                    break
        for turn, move in enumerate(supply.bombs, self.search.ground.kills.size):
            self.turns[turn] = move, 0

    def insights(self) -> Iterator[Insight]:
        """The moves by value, deeper and deeper; at last of a depth that was not completed, if it found better."""
        root, depth = self.search.plies[0], 0
        if not self.turns:
            return
        while depth < 2 * len(self.search.moves):  # a move that is searched less deep loses two plies at a time
            best = root[territory.CHOICE]
            if not self._deepen(depth + 1):
                if root[territory.CHOICE] not in (-1, best):
                    yield self._insight(depth + 1, is_sure=False)
                return
            depth += 1
            is_sure = bool(root[territory.SURE])
            yield self._insight(depth, is_sure)
            if is_sure:
                return

    def _deepen(self, depth: int) -> bool:
        """Search to this depth; False if the effort ends before."""
        search, effort = self.search, self.effort
        territory.start(search, depth)
        while nodes := effort.slice():
            before = int(search.counts[territory.NODES])
            is_complete = territory.proceed(search, nodes)
            effort.spend(int(search.counts[territory.NODES]) - before)
            if is_complete:
                return True
        return False

    def _insight(self, depth: int, is_sure: bool) -> Insight:
        root, values, homes = self.search.plies[0], self.search.values, self.search.ground.kills.size
        is_exact = is_sure and not self.supply.doubts
        listed = self.search.moves[0, : root[territory.SIZE], territory.TURN].tolist()
        listed.sort(key=lambda turn: (turn != root[territory.CHOICE], -values[turn]))
        moves = []
        for turn in listed:
            if turn in self.turns:
                move, points = self.turns[turn]
                value = float(values[turn]) / territory.POINT
                moves.append(MoveValue(move, value, points, turn >= homes, is_exact=is_exact))
        kind = Kind.EXACT if is_exact else Kind.ESTIMATE
        return Insight(tuple(moves), kind, line=(moves[0].move,), depth=depth)
