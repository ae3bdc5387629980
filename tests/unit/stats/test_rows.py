"""Rows are checked, numbered and counted."""

from __future__ import annotations

import numpy as np
import pytest

from dueldoku.stats.tables import Row, read_rows

ROWS: list[Row] = [("b", "a", 1, 1), ("a", "b", 0.5, 1), ("a", "c", 0, 1), ("b", "a", 1, 2)]


def test_agents_and_pairs_are_numbered() -> None:
    games = read_rows(ROWS, agents=["z"])
    assert games.names == ("a", "b", "c", "z")
    assert games.pairs == 3  # the label 1 of other agents is another pair
    assert games.pair[0] == games.pair[1] != games.pair[2]
    assert games.pairs_of_each.tolist() == [3, 2, 1, 0]


def test_weights_count_pairs() -> None:
    games = read_rows(ROWS)
    assert games.count()[1, 0].tolist() == [0, 0, 2]
    assert np.array_equal(games.count(np.full(games.pairs, 2.0)), 2 * games.count())
    assert games.count(np.eye(games.pairs)[games.pair[0]]).sum() == 2


def test_no_games() -> None:
    assert read_rows([]).count().shape == (0, 0, 3)
    assert read_rows([], ["a"]).pairs_of_each.tolist() == [0]


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (("a", "b", 0.7, 1), "game 1: expected a score of 0, 0.5 or 1, got 0.7"),
        (("a", "b", float("nan"), 1), "got nan"),
        (("a", "a", 1, 1), "game 1: expected two different agents, got 'a' twice"),
    ],
)
def test_what_is_no_game_is_refused(row: Row, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        read_rows([row])
