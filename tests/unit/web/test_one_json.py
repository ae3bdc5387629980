"""One JSON for each thing: the command line prints, the API answers and ``to_json`` gives the same, key by key."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from web_client import Client

from dueldoku import Game, GameRecord, Grid, Move
from dueldoku.arena.archive import Archive
from dueldoku.arena.report import Report, Standings
from dueldoku.cli.main import main
from dueldoku.engine.analysis import Analysis, analyse
from dueldoku.engine.review import Review, review
from dueldoku.web.schemas import model_of
from dueldoku.web.tables import GameList

LITTLE = "123.341221.3.3.1"  # small enough for everything to be exact, and so the same each time


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def as_json(value: Any) -> Any:
    return json.loads(json.dumps(value.to_json(), allow_nan=False))


def check_described(kind: type, told: Any) -> None:
    """What was told is what the API's description says, no more and no less."""
    model = model_of(kind)
    assert told.keys() == model.model_fields.keys()
    assert json.loads(model.model_validate(told).model_dump_json()) == told


def test_an_analysis(client: Client, capsys: pytest.CaptureFixture[str]) -> None:
    answered = client.post("/api/analyse", {"position": LITTLE}).json()
    assert answered == as_json(analyse(LITTLE)) == printed(capsys, "analyse", LITTLE)
    assert (answered["position"], answered["bombs"], answered["moves"][0]["bombs_left"]) == (LITTLE, 1, 0)
    check_described(Analysis, answered)


def test_a_review(client: Client, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    game = Game(Grid.parse(LITTLE))
    for text in ("r1c4=4", "r4c1=4", "r3c3=4", "r4c3=2"):
        game.push(Move.parse(text))
    record = game.record(("ann", "bob"))
    file = tmp_path / "game.jsonl"
    file.write_text(record.to_json() + "\n", encoding="utf-8")
    answered = client.post("/api/review", {"game": record.to_json()}).json()
    assert answered == as_json(review(record)) == printed(capsys, "review", str(file))
    assert client.post("/api/review", {"game": record.to_text()}).json() == answered
    assert answered["turning_points"] == [1]
    check_described(Review, answered)


def test_standings(client: Client, capsys: pytest.CaptureFixture[str], archive: Path) -> None:
    answered = client.get("/api/standings", tournament="test").json()
    with Archive(archive) as store:
        report = Report(store.games("test"))
    assert answered == as_json(report) == as_json(report.numbers)
    for verb in ("report", "ratings"):
        assert printed(capsys, verb, str(archive), "--name", "test") == answered
    check_described(Standings, answered)
    check_described(Standings, client.get("/api/standings", tournament="none").json())


def test_a_stored_game(client: Client, capsys: pytest.CaptureFixture[str], archive: Path) -> None:
    answered = client.get("/api/archive", tournament="test").json()
    with Archive(archive) as store:
        games = store.games("test")
        records = [store.record(game.number) for game in games]
    assert answered["games"] == [as_json(game) for game in reversed(games)]
    check_described(GameList, answered)
    assert main(["export", str(archive), "--to", "jsonl", "--name", "test"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [json.loads(line)["game"] for line in lines] == [as_json(game) for game in games]
    number = games[0].number
    assert GameRecord.from_json(client.get(f"/api/archive/{number}").text) == records[0]


def test_bombs_are_listed_by_themselves(client: Client) -> None:
    assert client.post("/api/bombs", {"position": LITTLE}).json() == {"bombs": ["r4c3=4"]}


def test_a_finished_game_is_not_analysed(client: Client) -> None:
    answer = client.post("/api/analyse", {"position": "1234341221434321"})
    assert (answer.status, answer.json()["detail"]) == (422, "the board is already full: there is nothing to play")
