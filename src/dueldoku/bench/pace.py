"""What the steps of the reports' searches cost in plain Python: the table of ``agents/pace.py``, measured anew.

Each step is timed on boards of one side that are empty, and half and a quarter empty, and a line is laid through the
times: so many microseconds, and so many more for each legal move or empty cell at the root, or node of a tree. Time is
CPU time, the shortest of a few attempts.
"""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from random import Random
from typing import NamedTuple

import numpy as np

from dueldoku.agents.pace import Cost
from dueldoku.bench.cover import CoverSolver
from dueldoku.bench.plain import PlainCells, PlainGuesses
from dueldoku.bench.plain_moves import PlainBombs, PlainMoves, PlainRegions
from dueldoku.bench.playouts import CellSearch, MoveNode, MoveSearch
from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.game.game import Game
from dueldoku.puzzles.fill import full_board

SHAPES = ("2x2", "2x3", "3x3", "3x4", "4x4")
_EMPTY = (1.0, 0.5, 0.25)  # shares of the cells
_ATTEMPTS = 5
_MOST = 100  # iterations, to grow a tree
Timing = tuple[str, int, float]  # a step, how much there was to look at, and how many microseconds it took


class Measured(NamedTuple):
    """What a step of an agent's search costs on boards of this side, as ``Cost`` has it."""

    agent: str
    side: int
    step: str
    fixed: float
    each: float


def measure_costs(only: Sequence[str] = (), seconds: float = 0.3) -> Iterator[Measured]:
    """Measure each agent on boards of each side, with ``seconds`` for the iterations on each board."""
    for name, probe in PROBES.items():
        for shape in SHAPES if not only or name in only else ():
            geometry = Geometry.parse(shape)
            timings = [timing for share in _EMPTY for timing in probe(_board(geometry, share), seconds)]
            for step in dict.fromkeys(step for step, _, _ in timings):
                cost = line([(count, spent) for what, count, spent in timings if what == step])
                yield Measured(name, geometry.side, step, *cost)


def line(points: Sequence[tuple[int, float]]) -> Cost:
    """A line through times, each as important as the others in proportion to its length; nowhere below 0."""
    counts, times = np.array(points).T
    each, fixed = np.polyfit(counts, times, 1, w=1 / times) if len(set(counts)) > 1 else (0.0, times.mean())
    if fixed < 0:
        fixed, each = 0.0, float(np.mean(times / counts))
    if each < 0:
        fixed, each = float(times.mean()), 0.0
    return Cost(float(f"{fixed:.3g}"), float(f"{each:.3g}"))


def _board(geometry: Geometry, share: float) -> Game:
    rng = Random(1)
    values = list(full_board(geometry, rng))
    for cell in rng.sample(range(geometry.size), round(share * geometry.size)):
        values[cell] = 0
    return Game(Grid(geometry, tuple(values)))


def _shortest(work: Callable[[], object]) -> float:
    """Microseconds."""
    times = []
    for _ in range(_ATTEMPTS):
        begin = time.process_time()
        work()
        times.append(time.process_time() - begin)
    return max(1e6 * min(times), 1e-3)


def _per_iteration(kind: type[CellSearch | MoveSearch], game: Game, seconds: float) -> float:
    """Microseconds for each of as many iterations as fit, from the first on, as in a turn."""
    times = []
    for _ in range(_ATTEMPTS):
        search, done = kind(game), 0
        begin = time.process_time()
        while (spent := time.process_time() - begin) < seconds / _ATTEMPTS or not done:
            search.run(1)
            done += 1
        times.append(1e6 * spent / done)
    return min(times)


def _probe_tree(game: Game, seconds: float) -> Iterator[Timing]:
    search = MoveSearch(game)
    moves = len(search.table["initial"])
    yield "start", moves, _shortest(lambda: MoveSearch(game))
    yield "step", moves, _per_iteration(MoveSearch, game, seconds)
    for iterations in (2, moves, moves):  # the root's children, some of theirs, more of theirs
        search.run(min(iterations, _MOST))
        kept = {"root": search.root, "table": search.now_table, "state": search.now_state}
        nodes, stored = _size(search.root), pickle.dumps(kept)
        yield "save", nodes, _shortest(lambda kept=kept: pickle.dumps(kept))  # type: ignore[misc]
        yield "load", nodes, _shortest(lambda stored=stored: pickle.loads(stored))  # type: ignore[misc]


def _size(node: MoveNode) -> int:
    return 1 + sum(map(_size, node.children))


def _probe_cells(game: Game, seconds: float) -> Iterator[Timing]:
    cells = len(game.cells())
    yield "start", cells, _shortest(lambda: (CellSearch(game), CoverSolver(game, right=True).solve()))
    yield "step", cells, _per_iteration(CellSearch, game, seconds)


def _per_node(search: Callable[[int], int], seconds: float) -> float:
    """Microseconds for each of as many nodes as fit, from the first on, without what comes before.

    ``search`` looks at so many nodes, or at fewer if there are no more, and says at how many.
    """
    start, nodes = _shortest(partial(search, 0)), 1000
    while True:
        done, spent = search(nodes), _shortest(partial(search, nodes)) - start
        if done < nodes or spent > 1e6 * seconds / _ATTEMPTS:
            return max(spent, 1e-3) / done
        nodes *= 2


def _nodes(search: PlainMoves, nodes: int) -> int:
    search.search(nodes)
    return search.nodes


def _probe_regions(game: Game, seconds: float) -> Iterator[Timing]:
    moves = len(PlainRegions(game).find_moves())
    yield "start", moves, _shortest(lambda: PlainRegions(game).search(0))
    yield "step", moves, _per_node(lambda nodes: _nodes(PlainRegions(game), nodes), seconds)


def _probe_bombs(game: Game, seconds: float) -> Iterator[Timing]:
    search = PlainBombs(game)
    moves = search.find_moves()
    yield "start", len(moves), _shortest(lambda: PlainBombs(game).search(0))
    yield "step", len(moves), _per_node(lambda nodes: _nodes(PlainBombs(game, high=0.0), nodes), seconds)
    if any(game.values):  # else it does not look for bombs
        tested = Random(1).sample(moves, min(len(moves), 20))
        yield "test", len(moves), _shortest(lambda: [search.is_blocked_after(move) for move in tested]) / len(tested)


def _probe_minimax_cells(game: Game, seconds: float) -> Iterator[Timing]:
    cells = len(game.cells())
    start = _shortest(lambda: PlainGuesses(game))
    yield "start", cells, _shortest(lambda: PlainCells(game)) + start
    yield "step", cells, _per_node(lambda nodes: nodes - PlainCells(game).search(nodes), seconds)
    yield "test", cells, max(_shortest(lambda: _guess(game)) - start, 1e-3) / _guess(game)


def _guess(game: Game) -> int:
    """How many cells the solver looks at until it has a solution, or stops with an error."""
    solver = PlainGuesses(game)
    with suppress(KeyError):
        solver.solve()
    return solver.looks


PROBES: dict[str, Callable[[Game, float], Iterator[Timing]]] = {
    "mcts-tree": _probe_tree,
    "mcts-cells": _probe_cells,
    "minimax-regions": _probe_regions,
    "minimax-bombs": _probe_bombs,
    "minimax-cells": _probe_minimax_cells,
}
