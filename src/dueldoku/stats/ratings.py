"""Ratings of all agents at once, from all their games.

Davidson's extension of the Bradley-Terry model (1970) with an advantage for the first seat: when the first agent is
``lead`` better, seat included and in units of log odds, it wins, draws and loses in the proportion

    exp(lead / 2)  :  exp(draw)  :  exp(-lead / 2)

so that 400 Elo points are ten wins for each loss, however many games are drawn.

The prior: every agent has, besides its games, one won and one lost against an imaginary agent of rating 0, which no
seat and no draw touches. That is worth a pair, so it fades as games come in. It keeps the rating of an agent finite
that won or lost everything (100 wins out of 100 count roughly like 101 to 1), pulls in what few games overstate, and
ties together agents that no chain of games connects. The seat and the draws have the same prior: one case for, one
against.

The error bars: a Bayesian bootstrap (Rubin 1981) over pairs of games. In every resample each pair counts with a random
weight, exponential with mean 1, because the two games of a pair share a board and are no independent evidence. The
prior's games are weighted in the same way, so an agent without a single loss has a wide bar, not none.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from scipy.sparse.csgraph import connected_components
from scipy.special import expit, logit, ndtr, stdtrit

from dueldoku.stats.interval import Interval
from dueldoku.stats.match import SCALE
from dueldoku.stats.tables import Floats, Games, Row, Whole, read_rows

_PRIOR = 1.0  # games won, and as many lost, against the imaginary agent
_BATCH = 50  # resamples fitted together
_STEPS = 100  # of Newton's method; ten are usual


@dataclass(frozen=True, slots=True)
class Rating:
    """One agent: its rating with a 95 % interval, its games, its share of their points (0.5 without games)."""

    name: str
    elo: float
    low: float
    high: float
    games: int
    share: float


@dataclass(frozen=True, eq=False)
class Ratings:
    """All agents, best first.

    ``seat`` is what moving first is worth in Elo, ``draws`` the share of draws between equals without seats.
    ``superiority[i, j]`` is how likely the i-th of the table is better than the j-th. Between ``groups`` no chain of
    games leads from one to the other: how they compare is the prior's word only.
    """

    table: tuple[Rating, ...]
    seat: Interval
    draws: Interval
    superiority: Floats
    groups: tuple[tuple[str, ...], ...]

    @property
    def connected(self) -> bool:
        """Whether the games alone can compare any two agents."""
        return len(self.groups) <= 1

    def __getitem__(self, name: str) -> Rating:
        """The rating of the agent of that name."""
        for rating in self.table:
            if rating.name == name:
                return rating
        raise KeyError(f"expected one of the agents rated, got {name!r}")

    def expected_score(self, first: str, second: str) -> float:
        """The points that ``first`` can expect, on average, from a game in which it moves first."""
        lead = (self[first].elo - self[second].elo + self.seat.value) / SCALE
        draw = logit(self.draws.value) + np.log(2)
        return float(_chances(np.array(lead), draw) @ (0, 0.5, 1))


def rate(
    rows: Iterable[Row], *, agents: Iterable[str] = (), anchor: str | None = None, resamples: int = 500, seed: int = 0
) -> Ratings:
    """Ratings from the results of games (``tables`` says what a row is); ``agents`` adds those who have not played.

    Their mean is 0, or ``anchor`` is 0 and the error bars are of the distance to it. The same games and ``seed`` give
    the same numbers, in whatever order the games come.

    >>> ratings = rate([("ann", "bob", 1, 1), ("bob", "ann", 0, 1), ("ann", "bob", 1, 2), ("bob", "ann", 1, 2)])
    >>> [(rating.name, round(rating.elo)) for rating in ratings.table], ratings.connected
    ([('ann', 91), ('bob', -91)], True)
    """
    games = read_rows(rows, agents)
    if anchor is not None and anchor not in games.names:
        raise ValueError(f"expected the anchor to be one of the agents, got {anchor!r}")
    if resamples < 1:
        raise ValueError(f"expected at least one resample, got {resamples}")
    centre = np.array([anchor in (None, name) for name in games.names], np.float64)
    centre /= max(1, centre.sum())
    best = _fit(games.count(), np.full((len(games.names) + 2, 2), _PRIOR))
    samples = _resample(games, best, resamples, np.random.default_rng(seed))
    return _report(games, _in_units(best, centre), _in_units(samples, centre))


# A fit is an array: the agents' ratings, then the seat, then the draws, all as log odds. Arrays of fits have their axes
# in front. Its prior has a row (cases for, cases against) for each of these numbers.


def _fit(counts: Floats, prior: Floats, start: Floats | float = 0.0) -> Floats:
    """Where the likelihood of ``counts`` (..., first, second, outcome) times ``prior`` is largest: Newton's method."""
    at: Floats = np.zeros(prior.shape[:-1]) + start
    for _ in range(_STEPS):
        slope, bend = _derive(at, counts, prior)
        step = np.linalg.solve(bend, slope[..., None])[..., 0]
        longest = np.abs(step).max(axis=-1, keepdims=True)
        # The likelihood is concave, and within steps of a half its curvature changes so little that each is a gain.
        at = at + step / np.maximum(1, 2 * longest)
        if longest.max() < 1e-6:
            break
    return at


