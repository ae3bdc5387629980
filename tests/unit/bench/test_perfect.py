"""How far from perfect agents play."""

from __future__ import annotations

import pytest

from dueldoku.bench.perfect import KINDS, losses, measure_perfect, solved_positions, sum_up
from dueldoku.duel.position import Position
from dueldoku.engine.label import label
from dueldoku.errors import DueldokuError
from dueldoku.game.game import Game


@pytest.mark.parametrize("kind", KINDS)
def test_everybody_is_asked_in_the_same_solved_positions(kind: str) -> None:
    found = solved_positions(kind, 6)
    assert len({text for text, _ in found}) == 6
    for text, known in found:
        again = label(Game(Position.parse(text)))
        assert again == known
        assert min(known.values.values()) < known.value


def test_a_loss_is_what_the_best_move_is_worth_more() -> None:
    random, perfect = losses("random_player", "2x3", 20, 1), losses("sensei", "2x3", 20, 100_000)
    assert perfect == [0] * 20
    assert all(loss is not None and loss >= 0 for loss in random)
    assert sum(loss or 0 for loss in random) > 20
    assert losses("random_player", "2x3", 20, 1) == random
    spread = {known.value - min(known.values.values()) for _, known in solved_positions("2x3", 20)}
    assert max(loss or 0 for loss in random) <= max(spread)


def test_an_offence_is_counted_and_not_averaged() -> None:
    found = losses("naive_player", "3x3", 20, 1)
    one = sum_up("naive_player", "3x3", found)
    assert one.offences == found.count(None) > 5
    legal = [loss for loss in found if loss is not None]
    assert one.mean == pytest.approx(sum(legal) / len(legal) if legal else 0)
    assert one.perfect == legal.count(0) / 20
    assert sum_up("nobody", "3x3", [None]).offences == 1


def test_wrong_names_are_told_at_once() -> None:
    for kinds, agents in ((["5x5"], []), ([], ["nobody"]), (["2x2"], ["sensei:speed=9"])):
        with pytest.raises(DueldokuError, match="expected"):
            next(iter(measure_perfect(kinds, agents, 5, 10)))
