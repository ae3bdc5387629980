"""The crosstable."""

from __future__ import annotations

from dueldoku.stats.tables import Row, Tally, crosstable

ROWS: list[Row] = [("b", "a", 1, 1), ("a", "b", 0.5, 1), ("a", "c", 0, 1), ("b", "a", 1, 2)]


def test_the_crosstable_keeps_seats_apart() -> None:
    table = crosstable(ROWS, agents=["z"])
    assert table["b", "a"] == Tally(won=2)
    assert table["a", "b"] == Tally(drawn=1)
    assert table["a", "c"].swapped == Tally(won=1)
    assert table["a", "z"] == Tally()
    assert len(table) == 4 * 3
    assert crosstable([]) == {}
