"""A 9x9 search's memory, and what is done to the whole of a state at once: passes of deductions, counts, copies.

A search lives in MEMORY words of an array: its state (``deduce.py`` draws it), what it needs to branch, and a stack of
states. Everything here is compiled to vector code, or plain with ``NUMBA_DISABLE_JIT=1``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import config, types

from dueldoku.kernels.base.jit import inlined, written
from dueldoku.kernels.base.lanes import I1, I64, I256, VECTOR, CompiledLanes, PairedLanes, PlainLanes
from dueldoku.kernels.base.memory import load, store
from dueldoku.kernels.solving.deduce import VECTORS, arrangements, deduce, misplaced, total

STATE = 8 * VECTORS  # words
_WORD = np.uint32
_LAYOUT = np.dtype(
    [
        ("state", _WORD, STATE),
        ("open", _WORD, 8),  # the cells of each band that have two candidates or more
        ("band_counts", _WORD, STATE),  # arrangements of each digit in each band, laid out like the state
        ("stack_counts", _WORD, STATE),  # the same for stacks: where the state has band s, this has stack s
        ("band_totals", _WORD, 8),  # their sums over the digits
        ("stack_totals", _WORD, 8),
        ("depth", _WORD),  # how many states are on the stack
        ("spent", _WORD),  # whether the current one is used up
        ("found", _WORD),  # solutions so far
        ("guesses", _WORD),
        ("room", _WORD, 4),  # vectors begin at multiples of eight words
        ("frames", _WORD, (84, STATE)),  # the stack
    ]
)


def _place(name: str) -> int:
    """Where a field is in a search's memory, in words."""
    assert _LAYOUT.fields
    return _LAYOUT.fields[name][1] // _WORD().itemsize


OPEN, BAND_COUNTS, STACK_COUNTS = _place("open"), _place("band_counts"), _place("stack_counts")
BAND_TOTALS, STACK_TOTALS = _place("band_totals"), _place("stack_totals")
DEPTH, SPENT, FOUND, GUESSES = _place("depth"), _place("spent"), _place("found"), _place("guesses")
FRAMES = _place("frames")
MEMORY = _LAYOUT.itemsize // _WORD().itemsize + 16  # words, with room to align

# What a pass says: something changed; it is contradictory; there are other open cells than before, and some.
CHANGED, WRONG, CLOSED = 1, 2, 4


@inlined
def word_of(digit: int, band: int) -> int:
    """Where a digit's candidates in a band are in the state."""
    return 4 * digit + band if digit < 8 else 8 * band + 3


if config.DISABLE_JIT:

    def _read(memory: int, word: int) -> PlainLanes:
        return PlainLanes([load(memory, word + lane) for lane in range(8)])

    def _write(memory: int, word: int, lanes: PlainLanes) -> None:
        for lane, value in enumerate(lanes.values):
            store(memory, word + lane, value)

    def deduce_at(memory: int) -> int:
        """One pass over the state in memory; says what came of it: CHANGED, WRONG, CLOSED or any of these together."""
        before = [_read(memory, 8 * k) for k in range(VECTORS)]
        after, wrong, two = deduce(before)
        closed = two.values != _read(memory, OPEN).values and any(two.values)
        for k, bits in enumerate(after):
            _write(memory, 8 * k, bits)
        _write(memory, OPEN, two)
        changed = any(a.values != b.values for a, b in zip(before, after, strict=True))
        return CHANGED * changed + WRONG * any(wrong.values) + CLOSED * closed

    def deduce_at_both(first: int, second: int) -> int:
        """One pass over each of two states: what ``deduce_at`` says of the first + 8 * of the second."""
        return deduce_at(first) + 8 * deduce_at(second)

    def is_misplaced(memory: int) -> bool:
        """Whether a digit is missing in a column or block of the state in memory, which has one for each cell."""
        return any(misplaced([_read(memory, 8 * k) for k in range(VECTORS)]).values)

    def count_at(memory: int) -> None:
        """Write the arrangements of the state in memory, and their totals, to their places."""
        bands, stacks = arrangements([_read(memory, 8 * k) for k in range(VECTORS)])
        for k in range(VECTORS):
            _write(memory, BAND_COUNTS + 8 * k, bands[k])
            _write(memory, STACK_COUNTS + 8 * k, stacks[k])
        _write(memory, BAND_TOTALS, total(bands))
        _write(memory, STACK_TOTALS, total(stacks))

    def copy_state(target: int, source: int) -> None:
        """Copy a state."""
        for word in range(STATE):
            store(target, word, load(source, word))

