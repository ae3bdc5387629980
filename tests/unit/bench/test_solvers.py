"""Solvers side by side."""

from __future__ import annotations

import pytest

from dueldoku.bench import solvers
from dueldoku.bench.solvers import OURS, measure

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_ours_is_measured_even_where_nobody_gives_an_answer_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a cold and busy machine, where that was a KeyError."""
    monkeypatch.setattr(solvers, "_share", lambda run, puzzles, budget: 0)
    scores = {score.contestant: score for score in measure([EASY], rounds=1, budget=0.01)}
    assert scores[OURS].per_second > 0
    assert scores["dueldoku csp"].remark == "no answer within 10 s"
