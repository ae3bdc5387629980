"""What became of a claim: of what the report describes first, and of the report's listing and of ours beside it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from itertools import repeat
from typing import NamedTuple


class ClaimState(StrEnum):
    """What became of a claim."""

    HOLDS = "holds"
    FAILS = "does not hold"
    OPEN = "cannot be told yet"


_MOST = 10_000_000  # games, or boards


class Outcome(NamedTuple):
    """What became of a claim; and if that cannot be told yet, about how many games, or boards, would tell."""

    state: ClaimState
    need: float = 0.0
    unit: str = "games"

    def __str__(self) -> str:
        return str(self.state)

    @property
    def wanted(self) -> str:
        """How much would tell, as a sentence; nothing if it is told.

        >>> Outcome(ClaimState.OPEN, 12_345).wanted
        'About 12,000 games would tell.'
        """
        if self.state is not ClaimState.OPEN:
            return ""
        if self.need > _MOST:
            return f"It lies at the edge: no number of {self.unit} that one could hope for would tell."
        return f"About {int(float(f'{self.need:.2g}')):,} {self.unit} would tell."


class Verdict(NamedTuple):
    """What became of a claim, and a sentence with the numbers that say so."""

    outcome: Outcome
    because: str

    @property
    def reason(self) -> str:
        """The sentence, and how much would tell if that is not told."""
        return " ".join(filter(None, (self.because, self.outcome.wanted)))


class Finding(NamedTuple):
    """A claim and its verdicts: first what holds of the agent or fact that the report describes.

    ``listing`` is what holds of the program as it is printed, errors included; ``ours`` what holds of our own agent.
    """

    claim: str
    outcome: Outcome
    because: str
    ours: Verdict | None = None
    listing: Verdict | None = None

    @property
    def first(self) -> Verdict:
        """The verdict that counts."""
        return Verdict(self.outcome, self.because)

    @property
    def others(self) -> dict[str, Verdict]:
        """The verdicts beside it, by whom they are about."""
        beside = {"The listing with its errors": self.listing, "Ours": self.ours}
        return {who: verdict for who, verdict in beside.items() if verdict}


def beside(
    findings: Sequence[Finding], *, ours: Sequence[Finding] | None = None, listing: Sequence[Finding] | None = None
) -> list[Finding]:
    """The findings about what the report describes, with those about others, in the same order, as verdicts beside."""
    rows = zip(findings, ours or repeat(None, len(findings)), listing or repeat(None, len(findings)), strict=True)
    return [one._replace(ours=own and own.first, listing=told and told.first) for one, own, told in rows]
