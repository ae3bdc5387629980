"""Is this agent better? A sequential test that stops as soon as the answer is clear.

The sequential probability ratio test of Wald, generalised as Fishtest uses it for chess programs: two hypotheses say
which share of the points the agent gets (H0 that of ``elo0``, H1 that of ``elo1``). How often each result comes is not
assumed but fitted to the games under either hypothesis, and the logarithm of the ratio of the two likelihoods, the LLR,
is compared with two bounds. The fit is Proposition 1.1 of Michel Van den Bergh's note support_MLE_multinomial.pdf.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from math import log

from scipy.optimize import brentq

from dueldoku.stats.match import check_counts, expected_score

_RARE = 1e-3  # counts for a result that has not come yet: rare, not impossible
_FAR = 2000  # Elo; beyond it a share cannot be told from 0 or 1


class Decision(Enum):
    """What the games say so far."""

    H0 = "H0"
    H1 = "H1"
    CONTINUE = "continue"


@dataclass(frozen=True, slots=True)
class Sprt:
    """The LLR and the bounds: at ``lower`` or below H0 is accepted, at ``upper`` or above H1."""

    llr: float
    lower: float
    upper: float

    @property
    def decision(self) -> Decision:
        """Stop with H0 or H1, or go on."""
        if self.llr >= self.upper:
            return Decision.H1
        return Decision.H0 if self.llr <= self.lower else Decision.CONTINUE


def sprt(counts: Sequence[float], *, elo0: float, elo1: float, alpha: float = 0.05, beta: float = 0.05) -> Sprt:
    """The test after the games in ``counts`` (see ``match``), from the side of the agent whose counts they are.

    ``alpha`` is how often H1 may be accepted though H0 is true, ``beta`` the reverse; both hold for a test that is
    looked at after every pair or every game. ``elo0`` and ``elo1`` are leads that stand for a share of the points.

    >>> test = sprt([4, 9, 30, 25, 8], elo0=0, elo1=50)
    >>> round(test.llr, 2), round(test.upper, 2), test.decision
    (3.46, 2.94, <Decision.H1: 'H1'>)
    """
    counts = check_counts(counts)
    if not -_FAR <= elo0 < elo1 <= _FAR:
        raise ValueError(f"expected elo0 < elo1, both from -{_FAR} to {_FAR}, got {elo0} and {elo1}")
    if not (0 < alpha < 0.5 and 0 < beta < 0.5):
        raise ValueError(f"expected alpha and beta between 0 and 0.5, both excluded, got {alpha} and {beta}")
    worse, better = (_fit(counts, expected_score(elo)) for elo in (elo0, elo1))
    llr = sum(count * log(p1 / p0) for count, p0, p1 in zip(counts, worse, better, strict=True))
    return Sprt(llr, log(beta / (1 - alpha)), log((1 - beta) / alpha))


def _fit(counts: Sequence[float], share: float) -> list[float]:
    """The probabilities of the results under which ``counts`` are most likely, of those with this expected share."""
    seen = [count or _RARE for count in counts]
    chances = [count / sum(seen) for count in seen]
    gaps = [place / (len(counts) - 1) - share for place in range(len(counts))]
    # They are chance / (1 + x gap) for the x that makes the gaps balance. None exceeds 1, which tells where x lies.
    low, high = -(1 - chances[-1]) / gaps[-1], -(1 - chances[0]) / gaps[0]
    x = brentq(lambda x: sum(p * gap / (1 + x * gap) for p, gap in zip(chances, gaps, strict=True)), low, high)
    return [p / (1 + x * gap) for p, gap in zip(chances, gaps, strict=True)]
