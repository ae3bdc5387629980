"""Random numbers for compiled code: the same on every machine, compiled or not, as all of them are below 2**62."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dueldoku.kernels.base.jit import kernel

WORDS = 4  # of a random state, 32 bits each; not all of them 0
_WORD = 0xFFFFFFFF


@kernel
def draw(random: NDArray[np.int64], bound: int) -> int:
    """A random number from 0 to ``bound`` - 1 (Marsaglia's xorshift128; ``random`` is its state)."""
    t = random[0] ^ (random[0] << 11 & _WORD)
    random[0], random[1], random[2] = random[1], random[2], random[3]
    random[3] ^= random[3] >> 19 ^ t ^ t >> 8
    return random[3] * bound >> 32


@kernel
def shuffle(random: NDArray[np.int64], items: NDArray[np.int64]) -> None:
    """Bring the items into a random order."""
    for last in range(len(items) - 1, 0, -1):
        other = draw(random, last + 1)
        items[last], items[other] = items[other], items[last]
