from __future__ import annotations

import pytest

from dueldoku.bench import agents


def test_every_kernel_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agents, "EXACT", (16, 20))
    monkeypatch.setattr(agents, "TEMPO", (20,))
    monkeypatch.setattr(agents, "_TURNS", 3)
    figures = {(figure.what, figure.where): figure for figure in agents.measure_duel(rounds=2)}
    assert [what for what, _ in figures] == ["points", *["exact endgame"] * 2, "tempo proof", *["all bombs"] * 2]
    assert all(0 < figure.seconds <= figure.most for figure in figures.values())
    exact = figures["exact endgame", "20 empty cells"]
    assert exact.per_second is not None
    assert exact.per_second > 1_000_000
    assert exact.ratio is not None
    assert exact.ratio > 10
