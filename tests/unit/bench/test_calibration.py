"""Estimates beside results."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from dueldoku.bench import calibration
from dueldoku.bench.calibration import Error, drifts, errors_of, measure_calibration
from dueldoku.errors import UnknownName
from dueldoku.game.boards import bundled_board
from dueldoku.game.game import Game


@pytest.mark.parametrize("rules", ["classic", "rows"])
def test_positions_of_both_players_from_every_tenth(rules: str) -> None:
    game = Game(bundled_board("empty-2x3"), rules)
    found = calibration._play(game, ("random_player", "greedy_player"), Random(1))
    assert game.is_over()
    assert set(found) <= set(range(1, 11))
    for tenth, (first, *then) in found.items():
        assert 1 + 10 * (36 - len(first.grid.holes)) // 36 == tenth
        assert all(position.turn != first.turn for position in then)
    assert any(len(positions) == 2 for positions in found.values())


def test_two_perfect_players_get_what_exact_values_say() -> None:
    found = list(errors_of("easy-2x2", "classic", ("sensei", "sensei:memory=100"), 100_000, "1"))
    assert len(found) >= 6
    assert all(error.is_exact and set(error.errors) == {0} for error in found)


def test_who_is_stronger_cancels_out() -> None:
    """One player gains 8 beyond the estimates, so the other one loses 8: nothing is wrong on average."""
    errors = [Error("classic", "3x3", 4, (8.0, -8.0), False), Error("classic", "3x3", 4, (-9.0, 8.0), False)]
    (drift,) = drifts(errors, "classic", "3x3")
    assert (drift.tenth, drift.positions, drift.mean) == (4, 4, -0.25)
    assert drift.low < -0.25 < drift.high
    assert drift.spread == pytest.approx((273 / 4) ** 0.5)


def test_all_of_a_family_are_summed_up_and_drawn(tmp_path: Path) -> None:
    found = list(measure_calibration(1, 500, ["empty-2x2"], ["random_player", "greedy_player"]))
    assert {(drift.rules, drift.size) for drift in found} == {
        ("classic", "2x2"), ("classic", "all"), ("territories", "2x2"), ("territories", "all")
    }  # fmt: skip
    pytest.importorskip("matplotlib")
    calibration.draw_calibration(found, str(tmp_path / "drift.svg"))
    assert "tenth of the game" in (tmp_path / "drift.svg").read_text()


def test_a_board_that_is_not_measured_is_told() -> None:
    with pytest.raises(UnknownName, match="expected boards out of empty-2x2, "):
        list(measure_calibration(1, 500, ["nowhere"]))
