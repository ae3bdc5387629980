"""The 9x9 solver: the board in four vectors, one branch-free pass of deductions at a time (``deduce.py``), and guesses.

Before a guess, the search looks for the band or stack whose digits have the fewest arrangements in all, in it for the
digit with the fewest, and splits those arrangements in two: one half goes on the stack. A search lives in MEMORY words
of an array: its state, what it needs to branch, and the stack. It can stop at any solution and go on later.
"""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
from llvmlite import ir
from numba import config, types
from numba.extending import intrinsic
from numpy.typing import NDArray

from dueldoku.kernels.base.bits import signed
from dueldoku.kernels.base.jit import inlined, kernel, part
from dueldoku.kernels.base.lanes import I1, I64, I256, VECTOR, CompiledLanes, PairedLanes, PlainLanes
from dueldoku.kernels.base.memory import address_of, align_stack, load, store, where_byte, write_digits
from dueldoku.kernels.solving.deduce import BAND, FIRSTS, VECTORS, arrangements, deduce, misplaced, total

STATE = 8 * VECTORS  # words

# Where things are in a search's memory, in words.
OPEN = 32  # the cells of each band that have two candidates or more
BAND_COUNTS = 40  # arrangements of each digit in each band, laid out like the state
STACK_COUNTS = 72  # the same for stacks: where the state has band s, this has stack s
BAND_TOTALS, STACK_TOTALS = 104, 112  # their sums over the digits
DEPTH, SPENT = 120, 121  # how many states are on the stack; whether the current one is used up
FOUND, GUESSES = 122, 123  # solutions and guesses so far
FRAMES = 128
MEMORY = FRAMES + 84 * STATE + 16  # words, with room to align
ENDLESS = signed(1 << 60)  # for a number of solutions or guesses that is never reached
_ONE = signed(1)
_NINE, _ZERO, _END = np.uint8(9), np.uint8(ord("0")), np.uint8(ord("\n"))
_SIGNS = tuple(np.uint8(ord(sign)) for sign in ".*_-")  # of an empty cell, beside 0

# What a pass says: something changed; it is contradictory; there are other open cells than before, and some.
CHANGED, WRONG, CLOSED = 1, 2, 4
_GO_ON = CHANGED | CLOSED


# -- deductions on memory: compiled, or plain with NUMBA_DISABLE_JIT=1 ------------------------------------------------

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

    @intrinsic
    def deduce_at(context: Any, memory: Any) -> Any:
        """One pass over the state in memory; says what came of it: CHANGED, WRONG, CLOSED or any of these together."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            before = _read_state(builder, arguments[0])
            return _finish(builder, arguments[0], before, *deduce(before))

        return types.int64(types.int64), generate

    @intrinsic
    def deduce_at_both(context: Any, first: Any, second: Any) -> Any:
        """One pass over each of two states, side by side: what ``deduce_at`` says of the first + 8 * of the second."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            states = [_read_state(builder, memory) for memory in arguments]
            after, wrong, two = deduce([PairedLanes(a, b) for a, b in zip(*states, strict=True)])
            flags = [
                _finish(builder, arguments[0], states[0], [bits.first for bits in after], wrong.first, two.first),
                _finish(builder, arguments[1], states[1], [bits.second for bits in after], wrong.second, two.second),
            ]
            return builder.or_(flags[0], builder.shl(flags[1], ir.Constant(I64, 3)))

        return types.int64(types.int64, types.int64), generate

    @intrinsic
    def is_misplaced(context: Any, memory: Any) -> Any:
        """Whether a digit is missing in a column or block of the state in memory, which has one for each cell."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.trunc(_any(builder, misplaced(_read_state(builder, arguments[0]))), I1)

        return types.boolean(types.int64), generate

    @intrinsic
    def count_at(context: Any, memory: Any) -> Any:
        """Write the arrangements of the state in memory, and their totals, to their places."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            memory = arguments[0]
            bands, stacks = arrangements(_read_state(builder, memory))
            for k in range(VECTORS):
                _write_lanes(builder, memory, BAND_COUNTS + 8 * k, bands[k])
                _write_lanes(builder, memory, STACK_COUNTS + 8 * k, stacks[k])
            _write_lanes(builder, memory, BAND_TOTALS, total(bands))
            _write_lanes(builder, memory, STACK_TOTALS, total(stacks))
            return context.get_dummy_value()

        return types.void(types.int64), generate

    @intrinsic
    def copy_state(context: Any, target: Any, source: Any) -> Any:
        """Copy a state."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            for k, lanes in enumerate(_read_state(builder, arguments[1])):
                _write_lanes(builder, arguments[0], 8 * k, lanes)
            return context.get_dummy_value()

        return types.void(types.int64, types.int64), generate


# -- branching -------------------------------------------------------------------------------------------------------


def _split_table() -> NDArray[np.int64]:
    """For each set of places (3 x 3, bit 3*row + column) of a digit: the place to branch on.

    It is the one that as near as possible half of the arrangements use.
    """
    table = np.zeros(512, np.int64)
    ways = [sum(1 << 3 * row + col for row, col in enumerate(order)) for order in permutations(range(3))]
    for places in range(512):
        fitting = [way for way in ways if way & ~places == 0]
        used = [sum(way >> place & 1 for way in fitting) for place in range(9)]
        open_places = [place for place in range(9) if 0 < used[place] < len(fitting)]
        if open_places:
            table[places] = min(open_places, key=lambda place: (abs(2 * used[place] - len(fitting)), place))
    return table


_SPLIT = _split_table()


@inlined
def word_of(digit: int, band: int) -> int:
    """Where a digit's candidates in a band are in the state."""
    return 4 * digit + band if digit < 8 else 8 * band + 3


