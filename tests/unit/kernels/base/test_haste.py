"""Compiling in less time: the same answers as Numba's own, and no page asked for twice."""

from __future__ import annotations

import subprocess

import pytest

from dueldoku import start

SAME = """
from itertools import product
from numba import njit
from numba.core import ir
from numba.core.compiler import Flags
from dueldoku.kernels.base import haste

def some():
    for chosen in product([None, False, True], repeat=3):
        flags = Flags()
        for name, value in zip(("nrt", "enable_ssa", "forceinline"), chosen):  # enable_ssa is on by default
            if value is not None:
                setattr(flags, name, value)
        yield flags

here = ir.Loc("here", 1)
scope = ir.Scope(None, here)
var = lambda name: ir.Var(scope, name, here)
call = ir.Expr.call(var("f"), [var("a"), var("b")], (("key", var("c")),), here)
statements = [ir.Assign(call, var("d"), here), ir.Return(var("d"), here), ir.Jump(3, here),
              ir.SetItem(var("e"), var("i"), var("d"), here),
              ir.Expr.build_map([(var("k"), var("v"))], 1, {}, {}, here)]

def add(a, b):
    return a + b

all_flags = list(some())
equal = [one == other for one in all_flags for other in all_flags]
listed = [[found.name for found in statement.list_vars()] for statement in statements]
haste.make_haste()
assert [one == other for one in all_flags for other in all_flags] == equal
assert True in equal and False in equal
assert all(hash(one) == hash(other) for one in all_flags for other in all_flags if one == other)
assert len({hash(flags) for flags in all_flags}) > 1
assert (Flags() == 3) is False
assert [[found.name for found in statement.list_vars()] for statement in statements] == listed
assert sorted(listed[0]) == list("abcdf")
assert njit(add)(2, 3) == 5
"""

ROOM = """
from resource import RUSAGE_SELF, getrusage
from dueldoku.kernels.base.haste import call_with_room

def deep(calls):
    return calls and deep(calls - 1)

def up_and_down():
    for calls in range(20, 400):
        for _ in range(10):
            deep(calls)

def faults(call):
    before = getrusage(RUSAGE_SELF).ru_minflt
    call()
    return getrusage(RUSAGE_SELF).ru_minflt - before

up_and_down()
print(faults(up_and_down), faults(lambda: call_with_room(up_and_down)))
"""


def run(program: str) -> str:
    """In a process of its own, as it changes Numba for good."""
    done = subprocess.run(start.python("-c", program), env=start.environment(), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_numba_gives_the_same_answers() -> None:
    assert run(SAME) == ""


@pytest.mark.linux
def test_calls_that_go_up_and_down_ask_for_memory_once() -> None:
    without, with_room = map(int, run(ROOM).split())
    assert with_room * 4 < without
