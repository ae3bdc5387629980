from __future__ import annotations

import pytest

from dueldoku import Game, analyse, bundled_board
from dueldoku.engine.spread import spread_of


@pytest.mark.parametrize("board", ["empty-2x3", "empty-3x3"])
def test_territories_become_clearer_as_the_board_fills(board: str) -> None:
    game = Game(bundled_board(board), "rows")
    before = spread_of(game)
    for _ in range(6):
        game.push(next(iter(game.legal_moves())))
    assert 0 < spread_of(game) < before


def test_larger_boards_are_less_clear() -> None:
    assert spread_of(Game(bundled_board("empty-2x3"))) < spread_of(Game(bundled_board("empty-3x3")))


def test_what_is_exact_is_not_off() -> None:
    assert analyse("123. 3412 21.3 .3.1").spread == 0
    assert analyse(bundled_board("empty-3x3"), nodes=3_000).spread == spread_of(Game(bundled_board("empty-3x3")))
