"""Compiling in less time, in a process that does nothing else. What is compiled stays the same.

Python, from 3.11 on, asks the system for room whenever calls nest deeper than before, and gives it back as soon as they
return: a compiler that goes up and down just there does so ten thousands of times. Numba compares all options of a
compilation whenever it looks something up, lists the variables of a statement again and again, has LLVM look at
functions that are only named, and tells listeners of every step. All that is a fifth of the time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba.core import event, ir
from numba.core.codegen import CPUCodeLibrary
from numba.core.targetconfig import TargetConfig

_SLOTS = 70_000  # of eight bytes: Python rounds up to a megabyte, and nearly half of it is left to the calls below


def call_with_room(function: Callable[[], None]) -> None:
    """Call it, with room for all that it calls: the frame below it asks for more than it needs."""

    def call() -> None:
        function()

    call.__code__ = call.__code__.replace(co_stacksize=_SLOTS)
    call()


def make_haste() -> None:
    """Have Numba do without what is not needed, in this process, for good."""
    config: Any = TargetConfig
    config.__eq__, config.__hash__ = _is_same, _hash
    ir.Inst._rec_list_vars = _list_variables
    CPUCodeLibrary._optimize_functions = _optimise
    event._registered.clear()


def _is_same(one: Any, other: object) -> bool:
    """Numba's answer, without asking for each option where the same ones were set."""
    if not isinstance(other, TargetConfig):
        return NotImplemented
    return one._values == other._values or one.values() == other.values()


def _hash(config: Any) -> int:
    """The same for equal ones: by what is switched on, and is not so by default. Numba's is the same for all."""
    options, chosen = config.options, config._values
    return hash(frozenset(name for name in chosen if chosen[name] is True and not options[name].default))


def _list_variables(statement: Any, value: object) -> list[Any]:
    """Numba's list, with fewer calls and fewer lists."""
    if isinstance(value, ir.Var):
        return [value]
    if isinstance(value, ir.Inst):
        return list(value.list_vars())
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, (list, tuple)):
        return []
    found = []
    for one in value:
        if isinstance(one, ir.Var):
            found.append(one)
        elif isinstance(one, (ir.Inst, list, tuple, dict)):
            found += _list_variables(statement, one)
    return found


def _optimise(library: Any, module: Any) -> None:
    """Numba's passes over each function, but not over those that are only declared."""
    module.data_layout = library._codegen._data_layout
    for function in module.functions:
        if not function.is_declaration:
            passes, builder = library._codegen._function_pass_manager()
            passes.run(function, builder)
