"""A random full board of any shape, without a search, and the random numbers that it and the digging draw.

A board can be made in two steps that never fail, each a series of perfect matchings:

1. For each row, which stack each digit goes to: n digits to each of the m stacks, and a digit to another stack in each
   row of a band.
2. For each stack, which of its columns each digit goes to: a digit stands in n rows of a stack, one in each band, and
   takes another column in each of them.

Either way the digits and the places that are left to them make a graph in which all have the same number of choices,
and such a graph always has a perfect matching (König). It is found by a random walk: a digit takes a random place; if
another digit has it already, that one has to look for a new place. Every board can come out, though not all are equally
likely.

All arithmetic is on whole numbers below 2**62, so every machine, compiled or not, makes the same board.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dueldoku.kernels.base.jit import kernel, part

_ONE = np.int64(1)  # a plain 1 in a call would have the function compiled once more, for 1
WORDS = 4  # of a random state, 32 bits each; not all of them 0
_WORD = 0xFFFFFFFF


@kernel
def draw(random: Any, bound: int) -> Any:
    """A random number from 0 to ``bound`` - 1 (Marsaglia's xorshift128; ``random`` is its state)."""
    t = random[0] ^ (random[0] << 11 & _WORD)
    random[0], random[1], random[2] = random[1], random[2], random[3]
    random[3] ^= random[3] >> 19 ^ t ^ t >> 8
    return random[3] * bound >> 32


@kernel
def shuffle(random: Any, items: Any) -> None:
    """Bring the items into a random order."""
    for last in range(len(items) - 1, 0, -1):
        other = draw(random, last + 1)
        items[last], items[other] = items[other], items[last]


@part
def _match(random: Any, choices: Any, left: int, width: int, owner: Any) -> None:
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
def fill(random: Any, m: int, n: int, values: Any) -> None:
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
