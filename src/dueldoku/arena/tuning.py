"""Better numbers for an agent by self-play: in the fast lane, with a limit of nodes, until it is clear who is better.

Every pair of games starts from another opening, and each side plays it from both seats.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import NamedTuple

from dueldoku.agents.base import Agent, Limit
from dueldoku.arena.referee import play_agents
from dueldoku.duel.position import Position
from dueldoku.game.game import Game
from dueldoku.stats.match import share_of
from dueldoku.stats.sprt import Decision, Sprt, sprt


class SelfPlay(NamedTuple):
    """How one agent fares against the other: pairs by points, the mean lead in a game, what the test says."""

    counts: tuple[int, ...]
    lead: float
    test: Sprt

    @property
    def share(self) -> float:
        """The share of the points."""
        return share_of(self.counts)


class Attempt(NamedTuple):
    """A change that was tried: the numbers with it, how they fared against those before, and whether they stay."""

    numbers: tuple[int, ...]
    standing: SelfPlay
    is_better: bool


def openings(starts: Sequence[tuple[Position, str | None]], plies: int = 4, seed: int = 0) -> Iterator[Position]:
    """Positions after up to so many random moves from each of the starts, a board and rules, in turn; without end."""
    number = 0
    while True:
        random = Random(seed << 32 | number)
        board, rules = starts[number % len(starts)]
        game = Game(board, rules, seed=number)
        for _ in range(random.randrange(plies + 1)):
            solution = game.solution()
            if solution is None or game.is_over():
                break
            cell = random.choice(game.cells())
            game.push(game.geometry.move(cell, solution[cell]))
        number += 1
        if not game.is_over():
            yield game.position()


def compare(
    one: Agent, other: Agent, starts: Iterable[Position], limit: Limit, *, elo0: float = 0, elo1: float = 30
) -> Iterator[SelfPlay]:
    """How ``one`` fares against ``other`` after each pair of games, until the test decides or the starts end."""
    counts, lead = [0] * 5, 0
    for number, start in enumerate(starts):
        place = 2  # of the pair among the counts
        for agents, sign in ((one, other), 1), ((other, one), -1):
            game = Game(start)
            for _ in play_agents(game, agents, limit, number):
                pass
            outcome = game.outcome()
            assert outcome is not None
            place += sign * (0, 1, -1)[outcome.winner]
            lead += sign * (game.scores[0] - game.scores[1])
        counts[place] += 1
        test = sprt(counts, elo0=elo0, elo1=elo1)
        yield SelfPlay(tuple(counts), lead / (2 * (number + 1)), test)
        if test.decision is not Decision.CONTINUE:
            return


def tune(
    numbers: Sequence[int],
    build: Callable[[tuple[int, ...]], Agent],
    changes: Iterable[tuple[int, int]],
    starts: Callable[[int], Iterator[Position]],
    limit: Limit,
    *,
    most_pairs: int = 400,
    elo1: float = 30,
) -> Iterator[Attempt]:
    """Try changes to the numbers, each a place and what to add there; a change stays if the test is for it.

    ``build`` makes an agent of the numbers, ``starts`` an endless supply of openings, another for each change.
    """
    best = tuple(numbers)
    for attempt, (place, change) in enumerate(changes):
        tried = tuple(number + change * (at == place) for at, number in enumerate(best))
        games = compare(build(tried), build(best), islice(starts(attempt), most_pairs), limit, elo1=elo1)
        standing = deque(games, maxlen=1)[0]
        is_better = standing.test.decision is Decision.H1
        best = tried if is_better else best
        yield Attempt(tried, standing, is_better)
