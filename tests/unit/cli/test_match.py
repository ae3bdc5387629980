"""``dueldoku match``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from program import Run


def test_a_match_tells_its_result_from_one_side(run: Run) -> None:
    match = ("match", "greedy_player", "random_player", "--board", "easy-2x2", "--nodes", "1", "--games", "6")
    code, out, err = run(*match)
    assert (code, err) == (0, "")
    assert out.splitlines()[0].startswith("1/6  greedy_player - random_player ")
    assert "greedy_player against random_player: " in out
    assert "its Elo lead +" in out
    numbers = json.loads(run(*match, "--json")[1])
    assert (numbers["agent"], numbers["games"], sum(numbers["pairs"])) == ("greedy_player", 6, 3)
    assert numbers["won"] + numbers["drawn"] + numbers["lost"] == 6
    other = json.loads(run("match", "random_player", "greedy_player", *match[3:], "--seed", "5", "--json")[1])
    assert other["elo"]["value"] < 0
    assert not list(Path().iterdir()), "without --archive, nothing is left"


@pytest.mark.arena
def test_a_match_under_the_clock(run: Run) -> None:
    code, out, _ = run(
        "match", "greedy_player", "random_player", "--board", "easy-2x2", "--time", "0.2", "--games", "2"
    )
    assert code == 0
    assert out.startswith("Checking that 2 agents start.\n1/2  greedy_player - random_player ")
    assert " of 2 games" in out


def test_a_match_can_go_on_from_its_archive(run: Run) -> None:
    match = ("match", "greedy_player", "random_player", "--board", "easy-2x2", "--nodes", "1", "--archive", "a.db")
    run(*match, "--games", "4")
    code, out, _ = run(*match, "--games", "10")
    assert code == 0
    assert out.startswith("1/6  ")
    assert " of 10 games" in out
    assert "The games are in a.db, as 'match greedy_player - random_player'." in out


@pytest.mark.slow
def test_a_match_of_deterministic_agents_counts_repeated_games_once(run: Run) -> None:
    match = ("match", "minimax-cells", "minimax-regions", "--board", "easy-2x2", "--nodes", "20", "--games", "6")
    code, out, _ = run(*match)
    assert code == 0
    assert "lost of 2 games" in out
    assert "4 of 6 games repeated earlier ones move for move" in out
    assert "Elo lead not known (too few games)" in out
    told = json.loads(run(*match, "--json")[1])
    assert (told["games"], told["repeats"], told["too_few"]) == (2, 4, True)


def test_a_handicap_is_a_limit_of_its_own(run: Run) -> None:
    match = ("match", "greedy_player@7", "greedy_player@3", "--board", "random-2x3", "--nodes", "1", "--games", "2")
    code, out, _ = run(*match, "--archive", "games.db")
    assert code == 0
    assert "1/2  greedy_player@7 - greedy_player@3 " in out
    assert "1/2" not in run(*match, "--archive", "games.db")[1], "the same command has nothing more to play"
    report = run("report", "games.db")[1]
    assert "\ngreedy_player@7  7 nodes " in report
    assert "\ngreedy_player@3  3 nodes " in report
    record = json.loads(run("replay", "games.db", "--game", "1", "--json")[1])
    assert record["players"] == ["greedy_player@7", "greedy_player@3"]
    assert record["tags"]["limit"] == "7 nodes against 3 nodes"
    assert "have the same files" not in report, "one agent with two limits is no copy"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("greedy_player@0.5", "expected a number of nodes behind the @ where --nodes is given, got greedy_player@0.5"),
        ("greedy_player@0", "expected a limit above 0 behind the @, got 'greedy_player@0'"),
        ("greedy_player@-1", "expected a limit above 0 behind the @, got 'greedy_player@-1'"),
        ("greedy_player@inf", "expected a limit above 0 behind the @, got 'greedy_player@inf'"),
        ("greedy_player@soon", "expected seconds or nodes behind the @, such as greedy_player@0.5"),
    ],
)
def test_a_wrong_handicap_is_told(run: Run, text: str, sentence: str) -> None:
    code, _, err = run("match", text, "random_player", "--nodes", "1", "--games", "2")
    assert code == 2
    assert sentence in err
