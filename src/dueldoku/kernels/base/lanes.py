"""Eight 32-bit lanes at once, written as ordinary expressions.

A function over lanes, such as ``a & (a >> 9 | a << 18)``, can be run in two ways: on ``PlainLanes``, which computes at
once with Python integers, or on ``CompiledLanes``, which writes LLVM vector code inside a Numba intrinsic. The text of
the function is the same, so the plain run is the oracle of the compiled one. LLVM maps the vectors to whatever the
machine has (AVX2, SSE, NEON).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, Self

from llvmlite import ir

WIDTH = 8
_ALL = 0xFFFFFFFF

I1, I8, I32, I64, I256 = (ir.IntType(bits) for bits in (1, 8, 32, 64, 256))
VECTOR = ir.VectorType(I32, WIDTH)


class Lanes(Protocol):
    """What both kinds can do. A plain number stands for itself in every lane, a sequence for one number a lane."""

    def __and__(self, other: Self | int | Sequence[int]) -> Self: ...
    def __or__(self, other: Self | int | Sequence[int]) -> Self: ...
    def __xor__(self, other: Self | int | Sequence[int]) -> Self: ...
    def __add__(self, other: Self | int) -> Self: ...
    def __sub__(self, other: Self | int) -> Self: ...
    def __lshift__(self, count: int) -> Self: ...
    def __rshift__(self, count: int) -> Self: ...
    def __invert__(self) -> Self: ...
    def permute(self, order: Sequence[int], other: Self | None = None) -> Self:
        """Lane i of the result is lane ``order[i]``; from 8 on these are the lanes of ``other``."""
        ...

    def where_zero(self) -> Self:
        """All bits where a lane is 0, none elsewhere."""
        ...


class PlainLanes:
    """Lanes of Python integers."""

    __slots__ = ("values",)

    def __init__(self, values: Sequence[int]) -> None:
        self.values = [value & _ALL for value in values]

    def _with(self, other: Any) -> Sequence[int]:
        if isinstance(other, PlainLanes):
            return other.values
        return [other] * WIDTH if isinstance(other, int) else other

    def __and__(self, other: Any) -> PlainLanes:
        return PlainLanes([a & b for a, b in zip(self.values, self._with(other), strict=True)])

    def __or__(self, other: Any) -> PlainLanes:
        return PlainLanes([a | b for a, b in zip(self.values, self._with(other), strict=True)])

    def __xor__(self, other: Any) -> PlainLanes:
        return PlainLanes([a ^ b for a, b in zip(self.values, self._with(other), strict=True)])

    def __add__(self, other: Any) -> PlainLanes:
        return PlainLanes([a + b for a, b in zip(self.values, self._with(other), strict=True)])

    def __sub__(self, other: Any) -> PlainLanes:
        return PlainLanes([a - b for a, b in zip(self.values, self._with(other), strict=True)])

    def __lshift__(self, count: int) -> PlainLanes:
        return PlainLanes([value << count for value in self.values])

    def __rshift__(self, count: int) -> PlainLanes:
        return PlainLanes([value >> count for value in self.values])

    def __invert__(self) -> PlainLanes:
        return PlainLanes([~value for value in self.values])

    def permute(self, order: Sequence[int], other: PlainLanes | None = None) -> PlainLanes:
        """Lane i of the result is lane ``order[i]``; from 8 on these are the lanes of ``other``."""
        both = self.values + (other.values if other else [])
        return PlainLanes([both[lane] for lane in order])

    def where_zero(self) -> PlainLanes:
        """All bits where a lane is 0, none elsewhere."""
        return PlainLanes([0 if value else _ALL for value in self.values])


class CompiledLanes:
    """Lanes that write down what to do with them, for LLVM to compile."""

    __slots__ = ("builder", "value")

    def __init__(self, builder: Any, value: Any) -> None:
        self.builder, self.value = builder, value

    def _of(self, value: Any) -> CompiledLanes:
        return CompiledLanes(self.builder, value)

    def _with(self, other: Any) -> Any:
        if isinstance(other, CompiledLanes):
            return other.value
        values = [other] * WIDTH if isinstance(other, int) else other
        return ir.Constant(VECTOR, [ir.Constant(I32, value & _ALL) for value in values])

    def __and__(self, other: Any) -> CompiledLanes:
        return self._of(self.builder.and_(self.value, self._with(other)))

    def __or__(self, other: Any) -> CompiledLanes:
        return self._of(self.builder.or_(self.value, self._with(other)))

    def __xor__(self, other: Any) -> CompiledLanes:
        return self._of(self.builder.xor(self.value, self._with(other)))

    def __add__(self, other: Any) -> CompiledLanes:
        return self._of(self.builder.add(self.value, self._with(other)))

    def __sub__(self, other: Any) -> CompiledLanes:
        return self._of(self.builder.sub(self.value, self._with(other)))

    def __lshift__(self, count: int) -> CompiledLanes:
        return self._of(self.builder.shl(self.value, self._with(count)))

    def __rshift__(self, count: int) -> CompiledLanes:
        return self._of(self.builder.lshr(self.value, self._with(count)))

    def __invert__(self) -> CompiledLanes:
        return self ^ _ALL

    def permute(self, order: Sequence[int], other: CompiledLanes | None = None) -> CompiledLanes:
        """Lane i of the result is lane ``order[i]``; from 8 on these are the lanes of ``other``."""
        second = other.value if other else ir.Constant(VECTOR, ir.Undefined)
        return self._of(self.builder.shuffle_vector(self.value, second, self._with(order)))

    def where_zero(self) -> CompiledLanes:
        """All bits where a lane is 0, none elsewhere."""
        return self._of(self.builder.sext(self.builder.icmp_signed("==", self.value, self._with(0)), VECTOR))


class PairedLanes:
    """Two sets of lanes that go through the same steps side by side.

    One set's steps wait for each other; the other set's fill the gaps.
    """

    __slots__ = ("first", "second")

    def __init__(self, first: CompiledLanes, second: CompiledLanes) -> None:
        self.first, self.second = first, second

    def _both(self, other: Any) -> tuple[Any, Any]:
        return (other.first, other.second) if isinstance(other, PairedLanes) else (other, other)

    def __and__(self, other: Any) -> PairedLanes:
        first, second = self._both(other)
        return PairedLanes(self.first & first, self.second & second)

    def __or__(self, other: Any) -> PairedLanes:
        first, second = self._both(other)
        return PairedLanes(self.first | first, self.second | second)

    def __xor__(self, other: Any) -> PairedLanes:
        first, second = self._both(other)
        return PairedLanes(self.first ^ first, self.second ^ second)

    def __add__(self, other: Any) -> PairedLanes:
        first, second = self._both(other)
        return PairedLanes(self.first + first, self.second + second)

    def __sub__(self, other: Any) -> PairedLanes:
        first, second = self._both(other)
        return PairedLanes(self.first - first, self.second - second)

    def __lshift__(self, count: int) -> PairedLanes:
        return PairedLanes(self.first << count, self.second << count)

    def __rshift__(self, count: int) -> PairedLanes:
        return PairedLanes(self.first >> count, self.second >> count)

    def __invert__(self) -> PairedLanes:
        return PairedLanes(~self.first, ~self.second)

    def permute(self, order: Sequence[int], other: PairedLanes | None = None) -> PairedLanes:
        """Lane i of the result is lane ``order[i]``; from 8 on these are the lanes of ``other``."""
        first, second = self._both(other)
        return PairedLanes(self.first.permute(order, first), self.second.permute(order, second))

    def where_zero(self) -> PairedLanes:
        """All bits where a lane is 0, none elsewhere."""
        return PairedLanes(self.first.where_zero(), self.second.where_zero())
