"""Whether estimates are right on average: what sensei expects in positions of games, and how these games ended.

Different agents play each other, each board with both seats. From each tenth of a game (by the cells that are filled)
one position is drawn, and analysed with so many nodes. Its *error* is how much more the player to move gained from
there on than was expected. Where the other player has the next turn, that position is looked at, too: what one gains
the other loses, so that the mean of both errors is free of who was the stronger one. The mean over all should be near
0. The *spread* of single errors is how far off an estimate mostly is; mistakes of both players are part of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dueldoku.agents.base import Limit
from dueldoku.agents.registry import load_agent
from dueldoku.arena.seat import AgentSeat
from dueldoku.board.geometry import Geometry
from dueldoku.duel.position import Position
from dueldoku.duel.rules import rule_set
from dueldoku.engine.analysis import analyse
from dueldoku.engine.insight import Kind
from dueldoku.engine.spread import CLASSIC, TERRITORIES, Trust
from dueldoku.errors import UnknownName
from dueldoku.game.boards import one_position
from dueldoku.game.game import Game
from dueldoku.render import plots
from dueldoku.stats.interval import Interval
from dueldoku.stats.intervals import mean_interval

BOARDS = (
    ("empty-2x2", "classic"), ("random-2x3", "classic"), ("empty-2x3", "classic"), ("random-3x3", "classic"),
    ("hard-3x3", "classic"), ("empty-3x3", "classic"), ("random-3x4", "classic"), ("random-4x4", "classic"),
    ("empty-2x2", "rows"), ("board-2x3", "rows"), ("empty-2x3", "rows"), ("random-3x3", "rows"), ("empty-3x3", "rows"),
    ("empty-2x3", "border"), ("empty-3x3", "random"),
)  # fmt: skip
STRONG = ("sensei", "sensei:level=master")
AGENTS = ("greedy_player", "minimax-cells", "mcts-cells", "sensei:level=club", "sensei")
_KINDS = AGENTS, STRONG
TENTHS = 10
EXACT = "exact values"  # instead of a size
_NODES = 300  # for a turn of the players


class Error(NamedTuple):
    """A position, or two in succession: how much more each player gained from there on than was expected."""

    rules: str  # classic, or territories
    size: str
    tenth: int  # of the game, from 1
    errors: tuple[float, ...]  # in points
    is_exact: bool  # whether the first was no estimate


class Drift(NamedTuple):
    """The errors of a tenth of the games of a kind; ``low`` and ``high`` bound the mean, at 95 %."""

    rules: str
    size: str
    tenth: int
    positions: int
    mean: float
    low: float
    high: float
    spread: float


def measure_calibration(
    rounds: int, nodes: int, boards: Sequence[str] = (), agents: Sequence[str] = (), seed: int = 1
) -> Iterator[Drift]:
    """The errors of so many pairs of games on each board: for each rule family and size, then for all of a family.

    If no ``agents`` are named, there are as many games between strong ones as between all kinds of them. Last come
    those of exact values, which are as large as the mistakes that the players made from there on.
    """
    errors = [
        error
        for (board, rules), number, some in product(_known(boards), range(rounds), [agents] if agents else _KINDS)
        for error in errors_of(board, rules, some, nodes, f"{seed} {number}")
    ]
    sizes = sorted({error[:2] for error in errors})
    families = sorted({rules for rules, _ in sizes})
    for rules, size in [*sizes, *product(families, ("all", EXACT))]:
        mine = [error for error in errors if error.rules == rules and size in ("all", EXACT, error.size)]
        yield from drifts([error for error in mine if error.is_exact == (size == EXACT)], rules, size)


def _known(boards: Sequence[str]) -> list[tuple[str, str]]:
    """Those of the boards that are asked for, or all, with their rules. Raises UnknownName."""
    if unknown := set(boards) - {name for name, _ in BOARDS}:
        raise UnknownName(f"expected boards out of {', '.join(dict(BOARDS))}, got {min(unknown)!r}")
    return [pair for pair in BOARDS if not boards or pair[0] in boards]


class Fit(NamedTuple):
    """The numbers of ``engine/spread.py`` for a rule family, from so many positions with estimates."""

    rules: str
    positions: int
    bias: tuple[float, float]
    spread: tuple[float, float]


def fit_calibration(rounds: int, nodes: int, boards: Sequence[str] = (), seed: str = "fit") -> Iterator[Fit]:
    """What makes estimates right on average, from games of other seeds than those that are measured.

    So many pairs of games on each board between all kinds of agents, and as many between strong ones.
    """
    errors = [
        error
        for (board, rules), number, agents in product(_known(boards), range(rounds), _KINDS)
        for error in errors_of(board, rules, agents, nodes, f"{seed} {number}")
        if not error.is_exact
    ]
    for rules, known in (("classic", CLASSIC), ("territories", TERRITORIES)):
        mine = [error for error in errors if error.rules == rules]
        if len(mine) > 2:
            yield fit(mine, rules, known)


def fit(errors: Sequence[Error], rules: str, known: Trust) -> Fit:
    """The numbers of one family, if estimates are corrected by the ``known`` ones already."""
    full = np.array([(error.tenth - 0.5) / TENTHS for error in errors])
    ends = np.stack([1 - full, full], axis=1)
    bias = np.linalg.lstsq(ends, np.array([fmean(error.errors) for error in errors]))[0] + known.bias
    sides = np.array([float(Geometry.parse(error.size).side) for error in errors])
    squares = np.array([fmean(one**2 for one in error.errors) for error in errors])
    spread = np.sqrt(np.maximum(np.linalg.lstsq(ends, squares / sides)[0], 0))
    return Fit(rules, sum(len(error.errors) for error in errors), _pair(bias), _pair(spread))


def _pair(ends: NDArray[np.float64]) -> tuple[float, float]:
    return round(float(ends[0]), 1), round(float(ends[1]), 1)


def drifts(errors: Sequence[Error], rules: str, size: str) -> Iterator[Drift]:
    """The errors, tenth by tenth."""
    for tenth in range(1, TENTHS + 1):
        mine = [error.errors for error in errors if error.tenth == tenth]
        if len(mine) > 1:
            spread = sqrt(fmean(error**2 for pair in mine for error in pair))
            yield Drift(rules, size, tenth, sum(map(len, mine)), *mean_interval(list(map(fmean, mine))), spread)


def errors_of(board: str, rules: str, agents: Sequence[str], nodes: int, seed: str) -> Iterator[Error]:
    """Two different agents, drawn by the seed, on this board with both seats."""
    rng = Random(f"{seed} {board} {rules}")
    players = rng.choice(list(combinations(agents, 2)))
    start = one_position(board)
    family = "territories" if rule_set(rules).regions else "classic"
    for seats in (players, players[::-1]):
        game = Game(start, rules, seed=rng.randrange(1 << 30))
        for tenth, positions in sorted(_play(game, seats, rng).items()):
            found = [analyse(position, nodes=nodes, line=False) for position in positions]
            leads = [game.scores[0] - game.scores[1] - one.lead for one in found]
            errors = tuple(lead if one.player == 1 else -lead for lead, one in zip(leads, found, strict=True))
            yield Error(family, str(game.geometry), tenth, errors, found[0].kind is Kind.EXACT)


def _play(game: Game, agents: Sequence[str], rng: Random) -> dict[int, tuple[Position, ...]]:
    """Play the game to its end; returns positions of each tenth of it. A game that ends by an offence has none."""
    seats = [AgentSeat(load_agent(name), player, rng.randrange(1 << 30)) for player, name in enumerate(agents, 1)]
    empty, seen, tenths = game.values.count(0), list[Position](), dict[int, list[int]]()
    while not game.is_over():
        tenths.setdefault(1 + TENTHS * (empty - game.values.count(0)) // empty, []).append(len(seen))
        seen.append(game.position())
        game.push(seats[game.turn - 1].ask(game, Limit(nodes=_NODES)).move)
    if game.history[-1].ruling.loses:
        return {}
    found = {}
    for tenth, numbers in tenths.items():
        first, *then = seen[(number := rng.choice(numbers)) : number + 2]
        found[tenth] = first, *(position for position in then if position.turn != first.turn)
    return found


def draw_calibration(figures: Sequence[Drift], file: str) -> None:
    """Draw the mean errors of each kind over the tenths of the game, into a file of any kind that matplotlib knows."""
    with plots.look():
        figure, panels = plots.panels(2)
        for axis, rules in zip(panels, ("classic", "territories"), strict=True):
            axis.set(title=rules, xlabel="tenth of the game", ylabel="points gained beyond the estimate")
            axis.axhline(0, linewidth=0.8)
            mine = [drift for drift in figures if drift.rules == rules]
            plots.lines(axis, {
                size: [plots.Point(d.tenth, Interval(d.mean, d.low, d.high)) for d in mine if d.size == size]
                for size in dict.fromkeys(drift.size for drift in mine)
            })  # fmt: skip
            if mine:
                plots.legend(axis)
        figure.savefig(Path(file))
