"""What is remembered of a learner, day by day."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random

from dueldoku.dojo.learner import Learner, Mistake
from dueldoku.dojo.shipped import Entry

TODAY = date(2026, 11, 18)


def entry(number: int, rating: int) -> Entry:
    return Entry(number, rating, ("take",), "classic 2x2", "")


def test_the_rating_rises_and_falls_and_settles() -> None:
    learner = Learner()
    first = learner.answer(entry(1, 1000), True, TODAY)
    assert first > 50
    assert learner.answer(entry(2, 1000), False, TODAY) < 0
    for number in range(3, 80):
        learner.answer(entry(number, 1000), number % 2 == 0, TODAY)
    assert abs(learner.answer(entry(90, 1000), True, TODAY)) < first / 3
    assert abs(learner.rating - 1000) < 60
    assert learner.curve == {"2026-11-18": round(learner.rating)}


def test_a_solver_who_gets_all_of_a_rating_rises_above_it() -> None:
    learner = Learner()
    for number in range(60):
        learner.answer(entry(number, 1300), True, TODAY)
    assert learner.rating > 1500


def test_what_was_missed_comes_back_later_and_later_and_then_no_more() -> None:
    learner, day = Learner(), TODAY
    learner.answer(entry(7, 900), False, day)
    assert learner.due(day) == []
    waits = []
    while learner.mistakes:
        before = day
        while not learner.due(day):
            day += timedelta(1)
        waits.append((day - before).days)
        learner.answer(entry(7, 900), True, day)
    assert waits == [1, 3, 7]


def test_missed_again_it_begins_anew() -> None:
    learner = Learner()
    learner.learn(Mistake("", position="x", best="r1c1=1"), TODAY)
    learner.learn(Mistake("", position="x", best="r1c1=1"), TODAY)
    (mistake,) = learner.due(TODAY + timedelta(1))
    learner.review(mistake, True, TODAY + timedelta(1))
    learner.review(mistake, False, TODAY + timedelta(4))
    assert (mistake.solved, mistake.due) == (0, "2026-11-23")


def test_the_streak_lasts_until_a_day_is_missed() -> None:
    learner = Learner(daily={"2026-11-15": "o", "2026-11-16": "xo", "2026-11-17": "o"})
    assert learner.streak(TODAY) == 3
    assert learner.streak(TODAY + timedelta(1)) == 0
    learner.daily["2026-11-18"] = "xx"
    assert learner.streak(TODAY) == 3
    learner.daily["2026-11-18"] = "xxo"
    assert learner.streak(TODAY) == 4


def test_the_next_puzzle_is_near_and_new() -> None:
    learner = Learner(seen=[1])
    entries = [entry(1, 1000), entry(2, 1050), entry(3, 1900)]
    assert {learner.next(entries, Random(seed)) for seed in range(9)} == {entries[1]}
    assert Learner(seen=[1, 2]).next(entries, Random(1)) == entries[2]
    assert learner.next([], Random(1)) is None


def test_it_is_kept_as_json() -> None:
    learner = Learner(name="Ann", lessons=[0], mistakes=[Mistake("2026-11-19", 4)])
    assert Learner.from_json(learner.to_json()) == learner
