"""Claims and their verdicts."""

from __future__ import annotations

from math import inf

import pytest

from dueldoku.lab.finding import ClaimState, Finding, Outcome, Verdict, beside

HOLDS, OPEN = Outcome(ClaimState.HOLDS), Outcome(ClaimState.OPEN, 1234.5, "boards")


def test_what_is_open_says_how_much_would_tell() -> None:
    assert (str(OPEN), OPEN.wanted) == ("cannot be told yet", "About 1,200 boards would tell.")
    assert Outcome(ClaimState.OPEN, inf).wanted.startswith("It lies at the edge: no number of games")
    assert HOLDS.wanted == ""
    assert Verdict(OPEN, "It is so.").reason == "It is so. About 1,200 boards would tell."
    assert Verdict(HOLDS, "It is so.").reason == "It is so."


def test_verdicts_stand_beside_each_other() -> None:
    they, we = [Finding("A.", HOLDS, "Theirs."), Finding("B.", OPEN, "Theirs.")], [Finding("A.", OPEN, "Ours.")]
    one, two = beside(they, listing=they)
    assert one.others == {"The listing with its errors": Verdict(HOLDS, "Theirs.")}
    assert two.first == Verdict(OPEN, "Theirs.")
    assert beside(they[:1], ours=we)[0].others == {"Ours": Verdict(OPEN, "Ours.")}
    with pytest.raises(ValueError, match="shorter"):
        beside(they, ours=we)
