"""Random numbers of compiled code: Marsaglia's own, in bounds, and every order as likely as the others."""

from __future__ import annotations

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from dueldoku.kernels.base.chance import WORDS, draw, shuffle

SEED = [123456789, 362436069, 521288629, 88675123]  # as in Marsaglia's paper


def state() -> np.ndarray:
    return np.array(SEED, np.int64)


def test_it_is_xorshift128() -> None:
    random = state()
    assert len(random) == WORDS
    for number in (3701687786, 458299110, 2500872618):  # its first three, of 32 bits
        assert draw(random, 1 << 30) == number >> 2
        assert random[3] == number


@given(st.integers(1, 1 << 30))
def test_numbers_are_below_their_bound(bound: int) -> None:
    random = state()
    assert all(0 <= draw(random, bound) < bound for _ in range(20))


def test_every_order_is_about_as_likely() -> None:
    random, orders = state(), Counter[tuple[int, ...]]()
    for _ in range(6000):
        items = np.arange(3)
        shuffle(random, items)
        orders[tuple(items.tolist())] += 1
    assert len(orders) == 6
    assert all(850 < count < 1150 for count in orders.values())
