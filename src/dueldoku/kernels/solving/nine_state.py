"""A 9x9 search's memory, and what is done to the whole of a state at once: passes of deductions, counts, copies.

A search lives in MEMORY words of an array: its state (``deduce.py`` draws it), what it needs to branch, and a stack of
states. Everything here is compiled to vector code, or plain with ``NUMBA_DISABLE_JIT=1``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, reduce
from operator import or_
from typing import Any

import numpy as np
from llvmlite import ir
from numba import config, types

from dueldoku.kernels.base.jit import inlined, written
from dueldoku.kernels.base.lanes import I32, I64, I256, VECTOR, CompiledLanes, PlainLanes
from dueldoku.kernels.base.memory import load, store
from dueldoku.kernels.solving.deduce import VECTORS, choices, deduce, lowest, misplaced

STATE = 8 * VECTORS  # words
_WORD = np.uint32
_LAYOUT = np.dtype(
    [
        ("state", _WORD, STATE),
        ("open", _WORD, 8),  # the cells of each band that have two candidates or more
        ("choices", _WORD, 16),  # where to guess in each band, and from the eighth word on in each stack
        ("depth", _WORD),  # how many states are on the stack
        ("spent", _WORD),  # whether the current one is used up
        ("found", _WORD),  # solutions so far
        ("guesses", _WORD),
        ("refuted", _WORD),  # whether a guess has led to a contradiction
        ("room", _WORD, 3),  # vectors begin at multiples of eight words
        ("frames", _WORD, (164, STATE)),  # the stack; the empty board takes 54, the most that was seen
    ]
)


def _place(name: str) -> int:
    """Where a field is in a search's memory, in words."""
    assert _LAYOUT.fields
    return _LAYOUT.fields[name][1] // _WORD().itemsize


OPEN, CHOICES, DEPTH, SPENT = _place("open"), _place("choices"), _place("depth"), _place("spent")
FOUND, GUESSES, REFUTED = _place("found"), _place("guesses"), _place("refuted")
FRAMES = _place("frames")
MEMORY = _LAYOUT.itemsize // _WORD().itemsize + 16  # words, with room to align

# What a pass says: something changed; it is contradictory; there are other open cells than before; digits have several
# cells left in a row, so it is no solution yet.
CHANGED, WRONG, CLOSED, UNSETTLED = 1, 2, 4, 8


@inlined
def word_of(digit: int, band: int) -> int:
    """Where a digit's candidates in a band are in the state."""
    return 4 * digit + band if digit < 8 else 8 * band + 3


# Each part takes LLVM's builder first; plain Python has none. Apart from that it is the same text for both.
if config.DISABLE_JIT:

    def _part(*types: Any) -> Callable[[Callable[..., Any]], Any]:
        return lambda write: partial(write, None)

    def _read(builder: Any, memory: Any, word: int) -> Any:
        return PlainLanes([load(memory, word + lane) for lane in range(8)])

    def _write(builder: Any, memory: Any, word: int, lanes: Any) -> None:
        for lane, value in enumerate(lanes.values):
            store(memory, word + lane, value)

    def _fill(builder: Any, number: Any) -> Any:
        return PlainLanes([int(number)] * 8)

    def _lowest_lane(builder: Any, lanes: Any) -> Any:
        return lanes.values[0]

    def _flags(builder: Any, *said: list[Any]) -> Any:
        return sum(all(any(lanes.values) for lanes in some) << bit for bit, some in enumerate(said))

else:
    _part = written

    def _pointer(builder: Any, memory: Any, word: int) -> Any:
        return builder.inttoptr(builder.add(memory, ir.Constant(I64, 4 * word)), VECTOR.as_pointer())

    def _read(builder: Any, memory: Any, word: int) -> Any:
        return CompiledLanes(builder, builder.load(_pointer(builder, memory, word), align=32))

    def _write(builder: Any, memory: Any, word: int, lanes: Any) -> None:
        builder.store(lanes.value, _pointer(builder, memory, word), align=32)

    def _fill(builder: Any, number: Any) -> Any:
        undefined, zero = ir.Constant(VECTOR, ir.Undefined), ir.Constant(I32, 0)
        lowest = builder.insert_element(undefined, builder.trunc(number, I32), zero)
        return CompiledLanes(builder, builder.shuffle_vector(lowest, undefined, ir.Constant(VECTOR, [0] * 8)))

    def _lowest_lane(builder: Any, lanes: Any) -> Any:
        return builder.zext(builder.extract_element(lanes.value, ir.Constant(I32, 0)), I64)

    def _flags(builder: Any, *said: list[Any]) -> Any:
        """A number that has a bit for each of these lists: set if there is something in all of its lanes' vectors."""
        number = ir.Constant(I64, 0)
        for bit, some in enumerate(said):
            whole = (builder.bitcast(lanes.value, I256) for lanes in some)
            holds = reduce(builder.and_, [builder.icmp_unsigned("!=", word, ir.Constant(I256, 0)) for word in whole])
            number = builder.or_(number, builder.shl(builder.zext(holds, I64), ir.Constant(I64, bit)))
        return number


