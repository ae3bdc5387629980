"""Games of sensei's search against itself on the batch environment, as positions and what they turned out to be worth.

A search judges positions that nobody would play to, so a game begins with a stretch in which turns are random now and
then; its length is random too. All other turns are the choice of a small search. What a position is worth to the player
to move is what they get from there on, less what the other one gets:

    worth = points of the turn + what is left, seen from the other side
    left  = LAMBDA x the worth of the next position, and the rest from what the search says of it

Before a random turn, and where the search has seen the end, it is what the search says.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dueldoku.agents.school.board import Searcher, Sights
from dueldoku.board.geometry import Geometry
from dueldoku.envs import Batch
from dueldoku.errors import StartError

LAMBDA = 0.95
_STRETCH = 2 / 3  # of the cells, at most
_RANDOM = 0.4  # of its turns


class Task(NamedTuple):
    """Games to play: everything follows from this."""

    boards: tuple[str, ...]
    rules: str
    games: int
    nodes: int  # for each turn
    seed: str
    learned: str = ""  # the network that judges, as JSON; none: weights made by hand
    siblings: bool = False  # whether to learn from what the search says after different moves, not from outcomes


class Lesson(NamedTuple):
    """Positions one below the other: what the network sees, their worth, what the judge said and weights by hand do."""

    seen: NDArray[np.int16]
    worth: NDArray[np.float32]
    glance: NDArray[np.float32]
    by_hand: NDArray[np.float32]

    @classmethod
    def join(cls, lessons: list[Lesson]) -> Lesson:
        """All of them as one."""
        return cls(*(np.concatenate(columns) for columns in zip(*lessons, strict=True)))


class _Turn(NamedTuple):
    """A turn in all the games that went on."""

    games: NDArray[np.int64]
    first: NDArray[np.bool_]  # whether the first player moves
    sights: Sights
    is_random: NDArray[np.bool_]
    points: NDArray[np.float32]


def play(task: Task) -> Lesson:
    """Play all games to their ends."""
    chance = Random(task.seed)
    batch = Batch(task.games, task.boards, task.rules, seed=chance.getrandbits(32))
    rng = np.random.default_rng(chance.getrandbits(64))
    searcher = Searcher(batch.geometry, task.learned, task.nodes, rng, siblings=task.siblings)
    stretch = rng.integers(0, int(_STRETCH * batch.geometry.size) + 1, batch.n)
    going, turns = np.ones(batch.n, bool), list[_Turn]()
    while going.any():
        games = np.flatnonzero(going)
        sights = searcher.look(batch, games)
        actions = batch.sample()
        is_random = (len(turns) < stretch[games]) & (rng.random(len(games)) < _RANDOM)
        actions[games] = np.where(is_random, actions[games], sights.actions)
        first = batch.turn[games] == 1
        step = batch.step(actions)
        turns.append(_Turn(games, first, sights, is_random, step.points[games].astype(np.float32)))
        going[games] &= ~step.done[games]
    if task.siblings:
        pairs = [(it.sights.siblings, it.sights.worth) for it in turns]
        return _lesson(searcher, *map(np.concatenate, zip(*pairs, strict=True)))
    return _worth(turns, batch.n, searcher)


def _worth(turns: list[_Turn], games: int, searcher: Searcher) -> Lesson:
    """What each position was worth, from the last ones to the first."""
    left = np.zeros(games, np.float32)  # to the first player, after the turn
    lessons = []
    for turn in reversed(turns):
        at, sign = turn.games, np.where(turn.first, np.float32(1), np.float32(-1))
        worth = turn.points + sign * left[at]
        worth = np.where(turn.sights.is_sure | turn.is_random, turn.sights.value, worth)
        left[at] = sign * (LAMBDA * worth + (1 - LAMBDA) * turn.sights.value)
        seen, asked = turn.sights.seen, turn.sights.is_asked
        lessons.append(_lesson(searcher, seen[asked], worth[asked].astype(np.float32)))
    return Lesson.join(lessons)


def _lesson(searcher: Searcher, seen: NDArray[np.int16], worth: NDArray[np.float32]) -> Lesson:
    return Lesson(seen, worth, searcher.glance(seen), searcher.by_hand(seen))


def size_of(boards: tuple[str, ...], rules: str) -> Geometry:
    """The size of these boards. Raises StartError if they have several or no territories, and what reading raises."""
    batch = Batch(1, boards, rules, starts=1)
    if batch.positions[0].regions is None:
        raise StartError(f"expected a rule set with territories, got {rules!r}")
    return batch.geometry
