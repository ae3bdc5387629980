"""What a finished game gives to learn from."""

from __future__ import annotations

from dueldoku import Game, Move, Position
from dueldoku.dojo.learner import Learner, Mistake
from dueldoku.web import jobs

START = "12.4.4.221.3...1"


def test_every_move_that_is_no_mistake_counts() -> None:
    game = Game(Position.parse(START))
    game.push(Move.parse("r4c3=4"))  # a bomb, and 18 points away from the best two
    game.resign()
    (mistake,) = jobs.mistakes(game.record().to_json(), 1, 5.0)
    assert {mistake.best, *mistake.also} == {"r3c3=4", "r4c2=3", "r4c3=2"}  # of 7, 7 and 5 points; the next has 2


def test_moves_that_lose_as_well_are_no_solution() -> None:
    game = Game(Position.parse("123.341221.3.3.1"))
    game.push(Move.parse("r1c4=4"))  # loses by 2, where a bomb wins by 2
    game.resign()
    (mistake,) = jobs.mistakes(game.record().to_json(), 1, 5.0)
    assert (mistake.best, mistake.bomb, mistake.also) == ("r4c3=4", True, [])


def test_what_was_kept_before_is_still_read() -> None:
    kept = Mistake("2026-11-18", position=START, best="r3c3=4").__dict__.copy()
    del kept["also"]
    assert Learner.from_json({"mistakes": [kept]}).mistakes[0].also == []
