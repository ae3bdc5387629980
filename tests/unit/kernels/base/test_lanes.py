"""Lanes: the compiled vectors against the plain ones, one by one and in pairs."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numba import njit, types
from numba.extending import intrinsic

from dueldoku.kernels.base.lanes import I64, VECTOR, WIDTH, CompiledLanes, PlainLanes
from dueldoku.kernels.base.memory import address_of

Expression = Callable[[Any, Any], Any]
EXPRESSIONS: dict[str, Expression] = {
    "and, or, xor": lambda a, b: (a & b | 0x55) ^ [1, 2, 3, 4, 5, 6, 7, 8],
    "plus, minus": lambda a, b: a + b - 17,
    "shifts": lambda a, b: (a << 5) | (b >> 9) ^ (a >> [0, 1, 2, 3, 0, 1, 2, 3]),
    "not": lambda a, b: ~a & ~b,
    "permute": lambda a, b: a.permute([7, 6, 5, 4, 3, 2, 1, 0]) ^ a.permute([0, 8, 1, 9, 2, 10, 3, 15], b),
    "where zero": lambda a, b: (a & b & 1).where_zero(),
}


def compiled(expression: Expression, paired: bool) -> Any:
    """A function that replaces the first vector in memory by what the expression makes of it and the second."""

    @intrinsic
    def run(context: Any, memory: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            pointer = builder.inttoptr(arguments[0], VECTOR.as_pointer())
            places = [builder.gep(pointer, [I64(number)]) for number in range(2)]
            one, other = (CompiledLanes(builder, builder.load(place, align=4)) for place in places)
            result = expression(other.beside(one), one.beside(other)).side(1) if paired else expression(one, other)
            builder.store(result.value, places[0], align=4)
            return context.get_dummy_value()

        return types.void(types.int64), generate

    @njit
    def on_array(words):  # type: ignore[no-untyped-def]
        run(address_of(words))

    return on_array


@pytest.mark.parametrize("paired", [False, True], ids=["alone", "paired"])
@pytest.mark.parametrize("name", EXPRESSIONS)
def test_compiled_lanes_are_plain_lanes(name: str, paired: bool) -> None:
    expression, rng = EXPRESSIONS[name], random.Random(name)
    run = compiled(expression, paired)
    for _ in range(20):
        words = [[rng.getrandbits(32) for _ in range(WIDTH)] for _ in range(2)]
        memory = np.array(words, np.uint32)
        run(memory)
        assert memory[0].tolist() == expression(*map(PlainLanes, words)).values
