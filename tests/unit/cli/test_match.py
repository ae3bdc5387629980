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