def _read_state(builder: Any, memory: Any) -> list[Any]:
    return [_read(builder, memory, 8 * k) for k in range(VECTORS)]


def _finish(
    builder: Any, memory: Any, before: list[Any], after: list[Any], wrong: Any, two: Any, several: Any
) -> list[list[Any]]:
    """Write down a pass and tell what came of it: what CHANGED, what is WRONG, what is CLOSED, what is UNSETTLED."""
    changed = reduce(or_, [old ^ new for old, new in zip(before, after, strict=True)])
    closed = two ^ _read(builder, memory, OPEN)
    for k, bits in enumerate(after):
        _write(builder, memory, 8 * k, bits)
    _write(builder, memory, OPEN, two)
    return [[changed], [wrong], [closed], [several]]


@_part(types.int64, types.int64)
def deduce_at(builder: Any, memory: Any) -> Any:
    """One pass over the state in memory; says what came of it: any of CHANGED, WRONG, CLOSED, UNSETTLED together."""
    before = _read_state(builder, memory)
    return _flags(builder, *_finish(builder, memory, before, *deduce(before)))


@_part(types.int64, types.int64, types.int64)
def deduce_at_both(builder: Any, first: Any, second: Any) -> Any:
    """One pass over each of two states, side by side: what ``deduce_at`` says of the first + 16 * of the second."""
    memories = first, second
    states = [_read_state(builder, memory) for memory in memories]
    after, *told = deduce([a.beside(b) for a, b in zip(*states, strict=True)])
    said = []
    for side, (memory, before) in enumerate(zip(memories, states, strict=True)):
        mine = [bits.side(side) for bits in after]
        said += _finish(builder, memory, before, mine, *(lanes.side(side) for lanes in told))
    return _flags(builder, *said)


@_part(types.int64, types.int64)
def is_misplaced(builder: Any, memory: Any) -> Any:
    """Whether the state in memory is no solution, though no digit is twice in a row: 1 or 0."""
    return _flags(builder, [misplaced(_read_state(builder, memory))])


@_part(types.int64, types.int64)
def choice_at(builder: Any, memory: Any) -> Any:
    """The best choice for a guess in the state in memory; those of each band and stack are written to their place."""
    bands, stacks = choices(_read_state(builder, memory))
    _write(builder, memory, CHOICES, bands)
    _write(builder, memory, CHOICES + 8, stacks)
    return _lowest_lane(builder, lowest(bands, stacks))


@_part(types.void, types.int64, types.int64, types.int64, types.int64, types.int64)
def split_at(builder: Any, memory: Any, frame: Any, word: Any, wanted: Any, others: Any) -> None:
    """Split the state in memory by one of its words: ``frame`` gets what has none of ``wanted``, the rest stays.

    What stays has none of ``others``. All of it is written as vectors: the next pass reads it as such, and would have
    to wait for a single word.
    """
    at, without, rest = (_fill(builder, number) for number in (word, wanted, others))
    for k, bits in enumerate(_read_state(builder, memory)):
        here = (at ^ list(range(8 * k, 8 * k + 8))).where_zero()
        _write(builder, frame, 8 * k, bits & ~(here & without))
        _write(builder, memory, 8 * k, bits & ~(here & rest))


@_part(types.void, types.int64, types.int64)
def copy_state(builder: Any, target: Any, source: Any) -> None:
    """Copy a state."""
    for k, lanes in enumerate(_read_state(builder, source)):
        _write(builder, target, 8 * k, lanes)
