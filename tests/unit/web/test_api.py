"""The JSON API: what it answers, and that nothing that is sent to it breaks it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from web_client import Client

from dueldoku import Game, GameRecord, Position
from dueldoku.errors import Overdue
from dueldoku.web.pages import PAGES
from dueldoku.web.pages.api import description
from dueldoku.web.workers import Worker

SMALL = "12.4.4.221.3...1"


def post(client: Client, path: str, **body: Any) -> Any:
    answer = client.post(f"/api{path}", body)
    assert answer.status in (200, 201), answer.text
    return answer.json()


def test_puzzles(client: Client) -> None:
    solved = post(client, "/solve", puzzle=SMALL)
    assert (solved["verdict"], solved["solutions"]) == ("unique", ["1234341221434321"])
    assert post(client, "/count", puzzle="................")["count"] == 288
    steps = post(client, "/steps", puzzle="1... ..3. .4.. ...2")
    assert (steps["grade"], steps["solved"], steps["steps"][0]["reason"]) == ("easy", True, "r1c4 can only be 4.")
    made = post(client, "/generate", size="2x2", seed=1)
    assert post(client, "/generate", size="2x2", seed=made["seed"]) == made
    assert post(client, "/solve", puzzle=made["board"])["verdict"] == "unique"
    assert post(client, "/generate", size="2x2", empty=8, solutions=3, seed=1)["board"].count(".") == 8


def test_a_program_plays_a_game_to_its_end(client: Client) -> None:
    game = post(client, "/games", opponent="greedy_player", board=SMALL, seat=2, name="prog")
    key, token = game["key"], game["tokens"]["2"]
    assert game["players"] == ["greedy_player", "prog"]
    while not game["over"]:
        if game["turn"] == 2:
            move = str(next(Game(Position.parse(game["position"])).legal_moves()))
            turn = post(client, f"/games/{key}/moves", token=token, move=move, version=game["version"])
            assert turn["ruling"] in ("placed", "refused")
        game = client.get(f"/api/games/{key}", after=game["version"], wait=30).json()
    assert sum(game["scores"]) > 0
    late = client.post(f"/api/games/{key}/moves", {"token": token, "move": "r1c1=1", "version": 0})
    assert late.status == 409


def test_two_programs_and_what_they_may_not_do(client: Client) -> None:
    game = post(client, "/games", board=SMALL)
    key, tokens = game["key"], game["tokens"]
    moves = f"/api/games/{key}/moves"
    assert client.post(moves, {"token": "no", "move": "r1c3=3", "version": 0}).status == 401
    assert client.post(moves, {"token": tokens["2"], "move": "r1c3=3", "version": 0}).status == 409
    offence = client.post(moves, {"token": tokens["1"], "move": "r1c3=1", "version": 0})
    assert offence.status == 422
    assert "repeats the 1" in offence.json()["detail"]
    assert client.post(moves, {"token": tokens["1"], "move": "x", "version": 0}).status == 422
    assert post(client, f"/games/{key}/moves", token=tokens["1"], move="r1c3=3", version=0)["points"] == 1
    assert post(client, f"/games/{key}/resign", token=tokens["2"])["reason"] == "resigned"


def test_a_program_that_crashed_finds_its_games_goes_on_and_ends_them(client: Client) -> None:
    who = client.post("/api/visitors", {}).json()
    cookie = {"Cookie": f"{who['cookie']}={who['visitor']}", "Content-Type": "application/json"}

    def ask(verb: str, path: str, **body: Any) -> Any:
        answer = client.ask(verb, f"/api{path}", json.dumps(body).encode() if body else None, cookie)
        return answer.status, answer.json()

    begun = [ask("POST", "/games", board=SMALL, opponent="greedy_player")[1] for _ in range(12)]
    status, told = ask("POST", "/games", board=SMALL)
    assert (status, "finish or leave" in told["detail"]) == (429, True)
    found = ask("GET", "/games")[1]
    assert {game["key"] for game in found} == {game["key"] for game in begun}
    assert {game["key"]: game["tokens"] for game in found} == {game["key"]: game["tokens"] for game in begun}
    key, token = found[0]["key"], found[0]["tokens"]["1"]
    move = str(next(Game(Position.parse(found[0]["position"])).legal_moves()))
    assert ask("POST", f"/games/{key}/moves", token=token, move=move, version=0)[0] == 200
    for game in found:
        assert ask("POST", f"/games/{game['key']}/end", token=game["tokens"]["1"])[0] == 200
    assert ask("POST", "/games", board=SMALL)[0] == 201
    assert client.get("/api/games").status == 200
    forged = client.ask("GET", "/api/games", None, {"Cookie": f"{who['cookie']}={'a' * 16}.{'b' * 20}"})
    assert not {game["key"] for game in forged.json()} & {game["key"] for game in begun}


def test_the_archive(client: Client) -> None:
    listed = client.get("/api/archive", agent="greedy_player", tournament="test").json()
    assert listed["total"] == 4
    number = listed["games"][0]["number"]
    record = GameRecord.from_json(client.get(f"/api/archive/{number}").text)
    assert set(record.players) == {"greedy_player", "random_player"}
    assert client.get(f"/api/archive/{number}", form="text").text == record.to_text()
    assert "<svg" in client.get(f"/api/archive/{number}", form="svg", turn=2).text
    assert client.get("/api/archive/99999").status == 404
    told = client.get("/api/standings", tournament="test").json()
    assert [one["name"] for one in told["agents"]] == ["greedy_player", "random_player"]
    assert told["agents"][0]["games"] == 4
    assert client.get("/api/standings", tournament="none").json()["games"] == 0


@pytest.mark.parametrize("path", [*(page.path for page in PAGES if page.path), "/api"])
def test_every_page_is_built(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status == 200
    assert "Dueldoku</title>" in answer.text


def test_what_is_not_there_is_not_found(client: Client) -> None:
    assert client.get("/game/0123456789").status == 404
    assert client.get("/games/99999").status == 404
    assert client.get("/no/such/page").status == 404
    assert "There is nothing at this address." in client.get("/no/such/page").text
    assert client.get("/static/../app.py").status == 404
    assert client.get("/static/board.py").status == 404


def test_other_verbs_and_paths_of_the_api_are_told_so(client: Client) -> None:
    answer = client.ask("DELETE", "/api/solve")
    assert (answer.status, answer.headers["allow"]) == (405, "POST")
    assert client.ask("QUERY", "/api/standings").status == 405
    assert client.get("/api/nothing").json() == {"detail": "there is no /api/nothing"}


def test_the_description_names_every_answer(client: Client) -> None:
    told = client.get("/openapi.json").json()
    assert told["paths"] == json.loads(json.dumps(description()["paths"]))
    assert {"/api/solve", "/api/analyse", "/api/games/{key}/moves", "/api/standings"} <= told["paths"].keys()


BODIES = st.dictionaries(
    st.sampled_from(["puzzle", "position", "size", "board", "opponent", "token", "move", "version", "seconds", "x"]),
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(max_size=40), st.just(SMALL)
    ),
)
POSTS = sorted(path for path, verbs in description()["paths"].items() if "post" in verbs)


@given(st.sampled_from(POSTS), BODIES)
def test_malformed_requests_are_answered(client: Client, path: str, body: dict[str, Any]) -> None:
    answer = client.post(path.replace("{key}", "0123456789"), body)
    assert answer.status in (200, 201, 404, 409, 422, 429), (path, body, answer.text)
    assert answer.status < 400 or answer.json()["detail"]


@given(st.binary(max_size=200))
def test_noise_is_answered(client: Client, noise: bytes) -> None:
    answer = client.ask("POST", "/api/solve", noise, {"Content-Type": "application/json"})
    assert answer.status in (400, 422)


def test_a_search_that_takes_too_long_is_no_fault_of_the_server(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ask(*_: object) -> None:
        raise Overdue("there was no answer within 20 s, so the search was stopped: ask for less")

    monkeypatch.setattr(Worker, "ask", ask)
    answer = client.post("/api/generate", {"size": "4x6", "seed": 1})
    assert (answer.status, "ask for less" in answer.json()["detail"]) == (422, True)
