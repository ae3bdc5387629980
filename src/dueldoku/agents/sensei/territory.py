"""Where there are territories: points, territory and tempo by one search, which is exact once it sees the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
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
_FOR_SUPPLY, _FOR_TRUTH = 0.2, 0.6  # of the effort
_HOPELESS = -3  # points
_BOTH = 3  # players pass
_MOST_ENTRIES = 1 << 21
_MOST_QUESTIONS = 100  # with more digits in doubt, who can pass how often is far from decided


class Style(NamedTuple):
    """How to judge a position. ``weights`` are those of what ``terrain.look`` sees, in hundredths of points.

    The first row is for the full board, the last for the empty one, the others for as many steps between.
    ``reduce``: how many moves are searched in full. ``hope``: whether to play a lost game as if the other player never
    passed on purpose.
    """

    weights: tuple[tuple[int, ...], ...] = (
        (40, 150, -60, 150, 30, 220, 50),
        (50, 300, -280, 200, 55, 230, 0),
        (50, 180, -100, 150, 60, 150, 60),
        (60, 60, 220, 40, 60, 60, 90),
        (60, 40, 200, 10, 0, 0, 100),
    )
    reduce: int = 3
    hope: bool = True

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
    digits = {cell: digit for cell, digit in enumerate(solution) if not game.values[cell]}
    doubts = 0
    for cell in digits:
        doubts += len(game.digits(cell)) - 1
        if doubts > _MOST_QUESTIONS:
            return Supply(digits, {}, {}, doubts)
    unknown = Supply(digits, {}, {}, doubts)
    doubtful = bombs_of(game.geometry, game.values, solution, set(game.taboo))
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
    if supply is None:
        return
    search = Deepening(game, supply, style, margin, effort.worth)
    is_hopeful = style.hope and supply.bombs
    yield from search.insights(effort.part(_FOR_TRUTH) if is_hopeful else effort)
    if is_hopeful and search.outlook < (0 if search.is_sure else _HOPELESS):
        # Lost against a perfect player; few players pass on purpose, so play as if this one did not.
        hope = Deepening(game, supply, style, margin, effort.worth, passers=game.turn)
        for insight in hope.insights(effort):
            if hope.outlook > 0:
                yield replace(insight, kind=Kind.ESTIMATE)
    elif not search.is_sure:
        yield from search.insights(effort)


class Deepening:
    """The search of one turn. ``worth``: about how many nodes it will take. ``passers``: as the kernel has it."""

    def __init__(
        self, game: Game, supply: Supply, style: Style, margin: int, worth: float, passers: int = _BOTH
    ) -> None:
        self.game, self.supply = game, supply
        self.depth, self.is_sure, self._is_under_way = 0, False, False
        self.outlook = 0.0  # by how many points the game will be won
        entries = 1 << max(10, min(22, int(2 * min(worth, _MOST_ENTRIES)).bit_length()))
        self.search = territory.search_of(
            game.geometry,
            game.values,
            game.reach,
            game.turn,
            style.table(game.geometry),
            supply.bombs,
            doubts=supply.doubts,
            passers=passers,
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

    def insights(self, effort: Effort) -> Iterator[Insight]:
        """The moves by value, deeper and deeper; at last of a depth that was not completed, if it found better."""
        root, best = self.search.plies[0], -1
        # A move that is searched less deep loses two plies at a time.
        while self.turns and self.depth < 2 * len(self.search.moves) and not self.is_sure:
            if not self._deepen(effort):
                if root[territory.CHOICE] not in (-1, best):
                    yield self._insight()
                return
            self.is_sure = bool(root[territory.SURE])
            best = root[territory.CHOICE]
            mine, other = self.game.scores[self.game.turn - 1], self.game.scores[2 - self.game.turn]
            self.outlook = mine - other + int(root[territory.BEST]) / territory.POINT
            yield self._insight()

    def _deepen(self, effort: Effort) -> bool:
        """Search one ply deeper; False if the effort ends before. Then the next one goes on."""
        search = self.search
        if not self._is_under_way:
            territory.start(search, self.depth + 1)
            self._is_under_way = True
        while nodes := effort.slice():
            before = int(search.counts[territory.NODES])
            is_complete = territory.proceed(search, nodes)
            effort.spend(int(search.counts[territory.NODES]) - before)
            if is_complete:
                self.depth, self._is_under_way = self.depth + 1, False
                return True
        return False

    def _insight(self) -> Insight:
        root, values, homes = self.search.plies[0], self.search.values, self.search.ground.kills.size
        is_exact = self.is_sure and not self.supply.doubts
        listed = self.search.moves[0, : root[territory.SIZE], territory.TURN].tolist()
        listed.sort(key=lambda turn: (turn != root[territory.CHOICE], -values[turn]))
        moves = []
        for turn in listed:
            if turn in self.turns:
                move, points = self.turns[turn]
                value = float(values[turn]) / territory.POINT
                moves.append(MoveValue(move, value, points, turn >= homes, is_exact=is_exact))
        kind = Kind.EXACT if is_exact else Kind.ESTIMATE
        return Insight(tuple(moves), kind, line=(moves[0].move,), depth=self.depth)
