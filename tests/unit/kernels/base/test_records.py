"""Rows with named fields, in Python and in compiled code."""

from __future__ import annotations

import numpy as np

from dueldoku.kernels.base.jit import kernel
from dueldoku.kernels.base.records import Rows, Short, dtype_of, lists, record, rows, swap


class Pair:
    """A number and a small one."""

    large: int
    small: Short


@kernel
def fill_in(some: Rows[Pair], one: Pair) -> None:
    for place in range(len(some)):
        some[place].large = one.large + place
        some[place].small = one.small
    one.small += 1


@kernel
def exchange(some: Rows[Pair], one: int, other: int) -> None:
    swap(some, one, other)


def test_fields_have_the_types_of_the_class() -> None:
    assert dtype_of(Pair).names == ("large", "small")
    assert rows(Pair, 2)[0].small.dtype == np.int16
    assert lists(Pair, 2, 3)[1, 2].large == 0


def test_compiled_code_writes_to_the_rows() -> None:
    some, one = rows(Pair, 3), record(Pair, large=1 << 40, small=7)
    fill_in(some, one)
    assert [(row.large - (1 << 40), row.small) for row in some] == [(0, 7), (1, 7), (2, 7)]
    assert one.small == 8
    exchange(some, 0, 1)
    assert [row.large - (1 << 40) for row in some][:2] == [1, 0]