else:

    def _pointer(builder: Any, memory: Any, word: int) -> Any:
        return builder.inttoptr(builder.add(memory, ir.Constant(I64, 4 * word)), VECTOR.as_pointer())

    def _read_state(builder: Any, memory: Any) -> list[CompiledLanes]:
        vectors = (builder.load(_pointer(builder, memory, 8 * k), align=32) for k in range(VECTORS))
        return [CompiledLanes(builder, vector) for vector in vectors]

    def _write_lanes(builder: Any, memory: Any, word: int, lanes: CompiledLanes) -> None:
        builder.store(lanes.value, _pointer(builder, memory, word), align=32)

    def _any(builder: Any, lanes: CompiledLanes) -> Any:
        return builder.zext(builder.icmp_unsigned("!=", builder.bitcast(lanes.value, I256), ir.Constant(I256, 0)), I64)

    def _finish(
        builder: Any,
        memory: Any,
        before: list[CompiledLanes],
        after: list[CompiledLanes],
        wrong: CompiledLanes,
        two: CompiledLanes,
    ) -> Any:
        """Write down a pass and tell what came of it."""
        changed = after[0] ^ before[0]
        for old, new in zip(before[1:], after[1:], strict=True):
            changed = changed | old ^ new
        closed = two ^ CompiledLanes(builder, builder.load(_pointer(builder, memory, OPEN), align=32))
        for k, bits in enumerate(after):
            _write_lanes(builder, memory, 8 * k, bits)
        _write_lanes(builder, memory, OPEN, two)
        flags = _any(builder, changed)
        closed_some = builder.and_(_any(builder, closed), _any(builder, two))
        for bit, said in ((WRONG, _any(builder, wrong)), (CLOSED, closed_some)):
            flags = builder.or_(flags, builder.mul(said, ir.Constant(I64, bit)))
        return flags

    @written(types.int64, types.int64)
    def deduce_at(builder: Any, memory: Any) -> Any:
        """One pass over the state in memory; says what came of it: CHANGED, WRONG, CLOSED or any of these together."""
        before = _read_state(builder, memory)
        return _finish(builder, memory, before, *deduce(before))

    @written(types.int64, types.int64, types.int64)
    def deduce_at_both(builder: Any, first: Any, second: Any) -> Any:
        """One pass over each of two states, side by side: what ``deduce_at`` says of the first + 8 * of the second."""
        states = [_read_state(builder, memory) for memory in (first, second)]
        after, wrong, two = deduce([PairedLanes(a, b) for a, b in zip(*states, strict=True)])
        flags = [
            _finish(builder, first, states[0], [bits.first for bits in after], wrong.first, two.first),
            _finish(builder, second, states[1], [bits.second for bits in after], wrong.second, two.second),
        ]
        return builder.or_(flags[0], builder.shl(flags[1], ir.Constant(I64, 3)))

    @written(types.boolean, types.int64)
    def is_misplaced(builder: Any, memory: Any) -> Any:
        """Whether a digit is missing in a column or block of the state in memory, which has one for each cell."""
        return builder.trunc(_any(builder, misplaced(_read_state(builder, memory))), I1)

    @written(types.void, types.int64)
    def count_at(builder: Any, memory: Any) -> None:
        """Write the arrangements of the state in memory, and their totals, to their places."""
        bands, stacks = arrangements(_read_state(builder, memory))
        for k in range(VECTORS):
            _write_lanes(builder, memory, BAND_COUNTS + 8 * k, bands[k])
            _write_lanes(builder, memory, STACK_COUNTS + 8 * k, stacks[k])
        _write_lanes(builder, memory, BAND_TOTALS, total(bands))
        _write_lanes(builder, memory, STACK_TOTALS, total(stacks))

    @written(types.void, types.int64, types.int64)
    def copy_state(builder: Any, target: Any, source: Any) -> None:
        """Copy a state."""
        for k, lanes in enumerate(_read_state(builder, source)):
            _write_lanes(builder, target, 8 * k, lanes)
