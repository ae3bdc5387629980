"""What was pushed can be popped, copied, written down and replayed, and it is the same game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from random_games import CODES, positions, propose

from dueldoku.board.grid import Grid
from dueldoku.board.move import Move
from dueldoku.duel.position import Position
from dueldoku.duel.record import GameRecord, read_records
from dueldoku.duel.rules import RULE_SETS
from dueldoku.duel.turn import Ruling, Turn
from dueldoku.errors import DueldokuError, FormatError
from dueldoku.game.game import Game, replay


def snapshot(game: Game) -> dict[str, object]:
    """All that a game shows; and the tables behind it, so that nothing wrong stays behind unseen."""
    return {
        "values": list(game.values),
        "owners": list(game.owners),
        "scores": list(game.scores),
        "turn": game.turn,
        "taboo": game.taboo,
        "history": list(game.history),
        "start": game.start,
        "regions": game.regions,
        "rules": game.rules,
        "geometry": game.geometry,
        "grid": game.grid,
        "cells": [game.cells(), game.cells(1), game.cells(2)],
        "digits": [game.digits(cell) for cell in range(len(game.values))],
        "points": [game.points(cell) for cell in game.grid.holes],
        "legal moves": list(game.legal_moves()),
        "bombs": list(game.bombs()),
        "outcome": game.outcome(),
        "is over": game.is_over(),
        "position": str(game.position()),
        "record": game.record(),
        "view": game.view(),
        "hidden": {key: repr(value) for key, value in vars(game).items() if key.startswith("_")},
    }


def play(game: Game, codes: list[int]) -> None:
    for code in codes:
        if game.is_over():
            break
        game.push(propose(game, code))


# -- push and pop ----------------------------------------------------------------------------------------------------


@pytest.mark.slow
@settings(max_examples=100)
@given(positions(), CODES)
def test_popping_goes_back_through_exactly_the_same_states(start: Position, codes: list[int]) -> None:
    game = Game(start)
    states, turns = [snapshot(game)], []
    for code in codes:
        if game.is_over():
            break
        turns.append(game.push(propose(game, code)))
        states.append(snapshot(game))
    for turn, state in zip(reversed(turns), reversed(states[:-1]), strict=True):
        assert game.pop() == turn
        assert snapshot(game) == state
    for turn, state in zip(turns, states[1:], strict=True):  # and forward again
        assert game.push(turn.move, turn.player) == turn
        assert snapshot(game) == state


@settings(max_examples=40)
@given(positions(), CODES)
def test_looking_at_every_move_leaves_the_game_as_it_was(start: Position, codes: list[int]) -> None:
    game = Game(start)
    play(game, codes[:6])
    before = snapshot(game)
    for move in [*game.legal_moves(), *game.taboo, Move(-1, -1, 0), None]:
        if not game.is_over():
            game.push(move)
            game.pop()
    assert snapshot(game) == before


# -- copies ----------------------------------------------------------------------------------------------------------


def playable_state(game: Game) -> dict[str, object]:
    """What matters for playing on: a copy does not remember the turns."""
    forgotten = ("history", "start", "record", "view", "owners", "hidden")  # owners decide nothing in a classic game
    return {name: value for name, value in snapshot(game).items() if name not in forgotten}


def shown(game: Game) -> dict[str, object]:
    return {name: value for name, value in snapshot(game).items() if name != "hidden"}


@settings(max_examples=40)
@given(positions(), CODES, st.integers(0, 12))
def test_a_copy_stands_where_the_game_stands_and_plays_on_alone(start: Position, codes: list[int], at: int) -> None:
    game = Game(start)
    play(game, codes[:at])
    if game.is_over() and game.history:
        game.pop()
    assume(not game.is_over())
    copy, played = game.copy(), len(game.history)
    assert playable_state(copy) == playable_state(game)
    assert shown(copy) == shown(Game(game.position(), oracle=game.oracle))
    assert copy.history == []
    assert copy.oracle is game.oracle
    before = snapshot(game)
    play(copy, codes[at:])
    assert snapshot(game) == before
    after = snapshot(copy)
    play(game, codes[at:])
    assert snapshot(copy) == after
    assert copy.history == game.history[played:]


def test_a_copy_of_a_full_board_stands_where_the_game_stands() -> None:
    game = Game(Grid.parse(".234 3412 2341 4123"))
    game.push(Move(0, 0, 1))
    assert game.is_over()
    assert playable_state(game.copy()) == playable_state(game)


@pytest.mark.parametrize(
    "text",
    ["1234341223414123 scores=3-4", "................ rules=rows region1= region2="],
    ids=["full", "both stuck"],
)
@pytest.mark.parametrize("turn", [1, 2])
def test_a_game_that_is_over_at_its_start_stands_at_its_start(text: str, turn: int) -> None:
    start = replace(Position.parse(text), turn=turn)
    assert str(Game(start).position()) == str(start)


# -- positions -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULE_SETS)
@settings(max_examples=40)
@given(data=st.data(), codes=CODES)
def test_the_position_parses_back_and_a_game_goes_on_from_it(rules: str, data: st.DataObject, codes: list[int]) -> None:
    game = Game(data.draw(positions(rules)))
    for code in codes:
        position = game.position()
        assert Position.parse(str(position)) == position
        assert str(game) == str(position)
        if game.is_over():
            break
        assert playable_state(Game(Position.parse(str(position)))) == playable_state(game)
        game.push(propose(game, code))


@settings(max_examples=40)
@given(positions(), CODES)
def test_the_past_of_a_position_is_every_turn_but_the_offence(start: Position, codes: list[int]) -> None:
    game = Game(start)
    play(game, codes)
    moves = [turn.move for turn in game.history if turn.ruling in ("placed", "refused")]
    assert game.position().past == (*start.past, *moves)


# -- records ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULE_SETS)
@settings(max_examples=40)
@given(data=st.data(), codes=CODES)
def test_a_record_is_read_as_written_and_replays_exactly(rules: str, data: st.DataObject, codes: list[int]) -> None:
    game = Game(data.draw(positions(rules)))
    states = [snapshot(game)]
    for code in codes:
        if game.is_over():
            break
        game.push(propose(game, code))
        states.append(snapshot(game))
    record = game.record(("one", "the other"), time="0.5", seed="7")
    assert GameRecord.from_json(record.to_json()) == record
    assert GameRecord.from_text(record.to_text()) == record
    assert read_records(record.to_json() + "\n" + record.to_json()) == [record, record]
    assert [snapshot(again) for again in replay(GameRecord.from_text(record.to_text()))] == states


def small_record() -> GameRecord:
    """A game with every common kind of turn: points, none, a bomb, and an offence at the end."""
    game = Game(Grid.parse("12.. .... 2341 4123"))
    for move in ("r2c3=3", "r1c3=3", "r1c4=4", "r1c1=1"):
        game.push(Move.parse(move))
    return game.record()


def test_the_small_record_is_what_the_other_tests_think_it_is() -> None:
    record = small_record()
    assert [str(turn) for turn in record.turns] == ["1 r2c3=3 refused", "2 r1c3=3", "1 r1c4=4 +1", "2 r1c1=1 illegal"]
    assert record.result == "player 1 wins 1-0, illegal"
    assert len(list(replay(record))) == 5


@pytest.mark.parametrize(
    ("number", "tampered", "comes_out_as"),
    [
        (1, "1 r2c3=3", "1 r2c3=3 refused"),
        (1, "1 r2c3=3 illegal", "1 r2c3=3 refused"),
        (1, "1 r2c3=2", "1 r2c3=2 illegal"),
        (2, "2 r1c3=3 +1", "2 r1c3=3"),
        (2, "2 r1c3=3 refused", "2 r1c3=3"),
        (2, "2 r2c3=3 refused", "2 r2c3=3 taboo"),
        (3, "1 r1c4=4", "1 r1c4=4 +1"),
        (3, "1 r1c4=4 +7", "1 r1c4=4 +1"),
        (4, "2 r1c1=1", "2 r1c1=1 illegal"),
        (4, "2 r1c1=1 invalid", "2 r1c1=1 illegal"),
    ],
)
def test_a_record_with_a_turn_that_does_not_come_out_so_is_refused(
    number: int, tampered: str, comes_out_as: str
) -> None:
    record = small_record()
    turns = [*record.turns]
    turns[number - 1] = Turn.parse(tampered)
    with pytest.raises(FormatError) as caught:
        list(replay(replace(record, turns=tuple(turns))))
    assert str(caught.value) == f"turn {number} was recorded as '{tampered}' but comes out as '{comes_out_as}'"


@pytest.mark.parametrize(
    "tamper",
    [
        lambda turns: turns[1:],
        lambda turns: (*turns[:1], *turns[2:]),
        lambda turns: (*turns, Turn(1, Move(1, 1, 4))),
        lambda turns: (*turns[:2], Turn(1, None, Ruling.NOTHING), turns[3]),
        lambda turns: (turns[0]._replace(player=2), *turns[1:]),
        lambda turns: (turns[1], turns[0], *turns[2:]),
    ],
    ids=[
        "first turn gone",
        "second turn gone",
        "a turn after the end",
        "an early end",
        "another player",
        "two turns swapped",
    ],
)
def test_a_record_whose_turns_do_not_follow_each_other_is_refused(
    tamper: Callable[[tuple[Turn, ...]], tuple[Turn, ...]],
) -> None:
    record = small_record()
    with pytest.raises(DueldokuError):
        list(replay(replace(record, turns=tamper(record.turns))))


@pytest.mark.parametrize("change", [{"winner": 2}, {"scores": (0, 1)}, {"reason": "board full"}], ids=str)
def test_a_record_whose_result_is_not_that_of_its_turns_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(DueldokuError):
        list(replay(replace(small_record(), **change)))


def test_a_record_with_another_start_is_refused() -> None:
    record = small_record()
    with pytest.raises(FormatError, match="turn 1 was recorded as '1 r2c3=3 refused' but comes out as '1 r2c3=3'"):
        list(replay(replace(record, start=Position.parse("1..............."))))
