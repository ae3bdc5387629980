from __future__ import annotations

import pytest

from dueldoku import Game, analyse, bundled_board
from dueldoku.engine.effort import Effort
from dueldoku.engine.insight import Kind
from dueldoku.engine.insights import last_insight
from dueldoku.engine.skill import Skill
from dueldoku.engine.spread import bias_of, spread_of


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


@pytest.mark.parametrize("rules", ["classic", "rows"])
def test_estimates_are_corrected_and_exact_values_are_not(rules: str) -> None:
    game = Game(bundled_board("random-3x3"), rules)
    raw = last_insight(game, Effort(nodes=5_000), Skill(thorough=True))
    assert raw
    assert raw.kind is not Kind.EXACT
    found = analyse(game, nodes=5_000, line=False)
    assert found.value == pytest.approx(raw.value + bias_of(game))
    assert bias_of(game) < 0  # searches are too hopeful
    assert [one.move for one in found.moves] == [one.move for one in raw.moves]
    for one, other in zip(found.moves, raw.moves, strict=True):
        assert one.value == pytest.approx(other.value + bias_of(game))
    assert analyse("123. 3412 21.3 .3.1").value == 2
