"""``dueldoku review``."""

from __future__ import annotations

import json
from pathlib import Path

from program import Run

from dueldoku import read_records


def test_review(run: Run) -> None:
    assert run("play", "greedy_player", "random_player", "--nodes", "1", "--board", "easy-2x2")[0] == 0
    code, out, err = run("review", "games/played.jsonl", "--nodes", "2000")
    assert (code, err) == (0, "")
    assert out.startswith("greedy_player - random_player: ")
    assert "greedy_player gave away " in out
    data = json.loads(run("review", "games/played.jsonl", "--nodes", "2000", "--json")[1])
    assert len(data["turns"]) == len(read_records(Path("games/played.jsonl").read_text())[0].turns)
