"""Intervals: against SciPy, by simulation, and finite whatever comes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import logit
from scipy.stats import binomtest, ttest_1samp

from dueldoku.stats.intervals import elo_lead, score_share, superiority, wilson
from dueldoku.stats.match import SCALE, expected_score

COUNTS = st.one_of(st.lists(st.integers(0, 10**6), min_size=size, max_size=size) for size in (3, 5))


@pytest.mark.parametrize(("wins", "games"), [(0, 5), (5, 5), (3, 10), (50, 100), (999, 1000)])
def test_wilson_is_the_one_of_scipy(wins: int, games: int) -> None:
    expected = binomtest(wins, games).proportion_ci(0.95, "wilson")
    assert wilson(wins, games) == pytest.approx((wins / games, expected.low, expected.high))


def test_no_games_say_nothing() -> None:
    assert wilson(0, 0) == (0.5, 0, 1)
    assert superiority([0] * 5) == 0.5
    share = score_share([0, 0, 0])
    assert share.value == 0.5
    assert share.low < 0.001
    assert share.high > 0.999


def test_many_pairs_are_a_plain_t_test() -> None:
    counts = [100, 300, 900, 500, 200]
    values = np.repeat(np.arange(5) / 4, counts)
    plain = ttest_1samp(values, 0.5).confidence_interval(0.95)
    share = score_share(counts)
    assert share == pytest.approx((values.mean(), plain.low, plain.high), abs=0.001)
    assert elo_lead(counts) == pytest.approx([SCALE * logit(number) for number in share], abs=0.5)
    even = [100, 300, 900, 330, 105]
    chance = ttest_1samp(np.repeat(np.arange(5) / 4, even), 0.5, alternative="greater").pvalue
    assert superiority(even) == pytest.approx(1 - chance, abs=0.01)


@given(COUNTS)
def test_always_finite_and_in_order(counts: list[int]) -> None:
    for low, value, high in ((x.low, x.value, x.high) for x in (elo_lead(counts), score_share(counts))):
        assert np.isfinite([low, value, high]).all()
        assert low <= value <= high
    assert 0 <= superiority(counts) <= 1


@given(COUNTS)
def test_the_other_side_sees_the_mirror_image(counts: list[int]) -> None:
    mirror = elo_lead(counts[::-1])
    assert elo_lead(counts) == pytest.approx((-mirror.value, -mirror.high, -mirror.low))
    assert superiority(counts) == pytest.approx(1 - superiority(counts[::-1]))


@given(COUNTS, st.data())
def test_a_better_result_is_never_worse(counts: list[int], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(counts) - 2))
    if counts[place]:
        better = counts.copy()
        better[place] -= 1
        better[place + 1] += 1
        assert elo_lead(better).value >= elo_lead(counts).value


@pytest.mark.parametrize("lead", [0, 150, 400])
@pytest.mark.parametrize("pairs", [10, 50])
def test_the_interval_covers(lead: float, pairs: int) -> None:
    """95 % are meant; 2000 matches tell within 1 %, and few pairs may miss by 3 % more."""
    random = np.random.default_rng(pairs)
    game = np.array([1 - expected_score(lead) - 0.04, 0.08, expected_score(lead) - 0.04])
    matches = random.multinomial(pairs, np.convolve(game, game), size=2000)
    bars = [elo_lead(counts) for counts in matches.tolist()]
    assert 0.91 < np.mean([bar.low <= lead <= bar.high for bar in bars]) <= 1


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="expected 0 to 3 wins out of 3 games, got 4"):
        wilson(4, 3)
