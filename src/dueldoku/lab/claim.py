"""From numbers with intervals to what they say about a claim, and to words.

>>> from dueldoku.stats.interval import Interval
>>> str(above(Interval(0.7, 0.6, 0.8), 0.5)), str(above(Interval(0.5, 0.3, 0.7), 0.5))
('holds', 'cannot be told yet')
>>> percent(Interval(0.7, 0.6, 0.8))
'70 % (60 to 80 %)'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import product
from math import exp, hypot, log, sqrt
from statistics import fmean, stdev

import numpy as np
from scipy.special import stdtrit

from dueldoku.arena.archive import StoredGame
from dueldoku.arena.report import rows_of
from dueldoku.lab.experiment import ClaimState, split
from dueldoku.stats.interval import Interval
from dueldoku.stats.intervals import score_share, wilson
from dueldoku.stats.match import pair_counts

# -- outcomes --------------------------------------------------------------------------------------------------------


def above(interval: Interval, level: float) -> ClaimState:
    """Whether the number is larger: only if all of its interval is."""
    if interval.low > level:
        return ClaimState.HOLDS
    return ClaimState.FAILS if interval.high < level else ClaimState.OPEN


def below(interval: Interval, level: float) -> ClaimState:
    """Whether the number is smaller: only if all of its interval is."""
    return above(Interval(-interval.value, -interval.high, -interval.low), -level)


def near(interval: Interval, level: float, margin: float) -> ClaimState:
    """Whether the number is at this level, give or take the margin: only if all of its interval is."""
    if level - margin <= interval.low and interval.high <= level + margin:
        return ClaimState.HOLDS
    return ClaimState.FAILS if interval.low > level + margin or interval.high < level - margin else ClaimState.OPEN


def all_of(outcomes: Iterable[ClaimState]) -> ClaimState:
    """A claim about several things holds if it holds for each, and fails if it fails for one."""
    outcomes = list(outcomes)
    if ClaimState.FAILS in outcomes:
        return ClaimState.FAILS
    return ClaimState.HOLDS if outcomes and set(outcomes) == {ClaimState.HOLDS} else ClaimState.OPEN


def is_true(fact: bool) -> ClaimState:
    """The outcome for numbers that were counted or proven, where nothing is left to chance."""
    return ClaimState.HOLDS if fact else ClaimState.FAILS


# -- numbers ---------------------------------------------------------------------------------------------------------


def pair_share(counts: Sequence[int]) -> Interval:
    """The share of the points from counts of pairs (``stats.match``), pairs being the evidence.

    Of two intervals the narrower: the arena's, which goes by how much pairs differ, and Wilson's, which knows that no
    pair can be worth more than a win. The first is tight where pairs are shared, the second where nearly all are won;
    in simulations the narrower one contained the truth as often as the arena's alone.
    """
    by_spread = score_share(counts)
    by_bound = wilson(by_spread.value * sum(counts), sum(counts))
    return min(by_spread, by_bound, key=lambda interval: interval.high - interval.low)


def share(games: Iterable[StoredGame], agents: str | Sequence[str], *opponents: str) -> Interval:
    """The share of the points that the agent, or these together, got against these opponents together."""
    rows = rows_of(games)
    pairings = product([agents] if isinstance(agents, str) else agents, opponents)
    counts = [pair_counts(rows, *pairing) for pairing in pairings]
    return pair_share([sum(column) for column in zip(*counts, strict=True)])


def share_of_seat_two(games: Iterable[StoredGame]) -> Interval:
    """The share of the points that the second players got."""
    pairs = split(games, lambda game: (game.tournament, game.pair)).values()
    points = Counter(round(2 * sum(1 - game.score1 for game in pair)) for pair in pairs if len(pair) == 2)
    return pair_share([points[half] for half in range(5)])


def difference(first: Interval, last: Interval) -> Interval:
    """How much the last number is larger than the first, if they were measured independently."""
    value = last.value - first.value
    low = hypot(last.value - last.low, first.high - first.value)
    high = hypot(last.high - last.value, first.value - first.low)
    return Interval(value, value - low, value + high)


def trend(points: Sequence[tuple[float, Interval]]) -> Interval:
    """How much the numbers change from the first place to the last, along the straight line that fits them best.

    The line is over the logarithm of the place; numbers with a narrow interval pull it more.

    >>> steady = [(x, Interval(0.5, 0.4, 0.6)) for x in (0.1, 1.0, 10.0)]
    >>> abs(round(trend(steady).value, 9))
    0.0
    """
    places = [log(place) for place, _ in points]
    reach = max(places) - min(places)
    if not reach:
        return Interval(0.0, -1.0, 1.0)
    weights = [2 * 1.96 / max(1e-6, it.high - it.low) for _, it in points]
    line, covariance = np.polyfit(places, [it.value for _, it in points], 1, w=weights, cov="unscaled")
    rise, half = float(line[0]) * reach, 1.96 * reach * sqrt(covariance[0, 0])
    return Interval(rise, rise - half, rise + half)


def mean(values: Sequence[float], level: float = 0.95) -> Interval:
    """The mean with its t-interval; the error of a single value is unknown."""
    if not values:
        return Interval(0.0, 0.0, 0.0)
    centre = fmean(values)
    half = 0.0
    if len(values) > 1:
        half = float(stdtrit(len(values) - 1, (1 + level) / 2)) * stdev(values) / sqrt(len(values))
    return Interval(centre, centre - half, centre + half)


def ratio(values: Sequence[float]) -> Interval:
    """The typical one of some ratios: their geometric mean with its interval."""
    logs = mean([log(value) for value in values])
    return Interval(*(exp(number) for number in logs))


# -- words -----------------------------------------------------------------------------------------------------------


def percent(interval: Interval) -> str:
    """A share in words."""
    value, low, high = (round(100 * number) for number in interval)
    return f"{value} % ({low} to {high} %)"


def change(interval: Interval) -> str:
    """The change of a share in words.

    >>> change(Interval(-0.131, -0.37, 0.1))
    '-13 percentage points (-37 to +10)'
    """
    value, low, high = (f"{round(100 * number):+d}" for number in interval)
    return f"{value} percentage points ({low} to {high})"


def times(interval: Interval) -> str:
    """A ratio in words; one of a single measurement comes without an interval.

    >>> times(Interval(12.3456, 8, 15000))
    '12 times (8 to 15,000)'
    """
    value, low, high = map(short, interval)
    return f"{value} times ({low} to {high})" if interval.low < interval.high else f"{value} times"


def short(number: float) -> str:
    """A number to two or three figures.

    >>> short(0.01234), short(3.14159), short(1234567)
    ('0.012', '3.1', '1,230,000')
    """
    if abs(number) >= 1000:
        return f"{round(number, 2 - len(str(int(abs(number)))) + 1):,.0f}"
    return f"{number:.0f}" if abs(number) >= 10 else f"{number:.2g}"


def span(seconds: float) -> str:
    """A time in words.

    >>> span(0.00042), span(0.5), span(75)
    ('0.42 ms', '500 ms', '75 s')
    """
    return f"{short(seconds)} s" if seconds >= 1 else f"{short(1000 * seconds)} ms"
