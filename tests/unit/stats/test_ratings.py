"""Ratings: against choix and a plain optimiser, by simulation, and finite whatever comes."""

from __future__ import annotations

from dataclasses import astuple
from itertools import permutations
from math import exp, log
from random import Random

import choix
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from dueldoku.stats.match import SCALE, expected_score
from dueldoku.stats.ratings import Ratings, rate
from dueldoku.stats.tables import Row

pytestmark = pytest.mark.slow

GAME = st.tuples(st.permutations("abcde").map(lambda names: names[:2]), st.sampled_from([0, 0.5, 1]), st.integers(0, 3))
ROWS = st.lists(GAME.map(lambda game: (*game[0], *game[1:])), max_size=30)


def elos(ratings: Ratings) -> dict[str, float]:
    return {rating.name: rating.elo for rating in ratings.table}


def play(elo: dict[str, float], pairs: int, seat: float = 0, draw: float = 0.1, seed: int = 0) -> list[Row]:
    """Games by Davidson's model: ``pairs`` between every two agents."""
    random, rows = np.random.default_rng(seed), []
    for pair in range(pairs):
        for first, second in permutations(elo, 2):
            half = (elo[first] - elo[second] + seat) / SCALE / 2
            odds = np.array([exp(-half), draw, exp(half)])
            rows.append((first, second, (0, 0.5, 1)[random.choice(3, p=odds / odds.sum())], pair))
    return rows


def test_choix_finds_the_same_where_no_game_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dueldoku.stats.ratings._PRIOR", 1e-9)
    won = [(int(a), int(b)) for a, b, *_ in play({"0": 0, "1": 80, "2": 150, "3": 300}, 30, draw=0)]
    random = np.random.default_rng(3)
    won = [(a, b) if random.random() < expected_score(90 * (a - b)) else (b, a) for a, b in won]
    # Each game from both seats, so that the seat, of which choix knows nothing, is worth nothing.
    rows: list[Row] = [(str(a), str(b), 1, n) for n, (a, b) in enumerate(won)]
    rows += [(str(b), str(a), 0, n) for n, (a, b) in enumerate(won)]
    expected = SCALE * choix.opt_pairwise(4, won)
    ratings = rate(rows, resamples=1)
    assert [ratings[str(k)].elo for k in range(4)] == pytest.approx(expected - expected.mean(), abs=0.01)
    assert ratings.seat.value == pytest.approx(0, abs=1e-6)


def test_a_plain_optimiser_finds_the_same() -> None:
    rows = play({"a": 0, "b": 100, "c": 250}, 6, seat=60, draw=0.6)

    def cost(at: np.ndarray) -> float:
        """Minus the logarithm of likelihood and prior, written game by game from the description."""
        total = sum(log(1 + exp(-x)) + log(1 + exp(x)) for x in at)
        for first, second, score, _ in rows:
            lead = at["abc".index(first)] - at["abc".index(second)] + at[3]
            odds = {0: exp(-lead / 2), 0.5: exp(at[4]), 1: exp(lead / 2)}
            total -= log(odds[score] / sum(odds.values()))
        return total

    best = minimize(cost, np.zeros(5), tol=1e-10).x
    ratings = rate(rows, resamples=1)
    assert [ratings[name].elo for name in "abc"] == pytest.approx(SCALE * (best[:3] - best[:3].mean()), abs=0.05)
    assert ratings.seat.value == pytest.approx(SCALE * best[3], abs=0.05)
    assert ratings.draws.value == pytest.approx(exp(best[4]) / (2 + exp(best[4])), abs=1e-4)


def test_true_ratings_are_found_again() -> None:
    true = {name: 120.0 * k - 420 for k, name in enumerate("abcdefgh")}
    ratings = rate(play(true, 60, seat=40, draw=0.5), resamples=200)
    assert elos(ratings) == pytest.approx(true, abs=60)  # three standard errors
    assert [rating.name for rating in ratings.table] == list("hgfedcba")
    assert ratings.seat.value == pytest.approx(40, abs=30)
    assert ratings.draws.value == pytest.approx(0.5 / 2.5, abs=0.04)
    assert ratings.superiority[0, 1:].min() > 0.95
    assert np.allclose(ratings.superiority + ratings.superiority.T, 1)
    shares = [ratings.expected_score(a, b) + 1 - ratings.expected_score(b, a) for a, b in permutations("abcdefgh", 2)]
    assert sum(shares) == pytest.approx(8 * 7)
    assert ratings.expected_score("a", "b") < ratings.expected_score("b", "a")


@pytest.mark.slow
def test_the_error_bars_cover() -> None:
    """95 % are meant. 80 tournaments of 4 agents tell within about 3 %."""
    true = {"a": -225.0, "b": -75.0, "c": 75.0, "d": 225.0}
    tables = [rate(play(true, 10, seat=30, seed=seed), resamples=100).table for seed in range(80)]
    covered = [rating.low <= true[rating.name] <= rating.high for table in tables for rating in table]
    assert 0.9 < np.mean(covered) < 0.99


