"""Sensei's analysis and reviews, as people and programs get them."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

import dueldoku
from dueldoku import Game, Grid, Position, bundled_board
from dueldoku.engine.analysis import analyse, describe, explain
from dueldoku.engine.insight import Kind, Tempo
from dueldoku.engine.perfect import perfect
from dueldoku.errors import FormatError, GridError, StartError

LITTLE = "123. 3412 21.3 .3.1"  # one bomb, which wins


def test_an_analysis_in_words() -> None:
    assert analyse(LITTLE).words == (
        "Player 1 is to move with 4 empty cells and 1 living bomb; the score is 0-0.",
        "With perfect play player 1 gains 2 points from here, and wins by 2.",
        "Proven: player 1 can force the last move.",
        "Best is the bomb r4c3=4: it is refused, and player 2 has to move; no other move keeps the last move.",
    )


def test_an_analysis_as_json() -> None:
    found = analyse(f"{LITTLE} turn=2 scores=3-1", nodes=10_000)
    data = json.loads(json.dumps(found.to_json()))
    assert (data["player"], data["value"], data["lead"], data["kind"], data["tempo"]) == (2, 2, 0, "exact", "won")
    assert data["moves"][0] == {
        "move": "r4c3=4", "value": 2, "points": 0, "bomb": True, "tempo": "won", "exact": True, "bombs_left": 0
    }  # fmt: skip
    assert data["line"][0] == "r4c3=4"
    assert dueldoku.read(data["position"])[0].turn == 2


def test_bombs_are_counted_on_open_boards() -> None:
    found = analyse(bundled_board("easy-3x3"), nodes=100_000)
    game = Game(bundled_board("easy-3x3"))
    assert found.bombs == len(list(game.bombs()))
    assert found.moves[0].bombs_left is not None
    game.push(found.moves[0].move)
    assert found.moves[0].bombs_left == len(list(game.bombs()))


@pytest.mark.parametrize("rules", ["classic", "rows"])
def test_no_time_is_enough_for_an_answer(rules: str) -> None:
    assert analyse(Position(bundled_board("empty-3x3").grid, rules=rules), seconds=0).moves


def test_the_game_is_left_as_it_is_and_nodes_repeat_the_analysis() -> None:
    game = Game(bundled_board("random-3x3"))
    before = str(game)
    assert analyse(game, nodes=20_000) == analyse(game, nodes=20_000)
    assert str(game) == before


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("1234 3412 2143 4321", StartError, "already full"),
        ("123. ...4 .... ....", StartError, "no solution"),
        ("11.. .... .... ....", StartError, "breaks the rules"),
        ("1234.\n1234.", FormatError, "expected"),
    ],
)
def test_what_cannot_be_analysed(text: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        analyse(text)


def test_an_analysis_for_the_players() -> None:
    found = analyse(LITTLE)
    assert list(describe(found, you=1)) == [
        "You are to move with 4 empty cells and 1 living bomb; the score is 0-0.",
        "With perfect play you gain 2 points from here, and win by 2.",
        "Proven: you can force the last move.",
        "Pass with a bomb: 4 at r4c3 will be refused, and your opponent has to move; no other move keeps the last"
        " move.",
    ]
    assert list(describe(found, you=2))[1:] == [
        "With perfect play your opponent gains 2 points from here, and wins by 2.",
        "Proven: your opponent can force the last move.",
        "Best is the bomb r4c3=4: it is refused, and you have to move; no other move keeps the last move.",
    ]


@pytest.mark.parametrize(
    ("scores", "value", "words"),
    [
        ((0, 0), 4.2, "You should come out about 4 points ahead, give or take 5."),
        ((0, 0), -0.6, "You should come out about 1 point behind, give or take 5."),
        ((3, 3), 0.2, "You should come out level, give or take 5."),
        ((9, 2), -4.0, "You should lose about 4 points from here, and come out about 3 points ahead, give or take 5."),
        ((5, 2), 0.3, "You should hold even from here, and come out about 3 points ahead, give or take 5."),
        ((2, 9), 7.0, "You should gain about 7 points from here, and come out level, give or take 5."),
    ],
)
def test_a_judged_value_in_words(scores: tuple[int, int], value: float, words: str) -> None:
    found = replace(analyse(LITTLE), scores=scores, value=value, kind=Kind.ESTIMATE, spread=5.2)
    assert list(describe(found, you=1))[1] == words


def test_theory_is_for_those_who_want_more() -> None:
    found = analyse(LITTLE)
    assert found.more == (
        "The value is exact: every line of play was looked at to its end, bombs included.",
        "By the parity rule player 1 should win the tempo fight: cells and bombs are not both even in number.",
    )
    lost = replace(found, kind=Kind.ESTIMATE, spread=5.2, depth=3, tempo=Tempo.LOST)
    assert list(explain(lost, you=1)) == [
        "The points are an estimate, 3 turns ahead: such estimates are typically off by about 5.",
        "By the parity rule you should win the tempo fight: cells and bombs are not both even in number; this is an"
        " exception.",
    ]


def test_values_are_analysed_as_the_text_is() -> None:
    text = "123.341221.3.3.1"
    rows = np.array([0 if letter == "." else int(letter) for letter in text], np.int8).reshape(4, 4)
    expected = analyse(text, nodes=100).to_json()
    for values in (rows, rows.tolist(), rows.ravel(), Grid.infer(rows.ravel().tolist())):
        assert analyse(values, nodes=100).to_json() == expected
    assert perfect(rows, nodes=1000).position == perfect(text, nodes=1000).position
    with pytest.raises(GridError, match="expected"):
        analyse(rows[:3], nodes=100)
