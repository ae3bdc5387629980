"""The arena's benchmark, on a small board."""

from __future__ import annotations

import pytest

from dueldoku.bench.arena import measure_arena


@pytest.mark.arena
@pytest.mark.linux
@pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork:DeprecationWarning")
def test_everybody_plays() -> None:
    costs = measure_arena(1, "easy-2x2")
    assert [cost.contestant for cost in costs] == ["dueldoku", "dueldoku, Numba loaded", "Manager and fork per turn"]
    for cost in costs:
        assert 0 < cost.turn_ms <= cost.most_ms
        assert cost.games_per_second > 0
