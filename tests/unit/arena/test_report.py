"""The numbers of a tournament against sums done by hand."""

from __future__ import annotations

import json
from math import isfinite
from pathlib import Path

import pytest
from fast_games import fast_plan, made_up

from dueldoku.arena.archive import Archive, StoredGame
from dueldoku.arena.report import Report, group_note
from dueldoku.arena.task import GameTask
from dueldoku.stats.ratings import rate

THREE = ("greedy_player", "random_player", "naive_player")
STRENGTH = {name: place for place, name in enumerate(THREE)}


def stronger(task: GameTask) -> int:
    """The winner where the better agent always wins."""
    one, other = (STRENGTH[name] for name in task.names)
    return 1 if one < other else 2


@pytest.fixture
def games(tmp_path: Path) -> list[StoredGame]:
    """Six pairs. The better agent wins, but greedy_player draws one game and loses one by an illegal move."""
    plan = fast_plan(THREE, rounds=2)
    with Archive(tmp_path / "games.db", write=True) as archive:
        archive.begin("test", plan.settings())
        for task in plan.tasks():
            numbers: dict[str, object] = {
                "turns": (4, 5),
                "seconds": (1.0, 2.0),
                "longest": (0.5, 0.75),
                "starved": (0, 1),
                "level": "full",
            }
            winner = stronger(task)
            if task.round == 2 and task.names == ("greedy_player", "random_player"):
                winner = 0
            if task.round == 2 and task.names == ("naive_player", "greedy_player"):
                winner = 1
                numbers |= {"reason": "illegal", "fault": 2, "detail": "r1c1=1 repeats the 1 of r1c2"}
            archive.add("test", made_up(task, winner, **numbers))
        return archive.games()


def rows(report: Report, table: str) -> dict[str, tuple[str, ...]]:
    (found,) = [one for one in report.tables() if one.title == table]
    return {row[0]: row[1:] for row in found.rows}


def test_standings(games: list[StoredGame]) -> None:
    report = Report(games)
    standings = rows(report, "Standings")
    assert list(standings) == ["1. greedy_player", "2. random_player", "3. naive_player"]
    assert [row[2:] for row in standings.values()] == [
        ("8", "6-1-1", "81 %"),
        ("8", "4-1-3", "56 %"),
        ("8", "1-0-7", "12 %"),
    ]
    direct = rate((game.agent1, game.agent2, game.score1, game.pair) for game in games)
    assert [rating.elo for rating in report.ratings.table] == pytest.approx([rating.elo for rating in direct.table])
    assert [row[0] for row in standings.values()] == [f"{round(rating.elo):+d}" for rating in direct.table]


def test_crosstable_and_seats(games: list[StoredGame]) -> None:
    report = Report(games)
    assert rows(report, "Each against each") == {
        "1. greedy_player": ("-", "3.5/4", "3/4"),
        "2. random_player": ("0.5/4", "-", "4/4"),
        "3. naive_player": ("1/4", "0/4", "-"),
    }
    assert rows(report, "Seats") == {
        "greedy_player": ("3-1-0", "88 %", "3-0-1", "75 %"),
        "random_player": ("2-0-2", "50 %", "2-1-1", "62 %"),
        "naive_player": ("1-0-3", "25 %", "0-0-4", "0 %"),
    }
    assert rows(report, "Boards") == {"easy-2x2, 1 node": ("12", "6", "1", "5")}


def test_lost_games_points_and_time(games: list[StoredGame]) -> None:
    report = Report(games)
    assert rows(report, "Lost games") == {
        "greedy_player": ("1", "0", "1"),
        "random_player": ("3", "3", "0"),
        "naive_player": ("7", "7", "0"),
    }
    assert rows(report, "Points on the board")["greedy_player"] == ("3.5", "3.5")
    # 4 games moving first (4 turns, 1 s), 4 moving second (5 turns, 2 s): 12 s in 36 turns.
    assert rows(report, "Time")["naive_player"] == ("1 node", "0.333 s", "0.750 s", "36", "4")
    assert rows(report, "Cage") == {"full": ("12",)}


def test_a_match_is_told_from_one_side(games: list[StoredGame]) -> None:
    both = [game for game in games if {game.agent1, game.agent2} == set(THREE[:2])]
    score = Report(both).match("random_player", "greedy_player")
    assert score.elo.value < 0
    numbers = score.to_json()
    assert (numbers["won"], numbers["drawn"], numbers["lost"], numbers["games"]) == (0, 1, 3, 4)
    assert numbers["pairs"] == [1, 1, 0, 0, 0]
    assert numbers["share"]["value"] == 0.125
    assert numbers["elo"]["value"] == score.elo.value
    assert numbers["lost_by"] == {"random_player": {"fewer points": 3}, "greedy_player": {}}
    assert numbers["starved"] == {"random_player": 2, "greedy_player": 2}


def test_numbers_for_machines_are_finite(games: list[StoredGame]) -> None:
    for report in (Report(games), Report(games[:1]), Report([], THREE), Report(games, anchor="naive_player")):
        text = json.dumps(report.to_json(), allow_nan=False)
        assert len(json.loads(text)["agents"]) >= 2
        assert all(isfinite(agent["elo"]) for agent in json.loads(text)["agents"])
    for table in Report(games[:1]).tables():
        assert "nan" not in table.text()
        assert "inf" not in table.text()


def test_the_anchor_is_zero(games: list[StoredGame]) -> None:
    report = Report(games, anchor="naive_player")
    assert report.ratings["naive_player"].elo == 0
    assert report.standings().note.startswith("naive_player is 0")


def test_groups_that_never_met_are_told(games: list[StoredGame]) -> None:
    assert group_note(Report(games).ratings) == ""
    note = group_note(
        Report([game for game in games if "naive_player" not in (game.agent1, game.agent2)], THREE).ratings
    )
    assert note.startswith("No chain of games connects these groups")
    assert "naive_player" in note
