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
    """What all kinds can do. A plain number stands for itself in every lane, a sequence for one number a lane."""

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

    def __rshift__(self, count: int) -> Self:
        return self._apply(operator.rshift, count)

    def __invert__(self) -> Self:
        return self ^ _ALL

    @abstractmethod
    def permute(self, order: Sequence[int], other: Self | None = None) -> Self:
        """Lane i of the result is lane ``order[i]``; from 8 on these are the lanes of ``other``."""

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

    def _apply(self, operation: Operation, other: Any) -> PlainLanes:
        if isinstance(other, PlainLanes):
            other = other.values
        elif isinstance(other, int):
            other = [other] * WIDTH
        return PlainLanes(list(map(operation, self.values, other)))

    def permute(self, order: Sequence[int], other: PlainLanes | None = None) -> PlainLanes:
        """Lane i of the result is lane ``order[i]``; from 8 on these are the lanes of ``other``."""
        both = self.values + (other.values if other else [])
        return PlainLanes([both[lane] for lane in order])

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

    def _with(self, other: Any) -> Any:
        if isinstance(other, CompiledLanes):
            return other.value
        values = [other] * WIDTH if isinstance(other, int) else other
        return ir.Constant(VECTOR, [ir.Constant(I32, value & _ALL) for value in values])

    def _apply(self, operation: Operation, other: Any) -> CompiledLanes:
        return CompiledLanes(self.builder, _WRITERS[operation](self.builder, self.value, self._with(other)))

    def permute(self, order: Sequence[int], other: CompiledLanes | None = None) -> CompiledLanes:
        """Lane i of the result is lane ``order[i]``; from 8 on these are the lanes of ``other``."""
        second = other.value if other else ir.Constant(VECTOR, ir.Undefined)
        return CompiledLanes(self.builder, self.builder.shuffle_vector(self.value, second, self._with(order)))

    def where_zero(self) -> CompiledLanes:
        """All bits where a lane is 0, none elsewhere."""
        is_zero = self.builder.icmp_signed("==", self.value, self._with(0))
        return CompiledLanes(self.builder, self.builder.sext(is_zero, VECTOR))

    def least(self, other: CompiledLanes) -> CompiledLanes:
        """The smaller of the two in each lane."""
        is_less = self.builder.icmp_unsigned("<", self.value, other.value)
        return CompiledLanes(self.builder, self.builder.select(is_less, self.value, other.value))


class PairedLanes(Lanes):
    """Two sets of lanes that go through the same steps side by side.

    One set's steps wait for each other; the other set's fill the gaps.
    """

    __slots__ = ("first", "second")

    def __init__(self, first: CompiledLanes, second: CompiledLanes) -> None:
        self.first, self.second = first, second

    def _both(self, other: Any) -> tuple[Any, Any]:
        return (other.first, other.second) if isinstance(other, PairedLanes) else (other, other)

    def _apply(self, operation: Operation, other: Any) -> PairedLanes:
        first, second = self._both(other)
        return PairedLanes(operation(self.first, first), operation(self.second, second))

    def permute(self, order: Sequence[int], other: PairedLanes | None = None) -> PairedLanes:
        """Lane i of the result is lane ``order[i]``; from 8 on these are the lanes of ``other``."""
        first, second = self._both(other)
        return PairedLanes(self.first.permute(order, first), self.second.permute(order, second))

    def where_zero(self) -> PairedLanes:
        """All bits where a lane is 0, none elsewhere."""
        return PairedLanes(self.first.where_zero(), self.second.where_zero())

    def least(self, other: PairedLanes) -> PairedLanes:
        """The smaller of the two in each lane."""
        return PairedLanes(self.first.least(other.first), self.second.least(other.second))
