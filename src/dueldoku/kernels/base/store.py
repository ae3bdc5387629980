"""Keeping compiled kernels: files that are never stale, and that a wheel can carry.

Numba's own cache looks at a function's own file and at the exact processor. So an edited callee leaves old machine code
behind, and what one machine compiled another does not load. Here a folder belongs to one state of the function's file
and of all that it imports (see ``cache``), and what is shipped is compiled for a baseline.

A file is one function for one signature, written beside and renamed, so that any number of processes may write. Whoever
cannot write there, as an agent in its cage, compiles for itself and keeps nothing.
"""

from __future__ import annotations

import contextlib
import hashlib
import inspect
import pickle
import platform
import shutil
import time
import uuid
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from llvmlite import binding
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.runtime import rtsys
from numba.core.serialize import dumps
from numba.core.types import Dispatcher
from numba.core.types.containers import BaseTuple
from numba.core.types.containers import NamedTuple as NamedTupleType

from dueldoku import cache as place
from dueldoku.kernels.base.patience import undisturbed

_MONTH = 30 * 86_400.0  # seconds


class Baseline(NamedTuple):
    """Processors that shipped code is compiled for: LLVM's name for them, and what they must be able to do."""

    name: str
    features: str


BASELINES = {
    "x86_64": Baseline(
        "x86-64-v3",
        "+avx,+avx2,+bmi,+bmi2,+cx16,+cx8,+f16c,+fma,+fxsr,+lzcnt,+mmx,+movbe,+popcnt,+sahf,+sse,+sse2,+sse3,+sse4.1,"
        "+sse4.2,+ssse3,+xsave",
    ),
    "aarch64": Baseline("generic", "+neon"),
}
_GIVEN = {"neon": True}  # every 64-bit processor of ARM's has it, and not every system says so


@cache
def baseline() -> Baseline | None:
    """What is shipped for processors like this one; None if nothing is, or if this one cannot run it."""
    machine = platform.machine().lower()
    least = BASELINES.get({"amd64": "x86_64", "arm64": "aarch64"}.get(machine, machine))
    able = {**binding.get_host_cpu_features(), **_GIVEN}
    return least if least and all(able.get(word[1:], False) for word in least.features.split(",")) else None


class KernelCache(_Cache):  # type: ignore[misc]
    """Where one function's machine code is looked for and kept. Numba asks it for each signature."""

    def __init__(self, function: Callable[..., object]) -> None:
        code = function.__code__
        self._module = Path(code.co_filename)
        name = f"{self._module.stem}.{function.__qualname__}-{code.co_firstlineno}"
        self._name = name.replace("<", "").replace(">", "")  # which Windows has no files with
        self._enabled = True

    @property
    def cache_path(self) -> str:
        """Where it is kept."""
        return str(place.code(self._module).own)

    def load_overload(self, signature: Any, context: Any) -> Any:
        """The function for this signature, if somebody has compiled it."""
        rtsys.initialize(context)  # enough for kept code; what only compiling needs is loaded when something compiles
        for file in self._files(signature, context.codegen()) if self._enabled else ():
            with undisturbed(), contextlib.suppress(OSError, EOFError, pickle.UnpicklingError):
                found = CompileResult._rebuild(context, *pickle.loads(file.read_bytes()))
                place.keep(file.parent)
                return found
        return None

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep what was compiled, if the folder can be written to."""
        if self._enabled:
            *_, file = self._files(signature, result.codegen)
            with contextlib.suppress(OSError):
                if not file.parent.exists():
                    _make(file.parent)
                beside = file.with_suffix(f".{uuid.uuid4().hex}")
                beside.write_bytes(dumps(result._reduce()))
                beside.replace(file)

    def enable(self) -> None:
        """Use it, which is so from the beginning."""
        self._enabled = True

    def disable(self) -> None:
        """Neither look for anything nor keep it."""
        self._enabled = False

    def flush(self) -> None:
        """Nothing is held back."""

    def _files(self, signature: Any, codegen: Any) -> Iterator[Path]:
        """Where it may be; the last place is the one to keep it in."""
        machine, least = codegen.magic_tuple(), baseline()
        processor = repr(machine)
        places = place.code(self._module)
        if least:
            yield places.shipped / self._file(signature, least.name)
            processor = least.name if machine[1] == least.name else processor  # it is being compiled to be shipped
        yield places.own / self._file(signature, processor)

    def _file(self, signature: Any, processor: str) -> str:
        given = sorted({place.code(module).own.name for module in _modules(signature)})
        told = hashlib.sha256("\0".join((str(signature), processor, *given)).encode()).hexdigest()
        return f"{self._name}-{told[:16]}.code"


def _modules(kinds: Iterable[Any]) -> Iterator[Path]:
    """Where the classes and functions among these types are written: a kernel is given them without importing them."""
    for kind in kinds:
        if isinstance(kind, BaseTuple):
            yield from _modules(kind)
        if isinstance(kind, NamedTupleType):
            yield Path(inspect.getfile(kind.instance_class))
        elif isinstance(kind, Dispatcher):
            yield Path(kind.dispatcher.py_func.__code__.co_filename)


def _make(folder: Path) -> None:
    """Make the folder, and remove those of sources that nobody has used for a month."""
    folder.mkdir(parents=True, exist_ok=True)
    for other in folder.parent.iterdir():
        if other != folder and time.time() - other.stat().st_mtime > _MONTH:
            shutil.rmtree(other, ignore_errors=True)
