"""The projector's pace: a turn a second, however fast the games are."""

from __future__ import annotations

from itertools import pairwise

from dueldoku import Game, Position
from dueldoku.duel.record import GameRecord
from dueldoku.web.stage import HOLD, PACE, Stage


class Seconds:
    """A clock that goes on when it is told to."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def played(start: str = "12.4.4.221.3...1", turns: int = 99) -> GameRecord:
    """A game, as far as so many turns."""
    game = Game(Position.parse(start))
    while not game.is_over() and turns:
        game.push(next(game.legal_moves()))
        turns -= 1
    return game.record(("Ann", "Bob"))


def test_turns_come_one_a_second_and_the_end_is_reached() -> None:
    clock = Seconds()
    stage = Stage(clock)
    whole = played()
    stage.take({"a": played(turns=0)}, {})
    stage.take({}, {"a": whole})  # it was played within a moment
    (scene,) = stage.scenes
    seen = []
    for _ in range(20 * len(whole.turns)):
        clock.now += PACE / 10
        stage.step()
        seen.append(scene.shown)
    steps = [later - one for one, later in pairwise(seen)]
    assert set(steps) == {0, 1}
    at = [number for number, step in enumerate(steps) if step]
    assert min(later - one for one, later in pairwise(at)) >= 10
    assert scene.is_over


def test_a_game_that_is_found_under_way_is_shown_as_it_stands() -> None:
    stage = Stage(Seconds())
    stage.take({"a": played(turns=3)}, {})
    assert [scene.shown for scene in stage.scenes] == [3]


def test_a_place_is_free_when_the_end_of_its_game_could_be_read() -> None:
    clock = Seconds()
    stage = Stage(clock)
    games = {name: played() for name in "abcd"}
    stage.take(games, {})
    stage.take({}, games | {"e": played()})
    assert [scene.key for scene in stage.scenes] == list("abcd")
    clock.now += HOLD
    stage.take({"a": played()}, {"e": played()})
    assert [scene.key for scene in stage.scenes] == list("aecd")  # a is still being played
    stage.take({"a": played()}, games | {"e": played()})
    assert [scene.key for scene in stage.scenes] == list("aecd")  # nothing is shown twice
    assert stage.scenes[1].shown == 0


def test_of_large_boards_there_are_two() -> None:
    stage = Stage(Seconds())
    stage.take({name: played(81 * ".", 2) for name in "abc"}, {})
    assert [scene.key for scene in stage.scenes] == list("ab")
