"""Strength over nodes."""

from __future__ import annotations

from pathlib import Path

import pytest

from dueldoku.bench import scaling
from dueldoku.bench.scaling import draw_scaling, measure_scaling, opening, pair_result
from dueldoku.game.game import Game


def test_openings_are_random_and_the_same_again() -> None:
    found = [opening("empty-2x3 rows", number) for number in range(8)]
    assert len({str(position) for position in found}) > 4
    assert all(position.rules == "rows" and not Game(position).is_over() for position in found)
    assert found == [opening("empty-2x3 rows", number) for number in range(8)]


def test_equal_nodes_split_every_pair() -> None:
    assert [pair_result("random-2x3", 500, 500, number) for number in range(3)] == [2, 2, 2]


def test_elo_adds_up_from_step_to_step(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(scaling, "pair_result", lambda board, less, more, number: 2 + number % 2)
    first, *steps = measure_scaling(10, ["random-2x3"], [100, 1_000, 10_000])
    assert (first.nodes, first.elo, first.pairs) == (100, 0, 0)
    assert [step.nodes for step in steps] == [1_000, 10_000]
    assert all((step.pairs, step.split, step.share) == (10, 5, 0.625) for step in steps)
    assert steps[1].elo == pytest.approx(2 * steps[0].elo)
    assert all(step.low < step.elo < step.high for step in steps)
    pytest.importorskip("matplotlib")
    draw_scaling([first, *steps], str(tmp_path / "scaling.svg"))
    assert "nodes for a turn" in (tmp_path / "scaling.svg").read_text()
