"""Parts become pieces of kernels: compiled once, optimised with the kernel, and right after a reload."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from dueldoku import cache
from dueldoku.kernels.base.jit import kernel, lean_part, part
from dueldoku.kernels.base.pieces import KernelLibrary, PieceLibrary

# A kernel whose part raises with a value that is only known when it runs: for that the kernel needs what Numba knows
# about the part. Then how often something was compiled.
PROGRAM = """
from numba.core import event
from dueldoku.kernels.base.jit import kernel, part
compiled = []
class Listener(event.Listener):
    def on_start(self, it): compiled.append(it)
    def on_end(self, it): pass
event.register("numba:compile", Listener())

@part
def check(number):
    if number > 2:
        raise ValueError("too large", number)
    return number + 1

@kernel
def top(number):
    return check(number) + check(number + 1)

try:
    print(top(1), len(compiled) > 0)
    top(5)
except ValueError as error:
    print(error.args)
"""


@part
def _double(number: int) -> int:
    return 2 * number


@lean_part
def _first(numbers: np.ndarray) -> int:
    return _double(numbers[0])


@kernel
def _top(numbers: np.ndarray) -> int:
    return _first(numbers) + _double(numbers[1])


def test_a_part_is_compiled_no_further_than_a_piece_and_once_for_all_calls() -> None:
    assert _top(np.array([3, 4])) == 14
    if not hasattr(_top, "overloads"):
        pytest.skip("nothing is compiled (NUMBA_DISABLE_JIT)")
    (double,) = _double.overloads.values()
    assert isinstance(double.library, PieceLibrary)
    assert double.library.get_pointer_to_function(double.fndesc.llvm_func_name) == 0
    (top,) = _top.overloads.values()
    assert isinstance(top.library, KernelLibrary)
    assert not isinstance(top.library, PieceLibrary)
    assert double.library in top.library._linking_libraries


def test_a_part_may_raise_when_it_was_just_compiled_and_when_it_was_loaded(tmp_path: Path) -> None:
    file = tmp_path / "program.py"
    file.write_text(PROGRAM)
    told = {**os.environ, cache.VARIABLE: str(tmp_path / "cache")}
    runs = [
        subprocess.run([sys.executable, "-P", file], env=told, check=True, capture_output=True, text=True).stdout
        for _ in range(2)
    ]
    assert runs == ["5 True\n('too large', 5)\n", "5 False\n('too large', 5)\n"]
