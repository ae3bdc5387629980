"""The Elo scale: 400 points are odds of ten to one."""

from __future__ import annotations

from math import log

from scipy.special import expit, logit

SCALE = 400 / log(10)  # Elo points in one unit of log odds


def expected_score(elo: float) -> float:
    """The share of the points expected by an agent that is ``elo`` points stronger, where no game is drawn.

    >>> expected_score(0), round(expected_score(400), 3)
    (0.5, 0.909)
    """
    return float(expit(elo / SCALE))


def elo_of(share: float) -> float:
    """Inverse of ``expected_score``: the lead that a share of the points stands for.

    >>> round(elo_of(0.75), 1)
    190.8
    """
    if not 0 < share < 1:
        raise ValueError(f"expected a share between 0 and 1, both excluded, got {share!r}")
    return float(SCALE * logit(share))
