"""The verbs that think: analyse, review, and play with a person at the terminal."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from notice import without_notice

from dueldoku import read_records
from dueldoku.cli.main import main

LITTLE = "123.341221.3.3.1"  # one bomb, which wins
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        code = main(list(arguments))
        out, err = capsys.readouterr()
        return code, out, without_notice(err)

    return call


def test_analyse_in_words(run: Run) -> None:
    code, out, err = run("analyse", LITTLE, "--moves", "2")
    assert (code, err) == (0, "")
    assert "With perfect play player 1 gains 2 points from here, and wins by 2." in out
    assert (
        "r4c3=4     +2    0           0       keeps it  a bomb\nr1c4=4     -2    7           1       loses it\n\n"
        in out
    )
    assert "How it may go on: r4c3=4 " in out


def test_analyse_says_what_the_rule_says_on_open_boards(run: Run) -> None:
    out = run("analyse", "random-3x3", "--nodes", "20000", "--moves", "1")[1]
    assert "By the parity rule player 1 should win the tempo fight" in out
    assert "should keep it" in out


def test_analyse_as_json(run: Run) -> None:
    code, out, _ = run("analyse", "board-2x2", "--nodes", "5000", "--json")
    data = json.loads(out)
    assert code == 0
    assert data["moves"][0]["value"] == data["value"]


@pytest.mark.parametrize("verb", ["analyse", "review"])
@pytest.mark.parametrize(("option", "value"), [("--nodes", "-5"), ("--time", "-1.0")])
def test_no_less_than_nothing_can_be_thought(run: Run, verb: str, option: str, value: str) -> None:
    code, _, err = run(verb, LITTLE, option, value)
    assert (code, err) == (2, f"dueldoku: expected {option} above 0, got {value}\n")


def test_analyse_says_what_it_cannot_do(run: Run) -> None:
    code, _, err = run("analyse", "1234341221434321")
    assert (code, err) == (2, "dueldoku: the board is already full: there is nothing to play\n")


def test_review(run: Run) -> None:
    assert run("play", "greedy_player", "random_player", "--nodes", "1", "--board", "easy-2x2")[0] == 0
    code, out, err = run("review", "games/played.jsonl", "--nodes", "2000")
    assert (code, err) == (0, "")
    assert out.startswith("greedy_player - random_player: ")
    assert "greedy_player gave away " in out
    data = json.loads(run("review", "games/played.jsonl", "--nodes", "2000", "--json")[1])
    assert len(data["turns"]) == len(read_records(Path("games/played.jsonl").read_text())[0].turns)


def test_you_against_an_agent(run: Run) -> None:
    typed = "?\nnonsense\n1 4 9\nh\nr4c3=4\nb\n4,3,4\n" + "r4c1=4\nr3c3=4\nr1c4=4\nr4c3=2\n" * 3
    code, out, err = run("play", "you", "random_player", "--board", LITTLE, "--time", "0.3", typed=typed)
    assert (code, err) == (0, "")
    assert "expected a move such as r3c5=7, got 'nonsense'" in out
    assert "That would lose the game at once: r1c4=9 is not a digit from 1 to 4." in out
    assert "Best is the bomb r4c3=4" in out
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


@pytest.mark.parametrize("rules", ["classic", "rows"])
def test_tune_tries_one_weight_after_the_other(run: Run, rules: str) -> None:
    code, out, err = run(
        "tune", rules, "--nodes", "100", "--pairs", "2", "--attempts", "3", "--boards", "easy-2x2", "empty-2x2"
    )
    assert (code, err) == (0, "")
    attempts = [line for line in out.splitlines() if "of the points in 2 pairs" in line]
    assert len(attempts) == 3
    assert len({line.split(":")[0] for line in attempts}) == 3


def test_tune_wants_sensible_numbers(run: Run) -> None:
    code, _, err = run("tune", "--nodes", "0")
    assert (code, err) == (2, "dueldoku: expected --nodes above 0, got 0\n")
    assert run("tune", "chess", "--attempts", "1")[0] == 2
