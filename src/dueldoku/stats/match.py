"""Two agents' match as counts, from the worst result of the one to the best.

Five counts are pairs of games (both seats on one board) in which the agent got 0, 0.5, 1, 1.5 and 2 points; three
counts are single games lost, drawn and won. Pairs are the better unit: what a board gives to a seat, both get. A share
of the points stands for a lead on the Elo scale, on which 400 points are odds of ten to one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from math import isfinite, log, tanh

from dueldoku.stats.tables import Row, check_rows

SCALE = 400 / log(10)  # Elo points in one unit of log odds


def check_counts(counts: Sequence[float]) -> list[float]:
    """The counts, if they are counts."""
    if len(counts) not in (3, 5):
        raise ValueError(f"expected 3 counts (games lost, drawn, won) or 5 (pairs by points), got {len(counts)}")
    if not all(isfinite(count) and count >= 0 for count in counts):
        raise ValueError(f"expected counts of 0 or more, got {list(counts)}")
    return [float(count) for count in counts]


def share_of(counts: Sequence[float]) -> float:
    """The share of the points that the agent got; 0.5 before the first game.

    >>> share_of([0, 0, 1, 0, 1])
    0.75
    """
    counts = check_counts(counts)
    best = len(counts) - 1
    return sum(place * count for place, count in enumerate(counts)) / (best * sum(counts)) if any(counts) else 0.5


def expected_score(elo: float) -> float:
    """The share of the points expected by an agent that is ``elo`` points stronger, where no game is drawn.

    >>> expected_score(0), round(expected_score(400), 3)
    (0.5, 0.909)
    """
    return (1 + tanh(elo / SCALE / 2)) / 2  # the logistic function, which cannot overflow so


def pair_counts(rows: Iterable[Row], agent: str, opponent: str) -> list[int]:
    """The five counts of ``agent`` against ``opponent``; games of others and pairs not finished are left out.

    >>> pair_counts([("ann", "bob", 1, 1), ("bob", "ann", 0.5, 1), ("ann", "bob", 0, 2)], "ann", "bob")
    [0, 0, 0, 1, 0]
    """
    if agent == opponent:
        raise ValueError(f"expected two different agents, got {agent!r} twice")
    pairs: defaultdict[Hashable, dict[str, float]] = defaultdict(dict)
    for first, second, score, pair in check_rows(rows):
        if {first, second} == {agent, opponent}:
            if first in pairs[pair]:
                raise ValueError(
                    f"pair {pair!r}: expected one game with each seat, got two in which {first!r} is first"
                )
            pairs[pair][first] = score if first == agent else 1 - score
    counts = [0] * 5
    for scores in pairs.values():
        if len(scores) == 2:
            counts[round(2 * sum(scores.values()))] += 1
    return counts
