"""How much stronger sensei plays with more nodes: each number of nodes against the one before it.

Pairs of games begin with random moves, two to eight of them, and have both seats. A pair is *split* if both sides got
the same points from its games. Elo is counted from the fewest nodes; its interval is that of the step, so it says how
sure the step is, not the sum.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import NamedTuple

from dueldoku.agents.base import Limit
from dueldoku.agents.registry import load_agent
from dueldoku.arena.seat import AgentSeat
from dueldoku.duel.position import Position
from dueldoku.game.boards import one_position
from dueldoku.game.game import Game
from dueldoku.render import plots
from dueldoku.stats.interval import Interval
from dueldoku.stats.intervals import elo_lead
from dueldoku.stats.match import share_of

BOARDS = ("random-3x3", "hard-3x3", "random-4x4", "empty-3x3 rows")
NODES = (1_000, 10_000)
_OPENING = 2, 8  # moves


class Scale(NamedTuple):
    """So many nodes against those of the step before, or the first step itself."""

    board: str
    nodes: int
    pairs: int
    split: int  #: pairs of which each side got one game's points
    share: float  #: of the points, against the step before
    elo: float  #: beyond the fewest nodes
    low: float
    high: float


def measure_scaling(pairs: int, boards: Sequence[str] = BOARDS, nodes: Sequence[int] = NODES) -> Iterator[Scale]:
    """Each step on each board, in so many pairs. A board may be followed by its rules."""
    for board in boards:
        elo = 0.0
        yield Scale(board, nodes[0], 0, 0, 0.5, 0.0, 0.0, 0.0)
        for less, more in pairwise(nodes):
            counts = [0] * 5
            for number in range(pairs):
                counts[pair_result(board, less, more, number)] += 1
            step = elo_lead(counts)
            yield Scale(
                board, more, pairs, counts[2], share_of(counts), elo + step.value, elo + step.low, elo + step.high
            )
            elo += step.value


def opening(board: str, number: int) -> Position:
    """A position after a few random moves; the same for the same number."""
    name, _, rules = board.partition(" ")
    start, rng = one_position(name), Random(f"{board} {number}")
    while True:
        game = Game(start, rules or None)
        for _ in range(rng.randint(*_OPENING)):
            if not game.is_over():
                game.push(rng.choice(list(game.legal_moves())))
        if not game.is_over():
            return game.position()


def pair_result(board: str, less: int, more: int, number: int) -> int:
    """Half points of the side with more nodes in the two games of a pair, 0 to 4."""
    start, halves = opening(board, number), 0
    for seat in (1, 2):
        game = Game(start)
        players = [AgentSeat(load_agent("sensei"), player, number) for player in (1, 2)]
        while not game.is_over():
            nodes = more if game.turn == seat else less
            game.push(players[game.turn - 1].ask(game, Limit(nodes=nodes)).move)
        outcome = game.outcome()
        assert outcome is not None
        halves += 1 if outcome.winner == 0 else 2 * (outcome.winner == seat)
    return halves


def draw_scaling(figures: Sequence[Scale], file: str) -> None:
    """Draw Elo over nodes, into a file of any kind that matplotlib knows."""
    with plots.look():
        figure, (axis,) = plots.panels(1)
        axis.set(xscale="log", xlabel="nodes for a turn", ylabel="Elo beyond the fewest nodes")
        boards = dict.fromkeys(scale.board for scale in figures)
        plots.lines(axis, {
            board: [plots.Point(s.nodes, Interval(s.elo, s.low, s.high)) for s in figures if s.board == board]
            for board in boards
        })  # fmt: skip
        plots.legend(axis)
        figure.savefig(Path(file))
