"""The Elo scale."""

from __future__ import annotations

import pytest

from dueldoku.stats.elo import elo_of, expected_score


def test_the_scale() -> None:
    assert expected_score(elo_of(0.3)) == pytest.approx(0.3)
    assert expected_score(200) + expected_score(-200) == pytest.approx(1)
    with pytest.raises(ValueError, match="expected a share between 0 and 1"):
        elo_of(1)
