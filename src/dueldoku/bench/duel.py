"""How fast sensei's kernels are: positions a second beside the reports' search in plain Python, and how far they reach.

All is measured in one run, in CPU time, on 9x9 boards with one solution that are made for it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from math import inf
from statistics import median
from typing import NamedTuple

from dueldoku.bench.plain import PlainCells
from dueldoku.board.geometry import Geometry
from dueldoku.engine.sight import look
from dueldoku.game.boards import bundled_board
from dueldoku.game.game import Game
from dueldoku.kernels.duel import endgame, points, tempo
from dueldoku.kernels.duel.bombs import Rest, rest_of
from dueldoku.puzzles.api import generate
from dueldoku.solvers.backend import first_solution

_NINE = Geometry.of(3, 3)
EXACT, TEMPO = (18, 20, 21, 22, 23, 24), (24, 26, 28, 30)  # empty cells
_MOST_SECONDS = 2.0  # for one proof
_TURNS = 5  # to look ahead
_PLAIN = 20_000  # nodes of the search in plain Python


class Figure(NamedTuple):
    """A kernel's figures: seconds at the median and at most, positions a second, how many times as fast as plain."""

    what: str
    where: str
    seconds: float
    most: float
    per_second: float | None = None
    ratio: float | None = None


def measure_duel(rounds: int = 5) -> Iterator[Figure]:
    """Measure each kernel so often, or on so many boards."""
    game, seeds = Game(bundled_board("random-3x3")), range(rounds)
    _solve(_rest(12, 0))  # compiled now, not while it is measured, like the other two
    _prove(_rest(12, 0))
    _search(game, 2)
    spent = [_seconds(partial(_search, game, _TURNS)) for _ in seeds]
    plain = [_seconds(partial(search_plainly, game, _TURNS)) for _ in seeds]
    yield Figure("points", f"{_TURNS} turns ahead", *_spread(spent), ratio=median(plain) / median(spent))
    plain_speed = _PLAIN / _seconds(lambda: PlainCells(game).search(_PLAIN))
    for empty in EXACT:
        rests = [_rest(empty, seed) for seed in seeds]
        spent = [_seconds(partial(_solve, rest)) for rest in rests]
        speed = median(map(_solve, rests)) / median(spent) if empty == 20 else None
        yield Figure("exact endgame", f"{empty} empty cells", *_spread(spent), speed, speed and speed / plain_speed)
    for empty in TEMPO:
        spent = [_seconds(partial(_prove, _rest(empty, seed))) for seed in seeds]
        yield Figure("tempo proof", f"{empty} empty cells", *_spread(spent))
    for name in ("random-3x3", "hard-3x3"):
        spent = [_seconds(partial(look, Game(bundled_board(name)))) for _ in seeds]
        yield Figure("all bombs", name, *_spread(spent))


def _spread(seconds: list[float]) -> tuple[float, float]:
    return median(seconds), max(seconds)


def _seconds(work: Callable[[], object]) -> float:
    begin = time.process_time()
    work()
    return time.process_time() - begin


def _rest(empty: int, seed: int) -> Rest:
    """What is left to play on a board with one solution and so many empty cells."""
    grid = generate(_NINE, empty=empty, solutions=1, seed=seed)
    solution = first_solution(_NINE, bytes(grid.values))
    assert solution
    rest = rest_of(_NINE, grid.values, solution)
    assert rest
    return rest


def _search(game: Game, turns: int) -> None:
    """Search for points so many turns ahead. The kernel looks one turn beyond its depth: at points to take at once."""
    search = points.search_of(game.geometry, game.values)
    for depth in range(1, turns):
        points.start(search, depth)
        points.proceed(search, 1 << 60)


def search_plainly(game: Game, turns: int) -> float:
    """The value of the position, so many turns ahead, by report 001's search in plain Python: counts, and pruning."""
    search = PlainCells(game)
    search.nodes = -1  # no limit
    return search.minimax(turns, True, 0, -inf, inf)[0]


def _solve(rest: Rest) -> int:
    """The exact endgame; how many positions that are."""
    tables = endgame.endgame_of(rest.units, rest.bombs)
    if tables is None:
        return 0
    endgame.proceed(tables, 1 << 60)
    return len(tables.values)


def _prove(rest: Rest) -> None:
    """Prove who makes the last move, as far as the time allows."""
    count = len(rest.bombs)
    fight = tempo.tempo_of(len(rest.units), rest.bombs, min(count, 24))
    tempo.build(fight, 1 << 60)
    end = time.process_time() + _MOST_SECONDS
    while time.process_time() < end:
        if tempo.verdict_of(fight, (1 << len(rest.units)) - 1, (1 << count) - 1, 50_000) != tempo.UNKNOWN:
            return
