"""A match as counts of pairs."""

from __future__ import annotations

import pytest

from dueldoku.stats.match import check_counts, expected_score, pair_counts, share_of


@pytest.mark.parametrize(
    ("first", "second", "place"),
    [(0, 1, 0), (0.5, 1, 1), (0, 0.5, 1), (0.5, 0.5, 2), (1, 1, 2), (1, 0.5, 3), (1, 0, 4)],
)
def test_pairs_are_counted_by_points(first: float, second: float, place: int) -> None:
    rows = [("a", "b", first, 7), ("b", "a", second, 7), ("a", "c", 1, 7), ("a", "b", 1, 8)]
    assert pair_counts(rows, "a", "b") == [int(k == place) for k in range(5)]
    assert pair_counts(rows, "b", "a") == [int(k == 4 - place) for k in range(5)]


def test_a_pair_has_both_seats() -> None:
    with pytest.raises(ValueError, match="pair 7: expected one game with each seat"):
        pair_counts([("a", "b", 1, 7), ("a", "b", 1, 7)], "a", "b")
    with pytest.raises(ValueError, match="two different agents"):
        pair_counts([], "a", "a")


def test_the_share_of_counts() -> None:
    assert share_of([1, 0, 3]) == 0.75
    assert share_of([0] * 5) == 0.5


def test_the_elo_scale() -> None:
    assert expected_score(400) == pytest.approx(10 / 11)
    assert expected_score(200) + expected_score(-200) == pytest.approx(1)


@pytest.mark.parametrize("counts", [[1, 2], [1, 2, 3, 4], [1, -1, 0], [1, 2, float("nan")], [1, 2, float("inf")]])
def test_what_are_no_counts_is_refused(counts: list[float]) -> None:
    with pytest.raises(ValueError, match="expected"):
        check_counts(counts)
