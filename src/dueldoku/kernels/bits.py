"""Counting bits in compiled code. With ``NUMBA_DISABLE_JIT=1`` the same names are plain Python."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import config, types
from numba.extending import intrinsic

if config.DISABLE_JIT:

    def popcount(mask: Any) -> int:
        """How many bits are set in a uint64."""
        return int(mask).bit_count()

    def lowest(mask: Any) -> int:
        """The number of the lowest bit that is set in a uint64; the mask is not 0."""
        return (int(mask) & -int(mask)).bit_length() - 1

else:

    @intrinsic
    def popcount(context: Any, mask: Any) -> Any:
        """How many bits are set in a uint64."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.int64(types.uint64), generate

    @intrinsic
    def lowest(context: Any, mask: Any) -> Any:
        """The number of the lowest bit that is set in a uint64; the mask is not 0."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.uint64), generate
