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


def test_one_game_is_told_in_words_with_its_turning_point(run: Run) -> None:
    _, out, err = run("demo")
    told = out.partition("looked at again:")[2].partition("What to do next")[0]
    assert err == ""
    assert told.count(" gave away ") == 2
    (turn,) = [line for line in told.splitlines() if line.endswith("here the game turned")]
    assert f"The game turned once, at turn {turn.partition('.')[0].strip()}." in told
    assert out == run("demo", "--archive", "games/other.db")[1].replace("games/other.", "games/demo.")


def test_the_game_that_is_told_is_the_closest_one_that_its_loser_gave_away(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    reviews: list[tuple[GameRecord, Review]] = []
    look = demo.review_with_progress

    def noted(record: GameRecord, seconds: float = 0.0, nodes: int | None = None) -> Review:
        reviews.append((record, look(record, seconds, nodes)))
        return reviews[-1][1]

    monkeypatch.setattr(demo, "review_with_progress", noted)
    _, out, _ = run("demo", "--nodes", "300")
    margins = [abs(record.scores[0] - record.scores[1]) for record, _ in reviews]
    assert margins == sorted(margins)
    given_away = [
        any(found.turns[number - 1].player != record.winner for number in found.turning_points[-1:])
        for record, found in reviews
    ]
    assert given_away == [*[False] * (len(reviews) - 1), True] or not any(given_away)
    assert "\n".join(reviews[-1 if given_away[-1] else 0][1].words) in out
