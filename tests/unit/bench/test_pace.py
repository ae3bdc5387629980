"""What the reports' Python costs: lines through times, and figures of the kind that the agents use."""

from __future__ import annotations

import pytest

from dueldoku.agents.pace import MEASURED
from dueldoku.bench import pace


def test_a_line_through_times_is_nowhere_below_nothing() -> None:
    assert pace.line([(10, 120.0), (20, 220.0), (100, 1020.0)]) == pytest.approx((20.0, 10.0))
    assert pace.line([(10, 50.0), (20, 200.0)]).fixed == 0.0
    assert pace.line([(10, 200.0), (20, 150.0)]).each == 0.0
    assert pace.line([(5, 7.0), (5, 9.0)]) == (8.0, 0.0)


@pytest.mark.slow
def test_costs_are_measured_for_each_agent_of_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "SHAPES", ("2x2", "2x3"))
    measured = list(pace.measure_costs(seconds=0.02))
    assert {figure.agent for figure in measured} == set(MEASURED)
    for figure in measured:
        cost = getattr(MEASURED[figure.agent][figure.side], figure.step)
        now, then = figure.fixed + 20 * figure.each, cost.of(20)
        assert then / 20 < now < then * 20, figure  # a busy machine, or a better one
    assert list(pace.measure_costs(["nobody"])) == []
