"""Whole numbers and their bits in compiled code. With ``NUMBA_DISABLE_JIT=1`` the same names are plain Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from llvmlite import ir
from numba import config, types
from numpy.typing import NDArray

from dueldoku.kernels.base.jit import lean, written

# An int like any other. A word of an array is unsigned, and sums with it become fractions; and for a bare 1 in a call
# Numba would compile the function once more.
signed = cast(Callable[[Any], int], np.int64)

ZERO, ONE = np.uint64(0), np.uint64(1)
ALL = ~ZERO
_FACTORS = (np.uint64(0xD6E8FEB86659FD93), np.uint64(0xD6E8FEB86659FD93))  # odd, so that nothing is lost

if config.DISABLE_JIT:

    def popcount(mask: Any) -> int:
        """How many bits are set in a uint64."""
        return int(mask).bit_count()

    def lowest(mask: Any) -> int:
        """The number of the lowest bit that is set in a uint64; the mask is not 0."""
        return (int(mask) & -int(mask)).bit_length() - 1

    def mix(word: Any) -> Any:
        """A uint64 that looks nothing like this one, and is that of no other."""
        number = int(word)
        for factor in _FACTORS:
            number = (number ^ number >> 32) * int(factor) & (1 << 64) - 1
        return np.uint64(number ^ number >> 32)

else:

    @lean
    def mix(word: Any) -> Any:
        """A uint64 that looks nothing like this one, and is that of no other."""
        word = (word ^ word >> np.uint64(32)) * _FACTORS[0]
        word = (word ^ word >> np.uint64(32)) * _FACTORS[1]
        return word ^ word >> np.uint64(32)

    @written(types.int64, types.uint64)
    def popcount(builder: Any, mask: Any) -> Any:
        """How many bits are set in a uint64."""
        return builder.ctpop(mask)

    @written(types.int64, types.uint64)
    def lowest(builder: Any, mask: Any) -> Any:
        """The number of the lowest bit that is set in a uint64; the mask is not 0."""
        return builder.cttz(mask, ir.Constant(ir.IntType(1), 1))


@lean
def has(mask: NDArray[np.uint64], number: int) -> bool:
    """Whether bit ``number`` of a mask of one or more words is set."""
    return mask[number >> 6] >> np.uint64(number & 63) & ONE != ZERO


def pack_bits(table: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Each row of truth values as a row of 64-bit words, the lowest first."""
    rows, bits = table.shape
    padded = np.zeros((rows, (bits + 63) // 64 * 64), bool)
    padded[:, :bits] = table
    return np.packbits(padded, axis=1, bitorder="little").view("<u8").astype(np.uint64)
