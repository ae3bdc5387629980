"""``dueldoku tournament``, and everything that can be asked about one afterwards."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from program import AGENTS, TOURNAMENT, Run

from dueldoku.duel.record import read_records


@pytest.mark.slow
def test_a_tournament_and_everything_that_can_be_asked_about_it(run: Run) -> None:
    code, out, err = run(*TOURNAMENT, "--rounds", "2")
    assert (code, err) == (0, "")
    assert out.startswith("24 games, 0 of them stored before in games.db.\n")
    assert "1. greedy_player" in out
    code, again, _ = run(*TOURNAMENT, "--rounds", "2")
    assert again.startswith("24 games, 24 of them stored before in games.db.\n\nStandings: ")
    assert run(*TOURNAMENT, "--rounds", "3")[1].startswith("36 games, 24 of them stored before in games.db.\n 1/12  ")

    code, standings, _ = run("ratings", "games.db")
    assert code == 0
    assert standings.splitlines()[2].startswith("1. greedy_player")
    assert run("ratings", "games.db", "--anchor", "naive_player")[1].startswith("Standings: naive_player is 0")
    numbers = json.loads(run("ratings", "games.db", "--json")[1])
    assert [agent["name"] for agent in numbers["agents"]] == ["greedy_player", "random_player", "naive_player"]
    assert numbers["connected"] is True
    assert all(agent["low"] <= agent["elo"] <= agent["high"] for agent in numbers["agents"])

    code, report, _ = run("report", "games.db", "--name", "tournament")
    assert code == 0
    for title in ("Standings", "Each against each", "Seats", "Boards", "Lost games", "Points", "Time", "Cage"):
        assert f"\n{title}" in report
    assert json.loads(run("report", "games.db", "--json")[1])["games"] == 36

    table = list(csv.DictReader(io.StringIO(run("export", "games.db")[1])))
    assert len(table) == 36
    assert {row["board"] for row in table} == {"easy-2x2", "random-2x3"}
    records = read_records(run("export", "games.db", "--to", "jsonl")[1])
    assert run("replay", "games.db", "--game", "12", "--json")[1] == records[11].to_json() + "\n"
    assert records[-1].to_text() in run("replay", "games.db")[1], "the last game, if nothing is said"
    assert run("export", "games.db", "--to", "db", "-o", "copy.db") == (0, "", "")
    assert run("ratings", "copy.db")[1] == standings


def test_a_gauntlet_and_a_dry_run(run: Run) -> None:
    code, out, _ = run(*TOURNAMENT, "--gauntlet", "naive_player", "--dry-run")
    assert code == 0
    assert out.splitlines()[0] == "1. naive_player - greedy_player on easy-2x2, 1 node, round 1"
    assert out.splitlines()[-1] == "8 games."
    assert not Path("games.db").exists()
    clocked = run("tournament", *AGENTS, "--boards", "easy-2x2", "--times", "0.1", "1", "--workers", "2", "--dry-run")[
        1
    ]
    assert clocked.splitlines()[-1] == "12 games, about 13 s if all agents use all their time (2 at a time)."
    match = run("match", "greedy_player", "random_player", "--games", "4", "--dry-run")[1]
    assert match.splitlines()[0] == "1. greedy_player - random_player on random-3x3, 0.5 s, round 1"
