"""Games followed without a search are the games that the rules make of them."""

from __future__ import annotations

import random

import pytest

from dueldoku import Game, bundled_board, replay
from dueldoku.game.game import follow


@pytest.mark.parametrize(
    ("board", "rules"), [("random-2x3", "classic"), ("empty-2x2", "rows"), ("empty-2x2", "random")]
)
def test_a_game_is_followed_as_it_was_judged(board: str, rules: str) -> None:
    rng = random.Random(f"{board} {rules}")
    game = Game(bundled_board(board), rules, seed=1)
    while not game.is_over():
        game.push(rng.choice(list(game.legal_moves())))
    record = game.record()
    for number, judged in enumerate(replay(record)):
        told = follow(record, number)
        assert str(told) == str(judged)
        assert (told.history, told.reach, told.owners) == (judged.history, judged.reach, judged.owners)
    assert follow(record).outcome() == game.outcome()
    assert {turn.ruling for turn in record.turns} == {"placed", "refused"}