def _derive(at: Floats, counts: Floats, prior: Floats) -> tuple[Floats, Floats]:
    """First derivatives of the logarithm of the likelihood, and minus its second ones."""
    lead = at[..., :-2, None] - at[..., None, :-2] + at[..., -2, None, None]
    loss, draw, win = np.moveaxis(chances := _chances(lead, at[..., -1, None, None]), -1, 0)
    games = counts.sum(axis=-1)
    surplus = counts - games[..., None] * chances  # what came beyond what was expected
    slope = np.concatenate(
        [_gather((surplus[..., 2] - surplus[..., 0]) / 2), surplus[..., 1].sum((-1, -2))[..., None]], axis=-1
    )
    by_lead = games * (win * loss + draw * (win + loss) / 4)
    by_draw = games * draw * (win + loss)
    by_both = games * draw * (loss - win) / 2
    size = at.shape[-1]
    bend = np.zeros((*at.shape, size))
    bend[..., :-2, :-2] = -by_lead - np.swapaxes(by_lead, -1, -2)
    bend[..., range(size - 2), range(size - 2)] = by_lead.sum(-1) + by_lead.sum(-2)
    bend[..., :-1, -2] = bend[..., -2, :-1] = _gather(by_lead)
    bend[..., :-1, -1] = bend[..., -1, :-1] = _gather(by_both)
    bend[..., -1, -1] = by_draw.sum((-1, -2))
    slope += prior[..., 0] * expit(-at) - prior[..., 1] * expit(at)
    bend[..., range(size), range(size)] += prior.sum(-1) * expit(at) * expit(-at)
    return slope, bend


def _chances(lead: Floats, draw: Floats) -> Floats:
    """Probabilities of loss, draw and win of the first agent, on a new last axis."""
    odds = np.exp(np.stack(np.broadcast_arrays(-lead / 2, draw, lead / 2), axis=-1))
    return np.asarray(odds / odds.sum(axis=-1, keepdims=True))


def _gather(by_pairing: Floats) -> Floats:
    """Derivatives by the lead, per (first, second), as derivatives by the ratings and the seat."""
    by_rating = by_pairing.sum(-1) - by_pairing.sum(-2)
    return np.concatenate([by_rating, by_pairing.sum((-1, -2))[..., None]], axis=-1)


def _resample(games: Games, best: Floats, resamples: int, random: np.random.Generator) -> Floats:
    """A fit for each resample."""
    fits = []
    for start in range(0, resamples, _BATCH):
        size = min(_BATCH, resamples - start)
        counts = np.stack([games.count(weights) for weights in random.standard_exponential((size, games.pairs))])
        prior = _PRIOR * random.standard_exponential((size, len(best), 2))
        fits.append(_fit(counts, prior, best))
    return np.concatenate(fits)


def _in_units(at: Floats, centre: Floats) -> Floats:
    """Fits as Elo around the centre, Elo, and the share of draws."""
    elo = SCALE * at[..., :-2]
    return np.concatenate(
        [elo - (elo @ centre)[..., None], SCALE * at[..., -2:-1], expit(at[..., -1:] - np.log(2))], -1
    )


def _report(games: Games, best: Floats, samples: Floats) -> Ratings:
    tails = _tails(np.append(games.pairs_of_each, [games.pairs, games.pairs]))
    low, high = ([np.quantile(*one) for one in zip(samples.T, level, strict=True)] for level in (tails, 1 - tails))
    # With few resamples, all of them may lie on one side.
    bars = np.stack([best, np.minimum(best, low), np.maximum(best, high)], axis=-1).tolist()
    counts = games.count()
    played = counts.sum(axis=(1, 2)) + counts.sum(axis=(0, 2))
    points = (counts @ (0, 0.5, 1)).sum(axis=1) + (counts @ (1, 0.5, 0)).sum(axis=0)
    share = np.divide(points, played, out=np.full(len(played), 0.5), where=played > 0).tolist()
    order = sorted(range(len(games.names)), key=lambda i: (-round(bars[i][0], 6), games.names[i]))
    ranked = samples[:, order]
    return Ratings(
        table=tuple(
            Rating(games.names[i], elo, low, high, int(played[i]), share[i])
            for i in order
            for elo, low, high in [bars[i]]
        ),
        seat=Interval(*bars[-2]),
        draws=Interval(*bars[-1]),
        superiority=(1 + np.sign(ranked[:, :, None] - ranked[:, None, :]).mean(axis=0)) / 2,
        groups=_groups(games.names, counts.sum(axis=2)),
    )


def _tails(pairs: Whole) -> Floats:
    """Which part of the resamples to cut off at either end, for a 95 % interval from so many pairs.

    Resamples of few pairs vary less than the pairs do. Expanded percentiles (Hesterberg 2015, "What teachers should
    know about the bootstrap") make up for it: as much further out as a t-interval is wider than a normal one.
    """
    pairs = np.maximum(2, pairs)
    return np.asarray(ndtr(-np.sqrt(pairs / (pairs - 1)) * stdtrit(pairs - 1, 0.975)))


def _groups(names: tuple[str, ...], played: Floats) -> tuple[tuple[str, ...], ...]:
    """Agents that a chain of games connects, together."""
    number, label = connected_components(played, directed=False)
    return tuple(tuple(name for name, own in zip(names, label, strict=True) if own == k) for k in range(number))
