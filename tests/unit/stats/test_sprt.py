"""The sequential test: against Fishtest's own answers, against a plain optimiser, and by simulation."""

from __future__ import annotations

from math import isfinite, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize

from dueldoku.stats.match import expected_score
from dueldoku.stats.sprt import Decision, sprt

COUNTS = st.one_of(st.lists(st.integers(0, 10**6), min_size=size, max_size=size) for size in (3, 5))


@pytest.mark.parametrize(
    ("counts", "elo0", "elo1", "llr"),
    [
        ([2, 9, 30, 25, 14], 0, 50, 7.027844),
        ([12, 60, 150, 80, 18], 0, 20, 1.931070),
        ([30, 11, 59], -5, 10, 1.372244),
    ],
)
def test_fishtest_computes_the_same(counts: list[int], elo0: float, elo1: float, llr: float) -> None:
    """The numbers come from Fishtest's LLR_logistic, given our counts."""
    assert sprt(counts, elo0=elo0, elo1=elo1).llr == pytest.approx(llr, abs=1e-6)


@pytest.mark.parametrize("counts", [[5, 8, 20, 11, 6], [3, 9, 4], [1, 1, 1, 1, 9]])
def test_a_plain_optimiser_finds_the_same(counts: list[int]) -> None:
    def best(share: float) -> float:
        values = np.linspace(0, 1, len(counts))
        limits = [
            {"type": "eq", "fun": lambda p: p.sum() - 1},
            {"type": "eq", "fun": lambda p: p @ values - share},
        ]
        start = np.full(len(counts), 1 / len(counts))
        found = minimize(
            lambda p: -np.dot(counts, np.log(p)), start, bounds=[(1e-6, 1)] * len(counts), constraints=limits, tol=1e-12
        )
        return -float(found.fun)

    ratio = best(expected_score(60)) - best(expected_score(-20))
    assert sprt(counts, elo0=-20, elo1=60).llr == pytest.approx(ratio, abs=1e-4)


def test_bounds_and_verdicts() -> None:
    start = sprt([0] * 5, elo0=0, elo1=10, alpha=0.05, beta=0.1)
    assert (start.llr, start.lower, start.upper) == (0, log(0.1 / 0.95), log(0.9 / 0.05))
    assert start.decision is Decision.CONTINUE
    assert sprt([0, 0, 0, 0, 90], elo0=0, elo1=20).decision is Decision.H1
    assert sprt([0, 0, 900, 0, 0], elo0=0, elo1=10).decision is Decision.H0  # nothing but draws: no better


@given(COUNTS, st.floats(-1999, 1999), st.floats(0.1, 1000))
def test_always_finite(counts: list[int], elo0: float, width: float) -> None:
    assert isfinite(sprt(counts, elo0=elo0, elo1=min(2000, elo0 + width)).llr)


@given(COUNTS)
def test_the_other_side_sees_the_mirror_image(counts: list[int]) -> None:
    here, there = sprt(counts, elo0=-10, elo1=30).llr, sprt(counts[::-1], elo0=-30, elo1=10).llr
    assert here == pytest.approx(-there, rel=1e-6, abs=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize(("draws", "paired"), [(0.05, True), (0.4, True), (0.4, False)])
def test_the_error_rates_hold(draws: float, paired: bool) -> None:
    """5 % are promised; 400 tests each way tell within 3.3 % (three standard errors)."""
    random = np.random.default_rng(7)
    assert _accept_h1(0, draws, paired, random) < 0.05 + 0.033
    assert _accept_h1(150, draws, paired, random) > 0.95 - 0.033


def _accept_h1(lead: float, draws: float, paired: bool, random: np.random.Generator) -> float:
    """How often H1 (150 Elo) is accepted against H0 (0 Elo), looking after every pair or game."""
    game = np.array([1 - expected_score(lead) - draws / 2, draws, expected_score(lead) - draws / 2])
    chances = np.convolve(game, game) if paired else game
    accepted = 0
    for _ in range(400):
        counts, decision = [0] * len(chances), Decision.CONTINUE
        for result in random.choice(len(chances), p=chances, size=5000):
            counts[result] += 1
            if (decision := sprt(counts, elo0=0, elo1=150).decision) is not Decision.CONTINUE:
                break
        accepted += decision is Decision.H1
    return accepted / 400


@pytest.mark.parametrize(
    ("given_", "words"),
    [
        ({"elo0": 5, "elo1": 5}, "elo0 < elo1"),
        ({"elo0": 0, "elo1": 5000}, "from -2000 to 2000"),
        ({"elo0": 0, "elo1": 5, "alpha": 0}, "alpha and beta"),
        ({"elo0": 0, "elo1": 5, "beta": 0.5}, "alpha and beta"),
    ],
)
def test_what_cannot_be_is_refused(given_: dict[str, float], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        sprt([1, 1, 1], **given_)
