"""Exact values of every move, beside plain minimax on the game itself."""

from __future__ import annotations

from functools import cache

import pytest

from dueldoku.arena.dataset import Order
from dueldoku.duel.position import Position
from dueldoku.engine.insight import Tempo
from dueldoku.engine.label import label
from dueldoku.game.boards import bundled_board
from dueldoku.game.game import Game
from dueldoku.solvers.api import solutions


@cache
def slow_value(text: str) -> int:
    """What the player to move gains, by trying everything."""
    game = Game(Position.parse(text))
    return 0 if game.is_over() else max(slow_values(game).values())


def slow_values(game: Game) -> dict[object, int]:
    values = {}
    for move in list(game.legal_moves()):
        player = game.turn
        points = game.push(move).points
        rest = slow_value(str(game.position()).partition(" past=")[0])
        values[move] = points + (rest if game.turn == player else -rest)
        game.pop()
    return values


@pytest.mark.parametrize("rules", ["classic", "rows", "border", "random"])
@pytest.mark.parametrize(("size", "empty"), [("2x2", 6), ("2x3", 5), ("3x3", 5), ("3x4", 4), ("4x4", 4)])
def test_every_move_is_worth_what_trying_everything_says(size: str, empty: int, rules: str) -> None:
    order, tried = Order((size,), (rules,), least=empty, most=empty), 0
    for number in range(6):
        game = order.draw(number)
        if game.is_over():
            continue
        found = label(game)
        assert found
        assert found.values == slow_values(game)
        assert found.value == max(found.values.values())
        assert found.best == [move for move in game.legal_moves() if found.values[move] == found.value]
        assert found.bombs == len(list(game.bombs()))
        assert found.solutions == len(list(solutions(game.grid)))
        assert found.tempo is Tempo.OPEN or rules == "classic"
        tried += 1
    assert tried >= 5


def test_what_is_not_known_has_no_label() -> None:
    assert label(Game(bundled_board("random-3x3"))) is None  # too many empty cells
    assert label(Game(bundled_board("random-2x3")), nodes=1) is None  # too few nodes
    assert label(Game(Position.parse("123.341221.3.3.1 taboo=r1c4=4"))) is None  # never refused
    assert label(Game(Position.parse("1234341221434321"))) is None  # over
