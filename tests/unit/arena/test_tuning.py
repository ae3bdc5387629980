"""Self-play that tells which numbers are better."""

from __future__ import annotations

from itertools import islice

from dueldoku.agents.base import Agent, Limit, Task
from dueldoku.arena.tuning import compare, openings, tune
from dueldoku.game.boards import bundled_board
from dueldoku.game.game import Game
from dueldoku.stats.sprt import Decision

STARTS = [(bundled_board("empty-2x2"), "rows"), (bundled_board("easy-2x2"), None)]


class Greed(Agent):
    """Takes most points if its number is positive, and else least."""

    def __init__(self, number: int) -> None:
        self._sign = 1 if number > 0 else -1

    def think(self, game: Game, task: Task) -> None:
        solution = game.solution()
        assert solution is not None
        cell = max(game.cells(), key=lambda cell: (self._sign * game.points(cell), task.rng.random()))
        task.propose(game.geometry.move(cell, solution[cell]))


def test_openings_are_many_and_always_the_same() -> None:
    first = list(islice(openings(STARTS, plies=4, seed=1), 20))
    assert first == list(islice(openings(STARTS, plies=4, seed=1), 20))
    assert first != list(islice(openings(STARTS, plies=4, seed=2), 20))
    assert len(set(map(str, first))) > 10
    assert {position.rules for position in first} == {"rows", "classic"}


def test_the_better_one_wins_the_test_and_the_worse_one_loses_it() -> None:
    limit = Limit(nodes=1)
    *_, last = compare(Greed(1), Greed(-1), islice(openings(STARTS), 300), limit)
    assert last.test.decision is Decision.H1
    assert last.share > 0.6
    assert last.lead > 0
    *_, last = compare(Greed(-1), Greed(1), islice(openings(STARTS), 300), limit)
    assert last.test.decision is Decision.H0


def test_a_change_stays_only_if_it_is_better() -> None:
    changes = [(0, -3), (1, 2), (0, 2)]
    steps = list(
        tune(
            (-1, 5),
            lambda numbers: Greed(numbers[0]),
            changes,
            lambda attempt: openings(STARTS, seed=attempt),
            Limit(nodes=1),
            most_pairs=60,
        )
    )
    assert [step.numbers for step in steps] == [(-4, 5), (-1, 7), (1, 5)]
    assert [step.is_better for step in steps] == [False, False, True]
