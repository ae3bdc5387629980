"""How kernels and parts are compiled: a part no further than to LLVM's code, as a piece of the kernels it gets into.

Numba optimises every function, together with all that it calls, and makes machine code of it. So a part was optimised
again at each level of calls above it, and most of that machine code never ran. Here a part waits as a *piece*; the
kernel at the top links each piece once, and all of it is optimised as a whole.
"""

from __future__ import annotations

from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.environment import lookup_environment
from numba.core.typed_passes import NativeLowering

_ENVIRONMENT = "_ZN08NumbaEnv"  # how Numba begins the names of what a function knows about Python


class KernelLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of a kernel."""

    def add_linking_library(self, library: Any) -> None:
        """Take in what is called, and what that calls."""
        super().add_linking_library(library)
        if isinstance(library, PieceLibrary):
            self._linking_libraries += library._linking_libraries


class PieceLibrary(KernelLibrary):
    """The code of a part, which is never run by itself."""

    def finalize(self) -> None:
        """Leave it as it is."""
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """None: there is no machine code."""
        return 0

    @property
    def codegen(self) -> PieceLibrary:
        """Itself, as it is only asked to ``set_env``."""
        return self

    def set_env(self, name: str, environment: object) -> None:
        """Nothing: the kernel does that."""


@register_pass(mutates_CFG=True, analysis_only=False)
class KernelLowering(NativeLowering):  # type: ignore[misc]
    """Makes a kernel out of what Numba has found out about a function."""

    _name = "kernel_lowering"

    def run_pass(self, state: Any) -> bool:
        """Translate it."""
        codegen = state.targetctx.codegen()
        state.library = KernelLibrary(codegen, state.func_id.func_qualname)
        state.library.enable_object_caching()
        changed: bool = super().run_pass(state)
        for variable in state.library._final_module.global_variables:
            if variable.name.startswith(_ENVIRONMENT) and (known := lookup_environment(variable.name)):
                codegen.set_env(variable.name, known)
        return changed


@register_pass(mutates_CFG=True, analysis_only=False)
class PieceLowering(NativeLowering):  # type: ignore[misc]
    """Makes a piece."""

    _name = "piece_lowering"

    def run_pass(self, state: Any) -> bool:
        """Translate it."""
        state.library = PieceLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        changed: bool = super().run_pass(state)
        return changed


class KernelCompiler(CompilerBase):  # type: ignore[misc]
    """Compiles kernels."""

    lowering: type[NativeLowering] = KernelLowering

    def define_pipelines(self) -> list[PassManager]:
        """What Numba does, but for the last step."""
        manager = DefaultPassBuilder.define_nopython_pipeline(self.state)
        manager.passes = [(self.lowering if step is NativeLowering else step, text) for step, text in manager.passes]
        manager.finalize()
        return [manager]


class PieceCompiler(KernelCompiler):
    """Compiles parts."""

    lowering = PieceLowering
