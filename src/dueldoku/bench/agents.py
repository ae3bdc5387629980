"""How fast the agents' searches are, as a ratio to the reports' own algorithms in plain Python, in the same run.

Both do the same amount of the same work in turn, from the same position; the one that is faster does it many times.
Each round gives one ratio; the median of the rounds is reported, with the smallest and the largest. Time is CPU time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from statistics import median
from typing import NamedTuple

from dueldoku.agents.base import Limit, Task
from dueldoku.agents.registry import load_agent
from dueldoku.bench.plain import PlainCells
from dueldoku.bench.plain_moves import PlainBombs, PlainRegions
from dueldoku.bench.playouts import CellSearch, MoveSearch
from dueldoku.game.boards import bundled_board
from dueldoku.game.game import Game

BOARDS = ("random-3x3", "empty-3x3")
Work = Callable[[Game, int], object]  # so many nodes, or playouts, from the position of the game


class Speed(NamedTuple):
    """An agent on a board: work per second, that of the plain rendition, and how many times as fast we are."""

    agent: str
    board: str
    unit: str
    per_second: float
    plain: float
    ratio: float
    least: float
    most: float


class Race(NamedTuple):
    """The plain rendition of an agent's search, and how much work is one go."""

    unit: str
    plain: Work
    amount: int


RACES = {  # the agents that are measured, by name
    "minimax-cells": Race("nodes", lambda game, nodes: PlainCells(game).search(nodes), 600_000),
    "minimax-regions": Race("nodes", lambda game, nodes: PlainRegions(game).search(nodes), 100_000),
    "minimax-bombs": Race("nodes", lambda game, nodes: PlainBombs(game).search(nodes), 100_000),
    "mcts-tree": Race("playouts", lambda game, playouts: MoveSearch(game).run(playouts), 500),
    "mcts-cells": Race("playouts", lambda game, playouts: CellSearch(game).run(playouts), 5_000),
}


def measure_agents(
    boards: Sequence[str] = BOARDS, rounds: int = 5, seconds: float = 0.3, only: Sequence[str] = ()
) -> Iterator[Speed]:
    """Measure each agent on each board, with ``seconds`` for each side of a round."""
    for name, race in RACES.items():
        for board in boards if not only or name in only else ():
            game, sides = Game(bundled_board(board)), (_think(name), race.plain)
            pairs = [[_per_second(side, game, race.amount, seconds) for side in sides] for _ in range(rounds)]
            ratios = sorted(ours / plain for ours, plain in pairs)
            ours, plain = (median(speed) for speed in zip(*pairs, strict=True))
            yield Speed(name, board, race.unit, ours, plain, median(ratios), ratios[0], ratios[-1])


def _think(name: str) -> Work:
    """A whole turn of the agent under a node limit, with all that belongs to it."""
    agent = load_agent(name)
    return lambda game, nodes: agent.think(game.copy(), Task(game.turn, Limit(nodes=nodes), lambda move: None))


def _per_second(work: Work, game: Game, amount: int, seconds: float) -> float:
    """How much is done in a second, from as many goes as fit the time; at least one."""
    begin, goes = time.process_time(), 0
    while (spent := time.process_time() - begin) < seconds or not goes:
        work(game, amount)
        goes += 1
    return goes * amount / max(spent, 1e-9)
