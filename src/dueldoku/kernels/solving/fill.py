"""A random full board of any shape, without a search.

A board can be made in two steps that never fail, each a series of perfect matchings:

1. For each row, which stack each digit goes to: n digits to each of the m stacks, and a digit to another stack in each
   row of a band.
2. For each stack, which of its columns each digit goes to: a digit stands in n rows of a stack, one in each band, and
   takes another column in each of them.

Either way the digits and the places that are left to them make a graph in which all have the same number of choices,
and such a graph always has a perfect matching (König). It is found by a random walk: a digit takes a random place; if
another digit has it already, that one has to look for a new place. Every board can come out, though not all are equally
likely. The same random state makes the same board on every machine.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dueldoku.kernels.base.bits import signed
from dueldoku.kernels.base.chance import draw, shuffle
from dueldoku.kernels.base.jit import kernel, part

Numbers = NDArray[np.int64]
_ONE = signed(1)


@part
def _match(random: Numbers, choices: Numbers, left: int, width: int, owner: Numbers) -> None:
    """Match each digit with one of its first ``left`` choices, and strike that one from them.

    A choice has room for ``width`` digits; ``owner`` gets the digit that has each of these places.
    """
    owner[:] = -1
    for first in range(len(owner)):
        digit = first
        while digit >= 0:
            place = choices[digit, draw(random, left)] * width + draw(random, width)
            digit, owner[place] = owner[place], digit
    for place in range(len(owner)):
        mine = choices[owner[place]]
        at = 0
        while mine[at] != place // width:
            at += 1
        mine[at] = mine[left - 1]


@kernel
def fill(random: Numbers, m: int, n: int, values: NDArray[np.uint8]) -> None:
    """Write a random full board with blocks of ``m`` rows by ``n`` columns into ``values``, digits from 1 on."""
    side = m * n
    owner = np.empty(side, np.int64)
    stack_of = np.empty((side, side), np.int64)  # of each digit, in each row
    choices = np.empty((side, max(m, n)), np.int64)
    names = np.arange(1, side + 1)  # the walks treat the digits in order: random names make them all alike
    shuffle(random, names)
    for row in range(side):
        if row % m == 0:
            for stack in range(m):
                choices[:, stack] = stack
        _match(random, choices, m - row % m, n, owner)
        for place in range(side):
            stack_of[row, owner[place]] = place // n
    for stack in range(m):
        found = np.zeros(side, np.int64)
        for row in range(side):
            for digit in range(side):
                if stack_of[row, digit] == stack:
                    choices[digit, found[digit]] = row
                    found[digit] += 1
        for col in range(n):
            _match(random, choices, n - col, _ONE, owner)
            for row in range(side):
                values[row * side + stack * n + col] = names[owner[row]]
