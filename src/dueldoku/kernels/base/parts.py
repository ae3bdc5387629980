"""Compiling parts: as far as LLVM's code, which goes into the kernels that call them. Nobody runs their machine code.

Numba would make it all the same, for every part on the way to a kernel: a tenth of the time that compiling takes. On
the way LLVM changes the code once more; the search for points is 7 % faster so on small boards, others are not.
"""

from __future__ import annotations

from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler


class _PartLibrary(JITCodeLibrary):  # type: ignore[misc]
    """A part's code, optimised as any other's."""

    @property
    def codegen(self) -> _PartLibrary:
        """What Numba asks to ``set_env``."""
        return self

    def set_env(self, name: str, environment: object) -> None:
        """There is no such place: only machine code has one."""

    def get_pointer_to_function(self, name: str) -> int:
        """Nobody calls it from Python."""
        self._ensure_finalized()
        return 0

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


class PartCompiler(Compiler):  # type: ignore[misc]
    """Numba's compiler without its last step."""

    def __init__(self, typing: Any, target: Any, library: Any, *rest: Any) -> None:
        super().__init__(typing, target, library or _PartLibrary(target.codegen(), "part"), *rest)
