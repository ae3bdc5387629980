from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dueldoku import Move
from dueldoku.errors import MoveSyntaxError

numbers = st.integers(-999_999, 999_999)


@given(st.builds(Move, numbers, numbers, numbers))
def test_a_move_prints_as_it_parses(move: Move) -> None:
    assert Move.parse(str(move)) == move


def test_people_count_from_1() -> None:
    assert str(Move(2, 4, 7)) == "r3c5=7"
    assert Move.parse(" R3C5=7 ") == Move(2, 4, 7)


@pytest.mark.parametrize("text", ["", "r3c5", "r3c5=", "3,5=7", "r3c=7", "rc=7", "r3c5=x", "r3c5==7", "r1.5c2=3"])
def test_other_text_is_refused(text: str) -> None:
    with pytest.raises(MoveSyntaxError, match="expected a move such as r3c5=7"):
        Move.parse(text)
