"""``dueldoku play``, by agents alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from program import PLAY, Run

from dueldoku import GameRecord, read_records


@pytest.mark.parametrize("rules", ["classic", "rows", "border", "random"])
def test_a_game_is_recorded_and_the_seed_repeats_it(run: Run, rules: str) -> None:
    code, out, _ = run(*PLAY, "--board", "empty-2x3", "--rules", rules, "--seed", "7")
    assert code == 0
    assert "board full after" in out
    assert "The game was added to games/played.jsonl" in out
    code, line, _ = run(*PLAY, "--board", "empty-2x3", "--rules", rules, "--seed", "7", "--json")
    first, second = read_records(Path("games/played.jsonl").read_text())
    assert first == second == GameRecord.from_json(line)
    code, text, _ = run("replay", "games/played.jsonl")
    assert code == 0
    assert first.to_text() in text
    assert run("replay", "games/played.jsonl", "--game", "1", "--at", "0")[1].count("·") == 36
    assert run("replay", "games/played.jsonl", "--json")[1] == line
    Path("game.txt").write_text(first.to_text())
    assert run("replay", "game.txt", "--json")[1] == line
