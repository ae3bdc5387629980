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
from math import exp, hypot, inf, log, sqrt
from statistics import fmean
from typing import Self

import numpy as np
from scipy.special import stdtrit

from dueldoku.arena.archive import StoredGame
from dueldoku.arena.report import rows_of
from dueldoku.lab.experiment import split
from dueldoku.lab.finding import ClaimState, Outcome
from dueldoku.stats.interval import Interval
from dueldoku.stats.intervals import mean_interval, score_share, wilson
from dueldoku.stats.match import pair_counts, share_of

# What counts as equal. These stood here before the first game at the scale `reported` was played; no claim about
# equality has another margin.
EQUAL_SHARE = 0.05  # of the points, or of the games won
EQUAL_RATIO = 1.10  # of times


class Estimate(Interval):
    """An interval that knows from how many games, or what else, it is: so it tells how many would decide a claim."""

    amount: int
    unit: str

    def __new__(cls, value: float, low: float, high: float, amount: int = 0, unit: str = "games") -> Self:
        """An interval from so many of these."""
        made = super().__new__(cls, value, low, high)
        made.amount, made.unit = amount, unit
        return made


# -- outcomes --------------------------------------------------------------------------------------------------------


def above(interval: Interval, level: float, margin: float = 0.0) -> Outcome:
    """Whether the number is larger: only if all of its interval is.

    It is not if all of its interval is below the level and a margin: whatever it is larger then, it counts as equal.
    """
    value, low, high = interval
    if low > level:
        return Outcome(ClaimState.HOLDS)
    if high < level + margin:
        return Outcome(ClaimState.FAILS)
    ways = [(value - low) / (value - level)] if value > level else []
    ways += [(high - value) / (level + margin - value)] if value < level + margin else []
    return _open(interval, min(ways, default=inf))


def below(interval: Interval, level: float, margin: float = 0.0) -> Outcome:
    """Whether the number is smaller, likewise."""
    value, low, high = interval
    return above(_like([interval], -value, -high, -low), -level, margin)


def near(interval: Interval, level: float, margin: float) -> Outcome:
    """Whether the number is at this level, give or take the margin: only if all of its interval is."""
    value, low, high = interval
    least, most = level - margin, level + margin
    if least <= low and high <= most:
        return Outcome(ClaimState.HOLDS)
    if low > most or high < least:
        return Outcome(ClaimState.FAILS)
    if least < value < most:
        return _open(interval, max((value - low) / (value - least), (high - value) / (most - value)))
    gap = max(value - most, least - value)
    return _open(interval, (value - low if value >= most else high - value) / gap if gap else inf)


def _open(interval: Interval, ratio: float) -> Outcome:
    """The interval would have to be so many times as narrow; its width goes with the square root of the games."""
    return Outcome(ClaimState.OPEN, _amount(interval) * ratio**2, _unit(interval))


def beats(won: Interval) -> Outcome:
    """Whether this share of the points is more than half."""
    return above(won, 0.5, EQUAL_SHARE)


def loses(won: Interval) -> Outcome:
    """Whether this share of the points is less than half."""
    return below(won, 0.5, EQUAL_SHARE)


def is_level(won: Interval) -> Outcome:
    """Whether this share of the points is half of them."""
    return near(won, 0.5, EQUAL_SHARE)


def gains(change: Interval) -> Outcome:
    """Whether a share grows."""
    return above(change, 0.0, EQUAL_SHARE)


def falls(change: Interval) -> Outcome:
    """Whether a share shrinks."""
    return below(change, 0.0, EQUAL_SHARE)


def faster(gain: Interval) -> Outcome:
    """Whether something that is so many times as fast is faster."""
    return above(_logs(gain), 0.0, log(EQUAL_RATIO))


def about(gain: Interval, times: float) -> Outcome:
    """Whether something is so many times as fast as it is said to be."""
    return near(_logs(gain), log(times), log(EQUAL_RATIO))


def all_of(outcomes: Iterable[Outcome]) -> Outcome:
    """A claim about several things holds if it holds for each, and fails if it fails for one."""
    outcomes = list(outcomes)
    states = {outcome.state for outcome in outcomes}
    if ClaimState.FAILS in states:
        return Outcome(ClaimState.FAILS)
    if states == {ClaimState.HOLDS}:
        return Outcome(ClaimState.HOLDS)
    left = [outcome for outcome in outcomes if outcome.state is ClaimState.OPEN]
    return Outcome(ClaimState.OPEN, sum(it.need for it in left), left[0].unit if left else "games")


def no(outcome: Outcome) -> Outcome:
    """The outcome of the contrary."""
    contrary = {ClaimState.HOLDS: ClaimState.FAILS, ClaimState.FAILS: ClaimState.HOLDS}
    return outcome._replace(state=contrary.get(outcome.state, outcome.state))


def is_true(fact: bool) -> Outcome:
    """The outcome for numbers that were counted or proven, where nothing is left to chance."""
    return Outcome(ClaimState.HOLDS if fact else ClaimState.FAILS)


# -- numbers ---------------------------------------------------------------------------------------------------------


def _amount(interval: Interval) -> int:
    return interval.amount if isinstance(interval, Estimate) else 0


def _unit(interval: Interval) -> str:
    return interval.unit if isinstance(interval, Estimate) else "games"


def _like(parts: Sequence[Interval], value: float, low: float, high: float) -> Estimate:
    """An estimate that was made out of these."""
    return Estimate(value, low, high, sum(map(_amount, parts)), _unit(parts[0]))