def test_pairs_that_the_board_decides_say_little_about_the_agents() -> None:
    """Whoever has the better seat of the board wins: every pair is 1 : 1, so the ratings are sure to be equal."""
    rows: list[Row] = []
    for pair, better in enumerate(np.random.default_rng(5).integers(0, 2, 100).tolist()):
        rows += [("a", "b", better, pair), ("b", "a", better, pair)]
    single: list[Row] = [(*row[:3], number) for number, row in enumerate(rows)]
    paired_bar, single_bar = (rate(games)["a"].high for games in (rows, single))
    assert paired_bar < single_bar / 2


def test_won_and_lost_everything() -> None:
    rows: list[Row] = [row for k in range(50) for row in (("a", "b", 1, k), ("b", "a", 0, k))]
    best = rate(rows, anchor="b")["a"]
    assert 500 < best.low < best.elo < best.high
    assert best.high - best.low > 300
    assert rate(rows[:10], anchor="b")["a"].elo < best.elo


def test_groups_that_never_met() -> None:
    ratings = rate([("a", "b", 1, 1), ("c", "d", 1, 1)], agents=["e"])
    assert ratings.groups == (("a", "b"), ("c", "d"), ("e",))
    assert not ratings.connected
    assert ratings["a"].elo == pytest.approx(ratings["c"].elo)
    assert ratings["e"].elo == pytest.approx(0, abs=1e-6)
    assert (ratings["e"].games, ratings["e"].share) == (0, 0.5)


def test_nobody_one_agent_and_nothing_but_draws() -> None:
    assert rate([]).table == ()
    assert rate([]).connected
    assert (rate([], agents=["a"])["a"].elo, rate([], agents=["a"]).superiority.tolist()) == (0, [[0.5]])
    drawn = rate([("a", "b", 0.5, k) for k in range(99)])
    assert drawn["a"].elo == pytest.approx(0, abs=1e-6)
    assert 0.95 < drawn.draws.low <= drawn.draws.high < 1


@pytest.mark.slow
@settings(max_examples=25)
@given(ROWS)
def test_always_finite_and_centred(rows: list[Row]) -> None:
    ratings = rate(rows, agents="xa", resamples=20)
    numbers = [number for r in ratings.table for number in (r.elo, r.low, r.high)]
    assert np.isfinite([*numbers, *ratings.seat, *ratings.draws, *ratings.superiority.flat]).all()
    assert all(r.low <= r.elo <= r.high for r in ratings.table)
    assert sum(elos(ratings).values()) == pytest.approx(0, abs=1e-6)
    assert elos(rate(rows, agents="xa", anchor="x", resamples=1))["x"] == 0


@pytest.mark.slow
@settings(max_examples=25)
@given(ROWS, st.randoms())
def test_neither_order_nor_names_matter(rows: list[Row], random: Random) -> None:
    ratings = rate(rows, resamples=5)
    mixed = rate(random.sample(rows, len(rows)), resamples=5)
    assert mixed.groups == ratings.groups
    for name in elos(ratings):
        assert astuple(mixed[name])[1:] == pytest.approx(astuple(ratings[name])[1:], abs=1e-3)
    new = dict(zip("abcde", "qmzkb", strict=True))
    renamed = elos(rate([(new[a], new[b], score, pair) for a, b, score, pair in rows], resamples=1))
    assert renamed == pytest.approx({new[name]: elo for name, elo in elos(ratings).items()}, abs=1e-4)


@pytest.mark.slow
@settings(max_examples=25)
@given(ROWS)
def test_swapping_all_results_turns_the_ratings_round(rows: list[Row]) -> None:
    ratings = rate(rows, resamples=1)
    swapped = rate([(a, b, 1 - score, pair) for a, b, score, pair in rows], resamples=1)
    assert elos(swapped) == pytest.approx({name: -elo for name, elo in elos(ratings).items()}, abs=1e-4)
    assert swapped.seat.value == pytest.approx(-ratings.seat.value, abs=1e-4)
    seats = rate([(b, a, 1 - score, pair) for a, b, score, pair in rows], resamples=1)
    assert elos(seats) == pytest.approx(elos(ratings), abs=1e-4)
    assert seats.seat.value == pytest.approx(-ratings.seat.value, abs=1e-4)


@settings(max_examples=25)
@given(ROWS, st.data())
def test_a_better_result_never_lowers_the_lead_over_that_opponent(rows: list[Row], data: st.DataObject) -> None:
    worse = [number for number, row in enumerate(rows) if row[2] < 1]
    if worse:
        number = data.draw(st.sampled_from(worse))
        first, second, score, pair = rows[number]
        better = [*rows[:number], (first, second, score + 0.5, pair), *rows[number + 1 :]]
        before, after = (elos(rate(games, resamples=1)) for games in (rows, better))
        assert after[first] - after[second] >= before[first] - before[second] - 1e-4


def test_the_seed_decides() -> None:
    rows = play(dict.fromkeys("abc", 0.0), 5)
    assert rate(rows, seed=1).table == rate(rows, seed=1).table != rate(rows, seed=2).table


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="expected the anchor to be one of the agents, got 'z'"):
        rate([("a", "b", 1, 1)], anchor="z")
    with pytest.raises(ValueError, match="at least one resample"):
        rate([], resamples=0)
    with pytest.raises(KeyError, match="expected one of the agents rated, got 'z'"):
        rate([])["z"]
