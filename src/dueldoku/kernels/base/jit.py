"""How functions that work on tuples of arrays are compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from numba import njit

F = TypeVar("F", bound=Callable[..., object])


class Compiler(Protocol):
    """Makes a compiled function out of a plain one, which is called in the same way."""

    def __call__(self, function: F, /) -> F: ...  # noqa: D102


# Numba counts the references to every array of a tuple whenever one function calls another, which made searches thirty
# times as slow. Without its runtime (``_nrt``) it does not, and such a function cannot make arrays: it is given them.
# And a call hands over seven numbers for each array, so small functions are faster where they are called from.
lean: Compiler = njit(nogil=True, cache=True, _nrt=False, forceinline=True)

# Only called by compiled functions.
lean_part: Compiler = njit(nogil=True, _nrt=False, forceinline=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)
