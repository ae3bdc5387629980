"""How sure a number is: 95 % intervals for win rates, shares of the points and Elo leads of one match."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev

from scipy.special import logit, ndtri, stdtr, stdtrit

from dueldoku.stats.interval import Interval
from dueldoku.stats.match import SCALE, check_counts, expected_score, share_of

_UPPER = 0.975  # where an interval ends: 2.5 % lie beyond it on either side


def wilson(wins: float, games: float) -> Interval:
    """Win rate with Wilson's score interval; before the first game anything from 0 to 1.

    Draws may count as half a win: results in between vary less, so the interval is then rather too wide.

    >>> [round(number, 3) for number in wilson(8, 10)]
    [0.8, 0.49, 0.943]
    """
    if not 0 <= wins <= games:
        raise ValueError(f"expected 0 to {games} wins out of {games} games, got {wins}")
    if games == 0:
        return Interval(0.5, 0, 1)
    rate, extra = wins / games, float(ndtri(_UPPER)) ** 2
    centre = (wins + extra / 2) / (games + extra)
    half = sqrt(extra * (rate * (1 - rate) * games + extra / 4)) / (games + extra)
    return Interval(rate, max(0.0, min(rate, centre - half)), min(1.0, max(rate, centre + half)))


def mean_interval(values: Sequence[float], level: float = 0.95) -> Interval:
    """The mean of at least one value with its t-interval; the error of a single value is unknown.

    >>> [round(number, 3) for number in mean_interval([1, 2, 3])]
    [2.0, -0.484, 4.484]
    """
    centre, half = fmean(values), 0.0
    if len(values) > 1:
        half = float(stdtrit(len(values) - 1, (1 + level) / 2)) * stdev(values) / sqrt(len(values))
    return Interval(centre, centre - half, centre + half)


def score_share(counts: Sequence[float]) -> Interval:
    """Share of the points, from the counts of a match (``match``), with the interval of ``elo_lead``.

    >>> [round(number, 3) for number in score_share([2, 9, 30, 25, 14])]
    [0.625, 0.566, 0.678]
    """
    share = share_of(counts)
    _, low, high = map(expected_score, elo_lead(counts))
    return Interval(share, min(share, low), max(share, high))


def elo_lead(counts: Sequence[float]) -> Interval:
    """Elo lead of the agent whose counts these are: what its share of the points stands for.

    A t-interval over the pairs (three counts: over the games), on the Elo scale. So that it is finite and has a width
    even when every pair ended alike, half a pair lost and half a pair won are added first.

    >>> [round(number) for number in elo_lead([2, 9, 30, 25, 14])], [round(number) for number in elo_lead([0, 0, 9])]
    ([88, 46, 129], [512, -90, 1113])
    """
    centre, error, freedom = _log_odds(counts)
    half = error * float(stdtrit(freedom, _UPPER))
    return Interval(SCALE * centre, SCALE * (centre - half), SCALE * (centre + half))


def superiority(counts: Sequence[float]) -> float:
    """How likely the agent is the better one; 0.5 before the first game.

    >>> superiority([3, 0, 3]), round(superiority([2, 9, 30, 25, 14]), 4)
    (0.5, 1.0)
    """
    centre, error, freedom = _log_odds(counts)
    return float(stdtr(freedom, centre / error))


def _log_odds(counts: Sequence[float]) -> tuple[float, float, float]:
    """Log odds of a point, their standard error, degrees of freedom; with half a worst and half a best result added."""
    worst, *middle, best = check_counts(counts)
    seen = [worst + 0.5, *middle, best + 0.5]
    total, share = sum(seen), share_of(seen)
    freedom = max(1.0, total - 1)  # before the first pair there is none
    spread = sum(count * (place / (len(seen) - 1) - share) ** 2 for place, count in enumerate(seen)) / freedom
    return float(logit(share)), sqrt(spread / total) / (share * (1 - share)), freedom
