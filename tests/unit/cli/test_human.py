"""A person at the terminal."""

from __future__ import annotations

from pathlib import Path

from program import Run

from dueldoku import read_records

LITTLE = "123.341221.3.3.1"  # one bomb, which wins


def test_you_against_an_agent(run: Run) -> None:
    typed = "?\nnonsense\n1 4 9\nh\nr4c3=4\nb\n4,3,4\n" + "r4c1=4\nr3c3=4\nr1c4=4\nr4c3=2\n" * 3
    code, out, err = run("play", "you", "random_player", "--board", LITTLE, "--time", "0.3", typed=typed)
    assert (code, err) == (0, "")
    assert "expected a move such as r3c5=7, got 'nonsense'" in out
    assert "That would lose the game at once: r1c4=9 is not a digit from 1 to 4." in out
    assert "Pass with a bomb: 4 at r4c3 will be refused" in out
    assert "r4c3=4 refused: no solution would be left" in out
    assert "(unrated: hint, take-back)" in out
    assert "you gave away " in out
    record = read_records(Path("games/played.jsonl").read_text())[0]
    assert record.reason == "board full"
    assert record.tags["unrated"] == "hint, take-back"


def test_two_people_who_stop(run: Run) -> None:
    code, out, _ = run("play", "you", "you", "--board", "empty-2x2", "--rules", "rows", typed="b\nr1c1=1\nq\n")
    assert code == 0
    assert "There is nothing to take back yet." in out
    assert "not finished 0-0" in out
    assert len(read_records(Path("games/played.jsonl").read_text())[0].turns) == 1


def test_a_person_needs_a_clock_and_a_board(run: Run) -> None:
    assert "expected a time for each turn" in run("play", "you", "sensei", "--nodes", "5")[2]
    assert run("play", "you", "nobody")[0] == 2
