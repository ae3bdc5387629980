"""Games followed without a search are the games that the rules make of them."""

from __future__ import annotations

import random

import pytest

from dueldoku import Game, bundled_board, replay
from dueldoku.web.board import game_state
from dueldoku.web.narration import last_turn
from dueldoku.web.told import retell


@pytest.mark.parametrize(
    ("board", "rules"), [("random-2x3", "classic"), ("empty-2x2", "rows"), ("empty-2x2", "random")]
)
def test_a_game_is_retold_as_it_was(board: str, rules: str) -> None:
    rng = random.Random(f"{board} {rules}")
    game = Game(bundled_board(board), rules, seed=1)
    while not game.is_over():
        game.push(rng.choice(list(game.legal_moves())))
    record = game.record()
    for number, judged in enumerate(replay(record)):
        told = retell(record, number)
        assert str(told) == str(judged)
        assert game_state(told) == game_state(judged)
        assert number == 0 or last_turn(told, ("Ann", "Bob"))[:3] in ("Ann", "Bob")
    assert retell(record).outcome() == game.outcome()
    assert {turn.ruling for turn in record.turns} == {"placed", "refused"}
