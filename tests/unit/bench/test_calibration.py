"""Estimates beside results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from dueldoku.bench import calibration
from dueldoku.bench.calibration import EXACT, Error, drifts, errors_of, measure_calibration
from dueldoku.engine.spread import CLASSIC, Trust
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
        ("classic", "2x2"), ("classic", "all"), ("territories", "2x2"), ("territories", "all"),
        ("classic", EXACT), ("territories", EXACT),
    }  # fmt: skip
    pytest.importorskip("matplotlib")
    calibration.draw_calibration(found, str(tmp_path / "drift.svg"))
    assert "tenth of the game" in (tmp_path / "drift.svg").read_text()


def test_a_fit_finds_what_was_put_in() -> None:
    """Errors of -1 on the empty board and -3 on the full one, beyond what is corrected already; 6 or so either way."""
    random, known = Random(1), Trust(bias=(-0.5, 0.5), spread=(1.0, 1.0))
    errors = []
    for number in range(4_000):
        tenth = number % 10 + 1
        mean = -1 - 2 * (tenth - 0.5) / 10
        errors.append(Error("classic", "3x3", tenth, tuple(random.gauss(mean, 6) for _ in range(2)), False))
    found = calibration.fit(errors, "classic", known)
    assert found.positions == 8_000
    assert found.bias == pytest.approx((-1.5, -2.5), abs=0.5)
    assert found.spread == pytest.approx((2.0, 2.2), abs=0.2)


def test_a_fit_leaves_exact_values_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def made_up(board: str, rules: str, agents: Sequence[str], nodes: int, seed: str) -> Iterator[Error]:
        for tenth in range(1, 11):
            yield Error("classic", "2x2", tenth, (-2.0, -2.0), False)
            yield Error("classic", "2x2", tenth, (50.0, 50.0), True)

    monkeypatch.setattr(calibration, "errors_of", made_up)
    (found,) = calibration.fit_calibration(2, 100, ["random-2x3"])
    assert found.positions == 80
    assert found.bias == pytest.approx([old - 2 for old in CLASSIC.bias])
    with pytest.raises(UnknownName, match="expected boards out of empty-2x2, "):
        list(calibration.fit_calibration(1, 500, ["nowhere"]))


def test_a_board_that_is_not_measured_is_told() -> None:
    with pytest.raises(UnknownName, match="expected boards out of empty-2x2, "):
        list(measure_calibration(1, 500, ["nowhere"]))
