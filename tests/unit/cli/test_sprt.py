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


DETERMINISTIC = ("minimax-cells", "minimax-regions", "--board", "easy-2x2", "--nodes", "20")


@pytest.mark.slow
def test_deterministic_agents_that_repeat_their_games_cannot_be_told_apart(run: Run) -> None:
    code, out, _ = run("sprt", *DETERMINISTIC)
    assert code == 0
    assert "8 of 10 games repeated earlier ones move for move, so they do not count" in out
    assert "--board generate:size=2x2,empty=" in out
    assert "It cannot be told which of them is better: the agents only repeat their games on this board." in out
    assert "is accepted" not in out
    told = json.loads(run("sprt", *DETERMINISTIC, "--json", "--archive", "games.db")[1])
    assert (told["verdict"], told["games"], told["repeats"], sum(told["pairs"])) == ("cannot be told", 2, 8, 1)
    again = json.loads(run("sprt", *DETERMINISTIC, "--json", "--archive", "games.db")[1])
    assert again == told, "what is stored tells the same, and nothing more is played"


@pytest.mark.slow
def test_on_boards_from_a_recipe_nothing_repeats(run: Run) -> None:
    agents = ("minimax-cells@40", "minimax-cells@2", "--nodes", "20", "--games", "12")
    told = json.loads(run("sprt", *agents, "--board", "generate:size=2x3,empty=20", "--json")[1])
    assert told["repeats"] == 0
    assert told["verdict"] in ("continue", "H0", "H1")