@part
def _branch(memory: int, frame: int) -> None:
    """Split the state in memory in two: one half stays, the other goes to ``frame``."""
    align_stack()
    count_at(memory)
    best = 1 << 30
    where = 0
    for place in range(6):
        number = load(memory, BAND_TOTALS + place) if place < 3 else load(memory, STACK_TOTALS + place - 3)
        if 9 < number < best:
            best = number
            where = place
    counts = BAND_COUNTS if where < 3 else STACK_COUNTS
    digit = 0
    fewest = 7
    for candidate in range(9):
        number = load(memory, counts + word_of(candidate, where % 3))
        if 1 < number < fewest:
            fewest = number
            digit = candidate
            if number == 2:
                break
    copy_state(frame, memory)
    if where < 3:
        word = word_of(digit, where)
        bits = load(memory, word)
        firsts = (bits | bits >> 1 | bits >> 2) & FIRSTS
        places = (firsts | firsts >> 2 | firsts >> 4) & 0o007007007
        place = _SPLIT[(places | places >> 6 | places >> 12) & 0o777]
        wanted = 7 << 3 * place  # this minirow
        others = 0o777 << 9 * (place // 3)  # its row
    else:
        shift = 3 * (where - 3)
        places = 0
        for band in range(3):
            bits = load(memory, word_of(digit, band))
            places |= ((bits | bits >> 9 | bits >> 18) >> shift & 7) << 3 * band
        place = _SPLIT[places]
        word = word_of(digit, place // 3)
        bits = load(memory, word)
        wanted = 0o001001001 << (shift + place % 3)  # this column, inside its block
        others = 0o007007007 << shift  # the block
    store(frame, word, bits & ~wanted)
    store(memory, word, bits & (wanted | ~others))


# -- the search ------------------------------------------------------------------------------------------------------


@part
def _set_up(memory: int, puzzle: int) -> None:
    """The state of a puzzle: 81 values or characters, of which 1 to 9 are clues."""
    one = 49 if load(puzzle, 0) & 255 > 9 else 1  # a clue of 1: characters are above 9, values are not
    for word in range(STATE):
        store(memory, word, 0)
    for band in range(3):
        # 32 bytes are read at once: the last band's begin five bytes early, so as not to read past the end.
        start, early = (27 * band, 0) if band < 2 else (49, 5)
        filled = 0
        for digit in range(9):
            clues = where_byte(puzzle + start, one + digit) >> early & BAND
            store(memory, word_of(digit, band), clues)
            filled |= clues
        for digit in range(9):
            store(memory, word_of(digit, band), load(memory, word_of(digit, band)) | (BAND & ~filled))
    store(memory, DEPTH, 0)
    store(memory, SPENT, 0)
    store(memory, FOUND, 0)
    store(memory, GUESSES, 0)


@part
def _step_on(memory: int, flags: int, output: int, keep: int, limit: int, most_guesses: int) -> Any:
    """What follows a pass that did not close any cell: another pass, a guess, a solution, or another state.

    After a guess, a pass that only struck candidates is the last one before the next guess: a further one costs more
    than it finds.

    Returns False when there is none, when ``limit`` solutions are found, or when ``most_guesses`` are made; a solution
    goes to ``output`` (81 digits each) as long as there are fewer than ``keep``.
    """
    depth = load(memory, DEPTH)
    frames = memory + 4 * FRAMES
    any_open = (load(memory, OPEN) | load(memory, OPEN + 1) | load(memory, OPEN + 2)) != 0
    if flags & WRONG == 0 and (any_open or not is_misplaced(memory)):
        if any_open:
            if flags & CHANGED and depth == 0:
                return True
            guesses = load(memory, GUESSES)
            if guesses >= most_guesses:
                return False
            store(memory, GUESSES, guesses + 1)
            _branch(memory, frames + 4 * STATE * depth)
            store(memory, DEPTH, depth + 1)
            return True
        found = load(memory, FOUND)
        if found < keep:
            output += 81 * found
            write_digits(output, memory, memory + 12, 0)
            write_digits(output + 27, memory + 4, memory + 44, 0)
            write_digits(output + 49, memory + 8, memory + 76, 5)
        store(memory, FOUND, found + 1)
        if found + 1 >= limit:
            store(memory, SPENT, 1)
            return False
    return _take_back(memory)


@part
def _take_back(memory: int) -> Any:
    """Go on with the state on top of the stack; False if there is none."""
    depth = load(memory, DEPTH)
    if depth == 0:
        store(memory, SPENT, 1)
        return False
    copy_state(memory, memory + 4 * (FRAMES + STATE * (depth - 1)))
    store(memory, DEPTH, depth - 1)
    return True


@part
def run(memory: int, output: int, keep: int, limit: int, most_guesses: int) -> int:
    """Search on from the state in memory; see ``_step_on``. Returns the number of passes."""
    align_stack()
    passes = 0
    going = True
    while going:
        flags = deduce_at(memory)
        passes += 1
        if flags != _GO_ON:
            going = _step_on(memory, flags, output, keep, limit, most_guesses)
    return passes


@kernel
def start(memory: Any, puzzle: Any) -> None:
    """Begin the search for the solutions of ``puzzle`` (81 values or characters) in ``memory`` (MEMORY words)."""
    _set_up((address_of(memory) + 31) & ~31, address_of(puzzle))


@kernel
def proceed(memory: Any, solutions: Any, limit: int, most_guesses: int) -> Any:
    """Go on with a search that was started, until ``limit`` more solutions, ``most_guesses`` more guesses, or its end.

    ``solutions`` (rows of 81 bytes) gets as many of them as it has rows. Returns how many solutions were found, guesses
    and passes made, and whether the search is over.
    """
    room = (address_of(memory) + 31) & ~31
    store(room, FOUND, 0)
    store(room, GUESSES, 0)
    passes = 0
    if load(room, SPENT) == 0 or _take_back(room):
        store(room, SPENT, 0)
        passes = run(room, address_of(solutions), solutions.shape[0], limit, most_guesses)
    over = load(room, SPENT) == 1 and load(room, DEPTH) == 0
    return load(room, FOUND), load(room, GUESSES), passes, over


@kernel
def are_plain(lines: Any) -> Any:
    """Whether each row of ``lines`` (ASCII) is 81 digits and signs for empty cells, and the end of the line."""
    strange = False
    for row in range(lines.shape[0]):
        for column in range(81):  # no way out of the loop and no wider numbers: 32 characters are looked at together
            character = lines[row, column]
            sign = (
                (character == _SIGNS[0])
                | (character == _SIGNS[1])
                | (character == _SIGNS[2])
                | (character == _SIGNS[3])
            )
            strange |= (np.uint8(character - _ZERO) > _NINE) & ~sign
        strange |= lines[row, 81] != _END
    return not strange


@kernel
def solve_batch(puzzles: Any, solutions: Any, counts: Any, limit: int, memory: Any) -> None:
    """Solve every row of ``puzzles``: its first solution, how many up to ``limit``.

    A row is values or characters, of which the first 81 count. ``memory`` is 2 * MEMORY words: two puzzles are solved
    side by side, and each takes the next one when it is done.
    """
    align_stack()
    first = (address_of(memory) + 31) & ~31
    second = first + 4 * (MEMORY - 8)
    puzzle, solution = address_of(puzzles), address_of(solutions)
    number, width = puzzles.shape
    mine, other = 0, 1
    if number > 0:
        _set_up(first, puzzle)
    if number > 1:
        _set_up(second, puzzle + width)
    going = 2
    while other < number:
        flags = deduce_at_both(first, second)
        if flags & 7 != _GO_ON and not _step_on(first, flags & 7, solution + 81 * mine, _ONE, limit, ENDLESS):
            counts[mine] = load(first, FOUND)
            mine, going = going, going + 1
            if mine < number:
                _set_up(first, puzzle + width * mine)
            else:  # no further puzzle for this side: the other one goes on alone, as the first
                first, second, mine, other = second, first, other, number
                if flags >> 3 != _GO_ON and not _step_on(first, flags >> 3, solution + 81 * mine, _ONE, limit, ENDLESS):
                    counts[mine] = load(first, FOUND)
                    mine = number
                break
        if flags >> 3 != _GO_ON and not _step_on(second, flags >> 3, solution + 81 * other, _ONE, limit, ENDLESS):
            counts[other] = load(second, FOUND)
            other, going = going, going + 1
            if other < number:
                _set_up(second, puzzle + width * other)
    while mine < number:
        flags = deduce_at(first)
        if flags != _GO_ON and not _step_on(first, flags, solution + 81 * mine, _ONE, limit, ENDLESS):
            counts[mine] = load(first, FOUND)
            break


@kernel
def solve_one(puzzle: Any, solutions: Any, limit: int, most_guesses: int, memory: Any) -> Any:
    """``start`` and ``proceed`` in one call."""
    _set_up((address_of(memory) + 31) & ~31, address_of(puzzle))
    return proceed(memory, solutions, limit, most_guesses)