def _logs(interval: Interval) -> Estimate:
    value, low, high = map(log, interval)
    return _like([interval], value, low, high)


def pair_share(counts: Sequence[int]) -> Estimate:
    """The share of the points from counts of pairs (``stats.match``), pairs being the evidence.

    Of two intervals the narrower: the arena's, which goes by how much pairs differ, and Wilson's, which knows that no
    pair can be worth more than a win. The first is tight where pairs are shared, the second where nearly all are won;
    in simulations the narrower one contained the truth as often as the arena's alone.
    """
    by_spread = score_share(counts)
    by_bound = wilson(by_spread.value * sum(counts), sum(counts))
    narrower = min(by_spread, by_bound, key=lambda interval: interval.high - interval.low)
    return Estimate(*narrower, 2 * sum(counts))


def mean_share(places: Sequence[Sequence[int]]) -> Estimate:
    """The mean of the shares of the points on some boards with some times, each from counts of pairs.

    That an agent does well on one board and badly on another is no chance, so only how pairs in the same place differ
    makes the interval. Three pairs less or more are always possible: where all pairs end alike, that much is not known.
    """
    pairs = [sum(counts) for counts in places]
    if len(places) == 1 or min(pairs, default=0) < 2:
        return pair_share([sum(column) for column in zip(*places, strict=True)] or [0] * 5)
    shares = list(map(share_of, places))
    spreads = [
        sum(number * (place / 4 - share) ** 2 for place, number in enumerate(counts)) / (count - 1) / count
        for counts, share, count in zip(places, shares, pairs, strict=True)
    ]
    total, value = sum(pairs), fmean(shares)
    quantile = float(stdtrit(total - len(places), 0.975))
    half = hypot(quantile * sqrt(sum(spreads)) / len(places), 3 / total)
    return Estimate(value, max(0.0, value - half), min(1.0, value + half), 2 * total)


def share(
    games: Iterable[StoredGame], agents: str | Sequence[str], *opponents: str, draw: float | None = None
) -> Estimate:
    """The share of the points that the agent, or these together, got against these opponents together.

    Over several boards and times it is the mean of them. ``draw`` is what a draw counts for the agents, if not half.
    """
    own = [agents] if isinstance(agents, str) else agents
    places = []
    for some in split(games, lambda game: (game.board, game.time_limit)).values():
        rows = [
            (one, two, score if draw is None or score != 0.5 else draw if one in own else 1 - draw, pair)
            for one, two, score, pair in rows_of(some)
        ]
        counts = [pair_counts(rows, *pairing) for pairing in product(own, opponents)]
        places.append([sum(column) for column in zip(*counts, strict=True)])
    return mean_share(places)


def share_of_seat_two(games: Iterable[StoredGame]) -> Estimate:
    """The share of the points that the second players got."""
    pairs = split(games, lambda game: (game.tournament, game.pair)).values()
    points = Counter(round(2 * sum(1 - game.score1 for game in pair)) for pair in pairs if len(pair) == 2)
    return pair_share([points[half] for half in range(5)])


def difference(first: Interval, last: Interval) -> Estimate:
    """How much the last number is larger than the first, if they were measured independently."""
    value = last.value - first.value
    low = hypot(last.value - last.low, first.high - first.value)
    high = hypot(last.high - last.value, first.value - first.low)
    return _like([first, last], value, value - low, value + high)


def average(parts: Sequence[Interval]) -> Estimate:
    """The mean of some numbers, if they were measured independently.

    >>> tuple(round(number, 2) for number in average([Interval(0.4, 0.3, 0.5)] * 4))
    (0.4, 0.35, 0.45)
    """
    value = fmean(part.value for part in parts)
    low = hypot(*(part.value - part.low for part in parts)) / len(parts)
    high = hypot(*(part.high - part.value for part in parts)) / len(parts)
    return _like(parts, value, value - low, value + high)


def trend(points: Sequence[tuple[float, Interval]]) -> Estimate:
    """How much the numbers change from the first place to the last, along the straight line that fits them best.

    The line is over the logarithm of the place; numbers with a narrow interval pull it more.

    >>> steady = [(x, Interval(0.5, 0.4, 0.6)) for x in (0.1, 1.0, 10.0)]
    >>> abs(round(trend(steady).value, 9))
    0.0
    """
    places = [log(place) for place, _ in points]
    heights = [height for _, height in points]
    reach = max(places) - min(places)
    if not reach:
        return _like(heights, 0.0, -1.0, 1.0)
    weights = [2 * 1.96 / max(1e-6, it.high - it.low) for it in heights]
    line, covariance = np.polyfit(places, [it.value for it in heights], 1, w=weights, cov="unscaled")
    rise, half = float(line[0]) * reach, 1.96 * reach * sqrt(covariance[0, 0])
    return _like(heights, rise, rise - half, rise + half)


def mean(values: Sequence[float], unit: str = "games", level: float = 0.95) -> Estimate:
    """The mean with its t-interval; the error of a single value is unknown."""
    found = mean_interval(values, level) if values else Interval(0.0, 0.0, 0.0)
    return Estimate(*found, len(values), unit)


def ratio(values: Sequence[float], unit: str = "puzzles") -> Estimate:
    """The typical one of some ratios: their geometric mean with its interval."""
    logs = mean([log(value) for value in values], unit)
    value, low, high = map(exp, logs)
    return _like([logs], value, low, high)


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
