from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import positions

from dueldoku import Game, GameRecord, Grid, Move, read_records
from dueldoku.duel.turn import Ruling, Turn
from dueldoku.errors import DueldokuError, FormatError

names = st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1, max_size=20)
number = st.integers(-99, 99)
turns = st.builds(
    Turn,
    st.sampled_from([1, 2]),
    st.none() | st.builds(Move, number, number, number),
    st.sampled_from(Ruling),
    st.just(0),
)
scored = st.builds(
    Turn,
    st.just(1),
    st.builds(Move, number, number, number),
    st.just(Ruling.PLACED),
    st.sampled_from([0, 1, 3, 7]),
)
reported = st.dictionaries(
    st.from_regex(r"[a-z][a-z0-9_-]{0,8}", fullmatch=True), st.integers(-9, 9**9) | st.floats(-1e9, 1e9), min_size=1
)
records = st.builds(
    GameRecord,
    st.tuples(names, names),
    positions(largest=6),
    st.lists(turns | scored, max_size=10).map(tuple),
    st.just(0),
    st.tuples(st.integers(0, 99), st.integers(0, 99)),
    st.sampled_from(["", "board full", "both stuck"]),
    st.dictionaries(st.from_regex(r"t[a-z0-9_-]{0,8}", fullmatch=True), names, max_size=3),
)


@given(records)
def test_both_forms_say_the_same(record: GameRecord) -> None:
    assert "\n" not in record.to_json()
    assert GameRecord.from_json(record.to_json()) == record
    assert GameRecord.from_text(record.to_text()) == record


@given(records, st.lists(reported, max_size=10))
def test_both_forms_tell_what_agents_reported(record: GameRecord, told: list[dict[str, float]]) -> None:
    kept = dict(list(enumerate(told, 1))[: len(record.turns)])
    full = replace(record, report=kept)
    assert GameRecord.from_json(full.to_json()) == GameRecord.from_text(full.to_text()) == full
    assert ("report" in json.loads(full.to_json())) == bool(kept)


@pytest.mark.parametrize(
    "report", [{"9": {"depth": 1}}, {"1": {}}, {"1": {"a b": 1}}, {"1": {"a": "x"}}, {"1": {"a": 10**400}}, {"1": 5}, 5]
)
def test_a_report_is_numbers_by_name(report: object) -> None:
    with pytest.raises(FormatError):
        GameRecord.from_json(changed(report=report))


@given(st.lists(records, min_size=1, max_size=4))
def test_a_file_of_games(games: list[GameRecord]) -> None:
    assert read_records("\n".join(game.to_json() for game in games) + "\n\n") == games
    assert read_records(games[0].to_text()) == games[:1]


def small_game() -> GameRecord:
    game = Game(Grid.parse("123. 3412 21.3 .3.1"))
    for move in ("r1c4=4", "r4c1=4", "r4c3=2", "r3c3=4"):
        game.push(Move.parse(move))
    return game.record(("ann", "bob"), time="0.5")


def test_the_text_is_readable() -> None:
    assert small_game().to_text() == (
        "Dueldoku game 1\n"
        "player 1: ann\n"
        "player 2: bob\n"
        "start: 123.341221.3.3.1\n"
        "time: 0.5\n"
        "\n"
        "   1. 1 r1c4=4 +7\n"
        "   2. 2 r4c1=4 +3\n"
        "   3. 1 r4c3=2 +1\n"
        "   4. 2 r3c3=4 +7\n"
        "\n"
        "result: player 2 wins 8-10, board full\n"
    )


def changed(**changes: object) -> str:
    return json.dumps(json.loads(small_game().to_json()) | changes)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "expected a game, got nothing"),
        ("hello", "line 1, column 1: expected JSON"),
        ("[]", 'expected a game: a JSON object with the key "dueldoku"'),
        (changed(dueldoku=2), r"expected a game of version 1, got version 2 \(written by a newer Dueldoku\)"),
        (changed(dueldoku="x"), "got version 'x'"),
        (changed(players=["a"]), "expected two values of type str"),
        (changed(players=["a", "b\n"]), "one printable line"),
        (changed(start="..."), "expected"),
        (changed(start=7), "expected a game as Dueldoku writes it"),
        (changed(turns=["3 r1c1=1"]), "expected a turn such as '1 r3c5=7"),
        (changed(turns=["1 r1c1"]), "expected a move such as r3c5=7"),
        (changed(turns=7), "expected a game as Dueldoku writes it"),
        (changed(result={}), "expected the key 'winner'"),
        (changed(result={"winner": "x", "scores": [0, 0], "reason": ""}), "line 1"),
        (changed(tags={"Upper": "x"}), "named by small letters"),
        ('{"dueldoku":' + "[" * 100_000, "expected"),
    ],
)
def test_broken_games(line: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read_records(line)


@pytest.mark.parametrize("cut", range(12))
def test_a_text_that_lacks_a_line(cut: int) -> None:
    lines = small_game().to_text().split("\n")
    text = "\n".join(lines[:cut] + lines[cut + 1 :])
    try:
        assert GameRecord.from_text(text) != small_game() or not lines[cut]
    except DueldokuError as error:
        assert "expected" in str(error)


def test_the_second_line_is_reported() -> None:
    with pytest.raises(FormatError, match="line 2, column 1: expected JSON"):
        read_records(small_game().to_json() + "\nhello\n")
