"""Numbers and their nouns agree."""

from __future__ import annotations

import pytest

from dueldoku.words import counted


@pytest.mark.parametrize(
    ("number", "words"),
    [(0, "no games"), (1, "1 game"), (2, "2 games"), (1.0, "1 game"), (2.5, "2.5 games"), (10**7, "10000000 games")],
)
def test_a_number_and_its_noun_agree(number: float, words: str) -> None:
    assert counted(number, "game") == words
