"""Bits counted and mixed in compiled code, against plain Python."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numba import njit

from dueldoku.kernels.base.bits import lowest, mix, popcount, signed

WORDS = st.integers(0, 2**64 - 1)


@njit
def both(mask):  # type: ignore[no-untyped-def]
    return popcount(mask), lowest(mask)


@given(WORDS.filter(bool))
def test_bits_are_counted_and_the_lowest_is_found(word: int) -> None:
    assert both(np.uint64(word)) == (word.bit_count(), bin(word)[::-1].index("1"))


@given(st.sets(WORDS, min_size=2))
def test_mixing_keeps_words_apart(words: set[int]) -> None:
    assert len({int(mix(np.uint64(word))) for word in words}) == len(words)


@given(WORDS)
def test_mixing_is_what_its_text_says(word: int) -> None:
    number = word
    for _ in range(2):
        number = (number ^ number >> 32) * 0xD6E8FEB86659FD93 % 2**64
    assert int(mix(np.uint64(word))) == number ^ number >> 32


def test_a_signed_number_goes_below_zero() -> None:
    assert signed(np.uint32(3)) - 5 == -2
