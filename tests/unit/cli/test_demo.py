"""``dueldoku demo``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from program import Run

from dueldoku.arena.archive import Archive
from dueldoku.cli import demo
from dueldoku.duel.record import GameRecord
from dueldoku.engine.review import Review


def test_the_demo_says_where_everything_is(run: Run) -> None:
    code, out, err = run("demo", "--nodes", "300")
    assert (code, err) == (0, "")
    assert out.startswith(f"{demo.HERO} plays three agents of the reports ({', '.join(demo.AGENTS[1:])}) on ")
    assert "1. sensei" in out
    for line in (line for line in out.splitlines() if "dueldoku" in line):
        command = line.partition("dueldoku ")[2].rstrip(")").split()
        if command[0] in ("report", "replay"):
            assert run(*command, typed="q\n")[0] == 0
    assert Path("games/demo.html").exists()
    again = json.loads(run("demo", "--nodes", "300", "--json")[1])
    assert (again["tournament"], again["games"]) == ("demo-2", 12)


def test_nobody_loses_by_an_illegal_move(run: Run) -> None:
    run("demo", "--nodes", "300")
    with Archive("games/demo.db") as archive:
        assert {game.reason for game in archive.games()} == {"board full"}


def test_one_game_is_told_in_words(run: Run) -> None:
    _, out, _ = run("demo", "--nodes", "300")
    told = out.partition("looked at again:")[2].partition("What to do next")[0]
    assert told.count(" gave away ") == 2
    assert "The game " in told


def test_the_game_that_is_told_has_a_turning_point_if_a_close_one_has(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    reviews: list[Review] = []
    look = demo.review_with_progress

    def noted(record: GameRecord, seconds: float, nodes: int | None = None) -> Review:
        reviews.append(look(record, seconds, nodes))
        return reviews[-1]

    monkeypatch.setattr(demo, "review_with_progress", noted)
    _, out, _ = run("demo", "--nodes", "300")
    assert reviews[-1].words[-1] in out
    assert not any(review.turning_points for review in reviews[:-1])
    assert reviews[-1].turning_points or len(reviews) == 3
