"""``dueldoku sprt``."""

from __future__ import annotations

import json

import pytest
from program import Run


@pytest.mark.arena
def test_a_sequential_test_ends_by_itself(run: Run) -> None:
    test = ("sprt", "greedy_player", "random_player", "--board", "random-2x3", "--nodes", "1", "--elo1", "200")
    code, out, _ = run(*test)
    assert code == 0
    assert "H1 is accepted: greedy_player is better than random_player by 200 Elo or more" in out
    numbers = json.loads(run(*test, "--json", "--workers", "2")[1])
    assert numbers["verdict"] == "H1"
    assert numbers["llr"] >= numbers["upper"]
    assert f"LLR {numbers['llr']:+.2f} after {sum(numbers['pairs'])} pairs" in out, "however many workers play"
    assert "Not decided after 4 games" in run(*test, "--games", "4")[1]
