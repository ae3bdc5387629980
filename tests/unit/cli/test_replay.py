"""``dueldoku replay``."""

from __future__ import annotations

from pathlib import Path

import pytest
from program import PLAY, TOURNAMENT, Run

from dueldoku import read_records


@pytest.mark.parametrize("option", [("--game", "3"), ("--game", "0"), ("--at", "999"), ("--at", "-5")])
def test_replay_out_of_range(run: Run, option: tuple[str, str]) -> None:
    run(*PLAY, "--board", "empty-2x2", "--json")
    code, _, err = run("replay", "games/played.jsonl", *option)
    assert code == 2
    assert err.startswith("dueldoku: games/played.jsonl: expected a ")


def test_a_record_that_is_not_true_is_refused(run: Run) -> None:
    run(*PLAY, "--board", "empty-2x2", "--json")
    lines = Path("games/played.jsonl").read_text().replace(" +7", " +3")
    Path("false.jsonl").write_text(lines)
    code, _, err = run("replay", "false.jsonl")
    assert code == 2
    assert "was recorded as" in err


def test_stepping_through_a_stored_game(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    run(*TOURNAMENT)
    record = read_records(run("replay", "games.db", "--game", "1", "--json")[1])[0]
    answers = iter(["", "b", "999", ""])

    def answer(prompt: str) -> str:
        try:
            return next(answers)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", answer)
    code, out, _ = run("replay", "games.db", "--game", "1", "--step")
    assert code == 0
    last = len(record.turns)
    told = [line for line in out.splitlines() if f"(of {last})" in line]
    assert told[0] == told[2] == f"start (of {last})"
    assert told[1] == f"1. {record.turns[0]} (of {last})"
    assert told[3] == told[4] == f"{last}. {record.turns[-1]} (of {last}); {record.sentence}"


def test_a_moving_picture(run: Run) -> None:
    run(*PLAY, "--board", "empty-2x2", "--json")
    assert run("replay", "games/played.jsonl", "--svg", "game.svg", "--moving") == (0, "", "")
    assert "@keyframes" in Path("game.svg").read_text(encoding="utf-8")
    code, out, err = run("replay", "games/played.jsonl", "--moving")
    assert (code, out) == (2, "")
    assert err == "dueldoku: games/played.jsonl: expected --svg FILE with --moving: the terminal has --step instead\n"
