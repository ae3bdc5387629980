"""From numbers to outcomes and words."""

from __future__ import annotations

from math import exp, log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dueldoku.lab.claim import (
    EQUAL_RATIO,
    EQUAL_SHARE,
    Estimate,
    about,
    above,
    all_of,
    beats,
    below,
    difference,
    faster,
    gains,
    is_level,
    is_true,
    loses,
    mean,
    near,
    no,
    pair_share,
    percent,
    ratio,
    short,
    trend,
)
from dueldoku.lab.finding import ClaimState, Outcome
from dueldoku.stats.interval import Interval
from dueldoku.stats.intervals import score_share

HOLDS, FAILS, OPEN = ClaimState.HOLDS, ClaimState.FAILS, ClaimState.OPEN
COUNTS = st.lists(st.integers(0, 30), min_size=5, max_size=5).filter(any)


def state(outcome: Outcome) -> ClaimState:
    return outcome.state


def test_only_a_whole_interval_decides() -> None:
    wide, high, low = Interval(0.5, 0.3, 0.7), Interval(0.7, 0.6, 0.8), Interval(0.2, 0.1, 0.3)
    assert [state(above(it, 0.5)) for it in (wide, high, low)] == [OPEN, HOLDS, FAILS]
    assert [state(below(it, 0.5)) for it in (wide, high, low)] == [OPEN, FAILS, HOLDS]
    assert state(near(Interval(0.5, 0.45, 0.55), 0.5, 0.1)) is HOLDS
    assert state(near(wide, 0.5, 0.1)) is OPEN
    assert state(near(high, 0.4, 0.1)) is FAILS


def test_what_is_equal_is_not_better() -> None:
    just = Interval(0.51, 0.48, 0.54)
    assert [state(find(just)) for find in (beats, loses, is_level)] == [FAILS, FAILS, HOLDS]
    ahead = Interval(0.53, 0.51, 0.549)
    assert [state(find(ahead)) for find in (beats, is_level, loses)] == [HOLDS, HOLDS, FAILS]
    assert state(gains(Interval(0.01, -0.02, 0.04))) is FAILS
    assert state(faster(Interval(1.02, 0.97, 1.08))) is FAILS
    assert state(faster(Interval(1.02, 1.01, 1.2))) is HOLDS
    assert state(about(Interval(6.3, 6.0, 6.5), 6)) is HOLDS
    assert state(about(Interval(7, 6.7, 8), 6)) is FAILS
    assert (EQUAL_SHARE, EQUAL_RATIO) == (0.05, 1.1)  # set before the games were played: a change is another study


@given(st.floats(0, 1), st.floats(0.001, 0.5), st.floats(0.001, 0.5), st.integers(1, 1000))
def test_what_is_open_is_told_by_as_much_as_it_says(value: float, left: float, right: float, amount: int) -> None:
    estimate = Estimate(value, value - left, value + right, amount)
    for find in (beats, loses, is_level, gains):
        outcome = find(estimate)
        if outcome.state is not OPEN:
            assert outcome.need == 0
        elif outcome.need < 1e9:
            narrower = (amount / (1.001 * outcome.need)) ** 0.5
            assert outcome.need >= 0.999 * amount
            more = Estimate(value, value - narrower * left, value + narrower * right, amount)
            assert find(more).state is not OPEN


def test_several_outcomes() -> None:
    holds, fails, unsure = Outcome(HOLDS), Outcome(FAILS), Outcome(OPEN, 40, "boards")
    assert all_of([holds, holds]) == holds
    assert all_of([holds, unsure, unsure]) == Outcome(OPEN, 80, "boards")
    assert all_of([unsure, fails, holds]) == fails
    assert all_of([]).state is OPEN
    assert (is_true(True), is_true(False)) == (holds, fails)
    assert [no(outcome) for outcome in (holds, fails, unsure)] == [fails, holds, unsure]


def test_an_estimate_knows_what_it_is_from() -> None:
    share = pair_share([1, 2, 3, 4, 5])
    assert (share.amount, share.unit) == (30, "games")
    change = difference(share, pair_share([5, 4, 3, 2, 1]))
    assert (change.amount, change.unit) == (60, "games")
    assert trend([(1.0, share), (2.0, share), (4.0, share)]).amount == 90
    assert (ratio([1.0, 2.0]).amount, ratio([1.0, 2.0]).unit) == (2, "puzzles")


@given(COUNTS)
def test_a_share_is_within_its_interval_and_no_wider_than_the_arena_s(counts: list[int]) -> None:
    share, arena = pair_share(counts), score_share(counts)
    assert share.value == arena.value
    assert 0 <= share.low <= share.value <= share.high <= 1
    assert share.high - share.low <= arena.high - arena.low


def test_winning_everything_is_worth_more_the_more_there_is() -> None:
    few, many = pair_share([0, 0, 0, 0, 4]), pair_share([0, 0, 0, 0, 40])
    assert few.low < 0.6 < 0.9 < many.low


def test_a_difference_is_less_sure_than_its_parts() -> None:
    change = difference(Interval(0.4, 0.3, 0.5), Interval(0.7, 0.6, 0.8))
    assert change.value == pytest.approx(0.3)
    assert 0.1 < change.low < 0.2
    assert 0.4 < change.high < 0.5


def test_a_trend_goes_by_all_points() -> None:
    rising = [(10.0**k, Interval(0.2 * k, 0.2 * k - 0.05, 0.2 * k + 0.05)) for k in range(4)]
    change = trend(rising)
    assert change.value == pytest.approx(0.6)
    assert change.low > 0.4
    assert trend(rising[:1]) == Interval(0.0, -1.0, 1.0)


def test_means_and_ratios() -> None:
    assert mean([2.0]) == Interval(2.0, 2.0, 2.0)
    assert mean([1.0, 3.0]).value == 2.0
    assert mean([1.0, 3.0]).low < 0
    assert ratio([1.0, 100.0]).value == pytest.approx(10.0)
    assert ratio([exp(1), exp(3)]).low == pytest.approx(exp(mean([1.0, 3.0]).low))
    assert log(ratio([5.0]).value) == pytest.approx(log(5))


def test_words() -> None:
    assert percent(Interval(0.5, 0.25, 1)) == "50 % (25 to 100 %)"
    assert [short(it) for it in (0.5, 12.34, 999.6, 12345)] == ["0.5", "12", "1000", "12,300"]
