"""Full boards: sound on every shape, and varied."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st
from strategies import shapes

from dueldoku import Geometry
from dueldoku.puzzles.fill import full_board


@given(shapes(), st.integers(0, 2**64))
def test_a_full_board_is_full_and_sound(geometry: Geometry, seed: int) -> None:
    board = full_board(geometry, Random(seed))
    assert not board.holes
    assert not board.clash


def test_all_288_boards_of_4x4_come_out() -> None:
    random = Random(1)
    assert len({full_board(Geometry.of(2, 2), random).values for _ in range(10_000)}) == 288


def test_the_same_seed_makes_the_same_board_and_another_another() -> None:
    first, again, other = (full_board(Geometry.of(5, 5), Random(seed)) for seed in (1, 1, 2))
    assert first == again != other
