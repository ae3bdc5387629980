"""Eight 32-bit lanes at once, written as ordinary expressions.

A function over lanes, such as ``a & (a >> 9 | a << 18)``, can be run in two ways: on ``PlainLanes``, which computes at
once with Python integers, or on ``CompiledLanes``, which writes LLVM vector code inside a Numba intrinsic. The text of
the function is the same, so the plain run is the oracle of the compiled one. LLVM maps the vectors to whatever the
machine has (AVX2, SSE, NEON).
"""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, Self

from llvmlite import ir

WIDTH = 8
_ALL = 0xFFFFFFFF

I1, I8, I32, I64, I256 = (ir.IntType(bits) for bits in (1, 8, 32, 64, 256))
VECTOR = ir.VectorType(I32, WIDTH)

Operation = Callable[[Any, Any], Any]
_WRITERS: dict[Operation, Callable[..., Any]] = {  # how LLVM's builder writes an operation
    operator.and_: ir.IRBuilder.and_,
    operator.or_: ir.IRBuilder.or_,
    operator.xor: ir.IRBuilder.xor,
    operator.add: ir.IRBuilder.add,
    operator.sub: ir.IRBuilder.sub,
    operator.lshift: ir.IRBuilder.shl,
    operator.rshift: ir.IRBuilder.lshr,
}


class Lanes(ABC):
    """What all kinds can do. A plain number stands for itself in every lane, a sequence for one number a lane.

    Two sets of lanes can go through the same steps side by side. Where the machine has vectors of sixteen lanes, one
    instruction does for both; elsewhere the steps of one set fill the gaps in which those of the other one wait.
    """

    __slots__ = ()

    @abstractmethod
    def _apply(self, operation: Operation, other: Any) -> Self:
        """What comes of the operation, lane by lane."""

    def __and__(self, other: Self | int | Sequence[int]) -> Self:
        return self._apply(operator.and_, other)

    def __or__(self, other: Self | int | Sequence[int]) -> Self:
        return self._apply(operator.or_, other)

    def __xor__(self, other: Self | int | Sequence[int]) -> Self:
        return self._apply(operator.xor, other)

    def __add__(self, other: Self | int) -> Self:
        return self._apply(operator.add, other)

    def __sub__(self, other: Self | int) -> Self:
        return self._apply(operator.sub, other)

    def __lshift__(self, count: int) -> Self:
        return self._apply(operator.lshift, count)

    def __rshift__(self, count: int | Sequence[int]) -> Self:
        return self._apply(operator.rshift, count)

    def __invert__(self) -> Self:
        return self ^ _ALL

    @abstractmethod
    def _choose(self, places: Sequence[int], other: Self) -> Self:
        """The lanes at these places; those of ``other`` are counted on from our last one."""

    @property
    @abstractmethod
    def count(self) -> int:
        """How many lanes there are: eight, or sixteen if two sets are side by side."""

    def permute(self, order: Sequence[int], other: Self | None = None) -> Self:
        """Lane i of the result is lane ``order[i]``; from 8 on these are the lanes of ``other``."""
        first = [lane % WIDTH + lane // WIDTH * self.count for lane in order]
        return self._choose([side + lane for side in range(0, self.count, WIDTH) for lane in first], other or self)

    def beside(self, other: Self) -> Self:
        """These lanes and then those of ``other``, to go through the same steps."""
        return self._choose(range(2 * WIDTH), other)

    def side(self, number: int) -> Self:
        """The first (0) or the second (1) of two sets of lanes side by side."""
        return self._choose(range(number * WIDTH, (number + 1) * WIDTH), self)

    def _each(self, other: int | Sequence[int]) -> list[int]:
        """A number for every lane."""
        return ([other] * WIDTH if isinstance(other, int) else list(other)) * (self.count // WIDTH)

    @abstractmethod
    def where_zero(self) -> Self:
        """All bits where a lane is 0, none elsewhere."""

    @abstractmethod
    def least(self, other: Self) -> Self:
        """The smaller of the two in each lane."""


class PlainLanes(Lanes):
    """Lanes of Python integers."""

    __slots__ = ("values",)

    def __init__(self, values: Sequence[int]) -> None:
        self.values = [value & _ALL for value in values]

    @property
    def count(self) -> int:
        """How many lanes there are."""
        return len(self.values)

    def _apply(self, operation: Operation, other: Any) -> PlainLanes:
        values = other.values if isinstance(other, PlainLanes) else self._each(other)
        return PlainLanes(list(map(operation, self.values, values)))

    def _choose(self, places: Sequence[int], other: PlainLanes) -> PlainLanes:
        both = self.values + other.values
        return PlainLanes([both[place] for place in places])

    def where_zero(self) -> PlainLanes:
        """All bits where a lane is 0, none elsewhere."""
        return PlainLanes([0 if value else _ALL for value in self.values])

    def least(self, other: PlainLanes) -> PlainLanes:
        """The smaller of the two in each lane."""
        return PlainLanes(list(map(min, self.values, other.values)))


class CompiledLanes(Lanes):
    """Lanes that write down what to do with them, for LLVM to compile."""

    __slots__ = ("builder", "value")

    def __init__(self, builder: Any, value: Any) -> None:
        self.builder, self.value = builder, value

    @property
    def count(self) -> int:
        """How many lanes there are."""
        return int(self.value.type.count)

    def _with(self, other: Any) -> Any:
        return other.value if isinstance(other, CompiledLanes) else _constant(self._each(other))

    def _apply(self, operation: Operation, other: Any) -> CompiledLanes:
        return CompiledLanes(self.builder, _WRITERS[operation](self.builder, self.value, self._with(other)))

    def _choose(self, places: Sequence[int], other: CompiledLanes) -> CompiledLanes:
        return CompiledLanes(self.builder, self.builder.shuffle_vector(self.value, other.value, _constant(places)))

    def where_zero(self) -> CompiledLanes:
        """All bits where a lane is 0, none elsewhere."""
        is_zero = self.builder.icmp_signed("==", self.value, self._with(0))
        return CompiledLanes(self.builder, self.builder.sext(is_zero, self.value.type))

    def least(self, other: CompiledLanes) -> CompiledLanes:
        """The smaller of the two in each lane."""
        is_less = self.builder.icmp_unsigned("<", self.value, other.value)
        return CompiledLanes(self.builder, self.builder.select(is_less, self.value, other.value))


def _constant(values: Sequence[int]) -> Any:
    return ir.Constant(ir.VectorType(I32, len(values)), [value & _ALL for value in values])
