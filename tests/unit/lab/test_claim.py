"""From numbers to outcomes and words."""

from __future__ import annotations

from math import exp, log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dueldoku.lab.claim import (
    above,
    all_of,
    below,
    difference,
    is_true,
    mean,
    near,
    pair_share,
    percent,
    ratio,
    short,
    trend,
)
from dueldoku.lab.experiment import ClaimState
from dueldoku.stats.interval import Interval
from dueldoku.stats.intervals import score_share

HOLDS, FAILS, OPEN = ClaimState.HOLDS, ClaimState.FAILS, ClaimState.OPEN
COUNTS = st.lists(st.integers(0, 30), min_size=5, max_size=5).filter(any)


def test_only_a_whole_interval_decides() -> None:
    wide, high, low = Interval(0.5, 0.3, 0.7), Interval(0.7, 0.6, 0.8), Interval(0.2, 0.1, 0.3)
    assert [above(it, 0.5) for it in (wide, high, low)] == [OPEN, HOLDS, FAILS]
    assert [below(it, 0.5) for it in (wide, high, low)] == [OPEN, FAILS, HOLDS]
    assert near(Interval(0.5, 0.45, 0.55), 0.5, 0.1) is HOLDS
    assert near(wide, 0.5, 0.1) is OPEN
    assert near(high, 0.4, 0.1) is FAILS


def test_several_outcomes() -> None:
    assert all_of([HOLDS, HOLDS]) is HOLDS
    assert all_of([HOLDS, OPEN]) is OPEN
    assert all_of([OPEN, FAILS, HOLDS]) is FAILS
    assert all_of([]) is OPEN
    assert (is_true(True), is_true(False)) == (HOLDS, FAILS)


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
