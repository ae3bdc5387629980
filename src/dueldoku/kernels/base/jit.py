"""How kernels are compiled. No other file names Numba's decorator, so this is the one to change.

    kernel      what Python calls; its machine code is kept on disk
    part        what only compiled functions call; it is kept as a piece of each kernel that it is in
    inlined     a part that is a single expression: its text takes the place of each call
    lean        a kernel of a search, where small functions hand tuples of arrays to each other again and again
    lean_part   a part of such a search
    full_part   the same, compiled to its end (see ``parts``): that takes longer, and two of the searches are faster so
    written     a part whose code is written by hand, for LLVM

A compiled function has the types that its plain text says.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Protocol, TypeVar

from numba import njit
from numba.core.registry import CPUDispatcher
from numba.extending import intrinsic

from dueldoku.kernels.base.parts import PartCompiler
from dueldoku.kernels.base.store import KernelCache

F = TypeVar("F", bound=Callable[..., object])


class Compiler(Protocol):
    """Makes a compiled function out of a plain one, which is called in the same way."""

    def __call__(self, function: F, /) -> F:
        """The function, compiled."""
        ...


def _kept(**options: Any) -> Compiler:
    """Compiles with these options, and keeps the machine code on disk."""

    def compile_(function: F, /) -> F:
        compiled = njit(nogil=True, no_cfunc_wrapper=True, **options)(function)
        if isinstance(compiled, CPUDispatcher):  # not with NUMBA_DISABLE_JIT
            compiled._cache = KernelCache(function)
        return compiled

    return compile_


# A part has no way in from Python, and nothing has one from C: that would have to be compiled too.
_PART: dict[str, Any] = {"nogil": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
kernel: Compiler = _kept()
part: Compiler = njit(pipeline_class=PartCompiler, **_PART)
inlined: Compiler = njit(nogil=True, inline="always")

# Numba counts the references to every array of a tuple whenever one function calls another, which made searches thirty
# times as slow. Without its runtime (``_nrt``) it does not, and such a function cannot make arrays: it is given them.
# And a call hands over seven numbers for each array, so small functions are faster where they are called from.
lean: Compiler = _kept(_nrt=False, forceinline=True)
lean_part: Compiler = njit(pipeline_class=PartCompiler, **_PART, _nrt=False, forceinline=True)
full_part: Compiler = njit(**_PART, _nrt=False, forceinline=True)


def written(result: Any, *arguments: Any) -> Callable[[Callable[..., Any]], Any]:
    """Makes a part of these types out of a function that takes LLVM's builder and a value for each argument."""

    def part_of(write: Callable[..., Any]) -> Any:
        def definition(context: Any, *given: Any) -> Any:
            def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
                value = write(builder, *values)
                return context.get_dummy_value() if value is None else value

            return result(*arguments), generate

        return intrinsic(wraps(write)(definition))  # Numba asks for the names of the arguments

    return part_of
