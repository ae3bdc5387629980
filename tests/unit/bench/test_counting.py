"""Counting and files, measured."""

from __future__ import annotations

import pytest

from dueldoku.bench import counting


@pytest.mark.arena
def test_every_board_and_a_file_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, amount in (("_COUNTED", 2_000), ("_LISTED", 200), ("_LINES", 1_500)):
        monkeypatch.setattr(counting, name, amount)
    gains = list(counting.measure_counting(rounds=2))
    assert len(gains) == len(counting.BOARDS) + 1
    assert all(0 < gain.least <= gain.ratio <= gain.most for gain in gains)
    assert gains[-1].what == "lines of a file solved: 1,500"
