"""The 9x9 solver: the board in four vectors, one branch-free pass of deductions at a time (``deduce.py``), and guesses.

Before a guess, the search looks for the band or stack whose digits have the fewest arrangements in all, in it for the
digit with the fewest, and splits those arrangements in two: one half goes on the stack. A search lives in an array
(``nine_state.py``), so it can stop at any solution and go on later.
"""

from __future__ import annotations

from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from dueldoku.kernels.base.bits import signed
from dueldoku.kernels.base.jit import kernel, part
from dueldoku.kernels.base.memory import address_of, align_stack, load, store, where_byte, write_digits
from dueldoku.kernels.solving.deduce import BAND, FIRSTS
from dueldoku.kernels.solving.nine_state import (
    CHANGED,
    CHOICES,
    CLOSED,
    DEPTH,
    FOUND,
    FRAMES,
    GUESSES,
    REFUTED,
    SPENT,
    STATE,
    UNSETTLED,
    WRONG,
    choice_at,
    copy_state,
    deduce_at,
    deduce_at_both,
    is_misplaced,
    split_at,
    word_of,
)
from dueldoku.kernels.solving.nine_state import MEMORY as MEMORY  # callers make the array

Bytes = NDArray[np.uint8]
Words = NDArray[np.uint32]
ENDLESS = signed(1 << 60)  # for a number of solutions or guesses that is never reached
_NONE, _ONE = signed(0), signed(1)
_NINE, _ZERO, _END = np.uint8(9), np.uint8(ord("0")), np.uint8(ord("\n"))
_SIGNS = tuple(np.uint8(ord(sign)) for sign in ".*_-")  # of an empty cell, beside 0

_GO_ON = CHANGED | CLOSED | UNSETTLED


# -- branching -------------------------------------------------------------------------------------------------------


def _split_table() -> NDArray[np.uint8]:
    """For each set of places (3 x 3, bit 3*row + column) of a digit: the place to branch on.

    It is the one that as near as possible half of the arrangements use.
    """
    table = np.zeros(512, np.uint8)
    ways = [sum(1 << 3 * row + col for row, col in enumerate(order)) for order in permutations(range(3))]
    for places in range(512):
        fitting = [way for way in ways if way & ~places == 0]
        used = [sum(way >> place & 1 for way in fitting) for place in range(9)]
        open_places = [place for place in range(9) if 0 < used[place] < len(fitting)]
        if open_places:
            table[places] = min(open_places, key=lambda place: (abs(2 * used[place] - len(fitting)), place))
    return table


_SPLIT = _split_table()


@part
def _guess(memory: int, depth: int) -> int:
    """Guess in the state in memory, in one place or in several at once; returns the depth after that.

    As long as no guess was wrong, there may be many solutions. Then it guesses in the other bands (or stacks) too, at
    other digits: three guesses for the passes of one. The deeper it is, the more may be open for that.
    """
    align_stack()
    choice = choice_at(memory)
    frames = memory + 4 * FRAMES
    _split(memory, frames + 4 * STATE * depth, choice)
    depth += 1
    if load(memory, REFUTED) == 0 and choice < 5 * (depth - 1) << 16:
        where, digits = choice >> 8 & 7, 1 << (choice & 15)
        first = CHOICES if where < 3 else CHOICES + 8
        for step in range(1, 3):
            other = load(memory, first + (where + step) % 3)
            if other < 1 << 31 and digits >> (other & 15) & 1 == 0:
                digits |= 1 << (other & 15)
                _split(memory, frames + 4 * STATE * depth, other)
                depth += 1
    return depth


@part
def _split(memory: int, frame: int, choice: int) -> None:
    """Split the state in memory in two: one half stays, the other goes to ``frame``."""
    digit, where = choice & 15, choice >> 8 & 7
    if where < 3:
        word = word_of(digit, where)
        bits = load(memory, word)
        firsts = (bits | bits >> 1 | bits >> 2) & FIRSTS
        places = (firsts | firsts >> 2 | firsts >> 4) & 0o007007007
        place = signed(_SPLIT[(places | places >> 6 | places >> 12) & 0o777])
        wanted = 7 << 3 * place  # this minirow
        others = 0o777 << 9 * (place // 3)  # its row
    else:
        shift = 3 * (where - 3)
        places = 0
        for band in range(3):
            bits = load(memory, word_of(digit, band))
            places |= ((bits | bits >> 9 | bits >> 18) >> shift & 7) << 3 * band
        place = signed(_SPLIT[places])
        word = word_of(digit, place // 3)
        wanted = 0o001001001 << (shift + place % 3)  # this column, inside its block
        others = 0o007007007 << shift  # the block
    split_at(memory, frame, word, wanted, others & ~wanted)


# -- the search ------------------------------------------------------------------------------------------------------


@part
def set_up(memory: int, puzzle: int) -> None:
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
    for counter in (DEPTH, SPENT, FOUND, GUESSES, REFUTED):
        store(memory, counter, 0)


@part
def _step_on(memory: int, flags: int, output: int, keep: int, limit: int, most_guesses: int) -> bool:
    """What follows a pass that did not close any cell: another pass, a guess, a solution, or another state.

    After a guess, a pass that only struck candidates is the last one before the next guess: a further one costs more
    than it finds.

    Returns False when there is none, when ``limit`` solutions are found, or when ``most_guesses`` are made; a solution
    goes to ``output`` (81 digits each) as long as there are fewer than ``keep``.
    """
    depth = load(memory, DEPTH)
    is_unsettled = flags & UNSETTLED != 0
    if flags & WRONG == 0 and (is_unsettled or not is_misplaced(memory)):
        if is_unsettled:
            if flags & CHANGED and depth == 0:
                return True
            guesses = load(memory, GUESSES)
            if guesses >= most_guesses:
                return False
            store(memory, GUESSES, guesses + 1)
            store(memory, DEPTH, _guess(memory, depth))
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
    else:
        store(memory, REFUTED, 1)
    return _take_back(memory)


@part
def _take_back(memory: int) -> bool:
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
def start(memory: Words, puzzle: Bytes) -> None:
    """Begin the search for the solutions of ``puzzle`` (81 values or characters) in ``memory`` (MEMORY words)."""
    set_up((address_of(memory) + 31) & ~31, address_of(puzzle))


@kernel
def proceed(memory: Words, solutions: Bytes, limit: int, most_guesses: int) -> tuple[int, int, int, bool]:
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


@part
def _share(busy: int, idle: int) -> None:
    """Hand the oldest state on the stack of a search to one that has nothing left; the newest takes its place."""
    depth = load(busy, DEPTH) - 1
    if load(idle, SPENT) == 1 and load(busy, SPENT) == 0 and depth >= 0:
        oldest = busy + 4 * FRAMES
        copy_state(idle, oldest)
        copy_state(oldest, oldest + 4 * STATE * depth)
        store(busy, DEPTH, depth)
        store(idle, SPENT, 0)


@kernel
def start_count(memory: Words, puzzle: Bytes) -> None:
    """Begin to count the solutions of ``puzzle`` (81 values or characters) in ``memory`` (2 * MEMORY words)."""
    first = (address_of(memory) + 31) & ~31
    second = first + 4 * (MEMORY - 8)
    set_up(first, address_of(puzzle))
    set_up(second, address_of(puzzle))
    store(second, SPENT, 1)


@kernel
def count(memory: Words, limit: int, most_guesses: int) -> tuple[int, int, int, bool]:
    """Go on counting until there are ``limit`` more solutions, ``most_guesses`` more guesses were made, or to the end.

    Returns how many solutions there were, or one more than the limit; guesses and passes made; and whether it is over.
    Two searches go side by side: one takes what the other one has put off.
    """
    align_stack()
    first = (address_of(memory) + 31) & ~31
    second = first + 4 * (MEMORY - 8)
    found = guesses = passes = 0
    for side in (first, second):
        store(side, FOUND, 0)
        store(side, GUESSES, 0)
    while found < limit and guesses < most_guesses:
        _share(first, second)
        _share(second, first)
        first_over, second_over = load(first, SPENT) == 1, load(second, SPENT) == 1
        if first_over and second_over:
            return found, guesses, passes, True
        flags = deduce_at_both(first, second)
        passes += 2 - first_over - second_over
        if flags & 15 != _GO_ON and not first_over:
            _step_on(first, flags & 15, first, _NONE, ENDLESS, ENDLESS)
        if flags >> 4 != _GO_ON and not second_over:
            _step_on(second, flags >> 4, second, _NONE, ENDLESS, ENDLESS)
        found = load(first, FOUND) + load(second, FOUND)
        guesses = load(first, GUESSES) + load(second, GUESSES)
    return found, guesses, passes, load(first, SPENT) == 1 and load(second, SPENT) == 1


@kernel
def plain_rows(lines: Bytes) -> int:
    """How many rows, up to one that is not, are 81 digits and signs for empty cells, and the end of a line."""
    for row in range(lines.shape[0]):
        strange = False
        for column in range(81):  # no way out of the loop and no wider numbers: 32 characters are looked at together
            character = lines[row, column]
            sign = (
                (character == _SIGNS[0])
                | (character == _SIGNS[1])
                | (character == _SIGNS[2])
                | (character == _SIGNS[3])
            )
            strange |= (np.uint8(character - _ZERO) > _NINE) & ~sign
        if strange or lines[row, 81] != _END:
            return row
    return lines.shape[0]


@part
def _number(memory: int) -> int:
    """How many solutions a search that has stopped has found; -1 if it did not come to its end."""
    return load(memory, FOUND) if load(memory, SPENT) == 1 else -1


@kernel
def solve_batch(
    puzzles: Bytes, solutions: Bytes, counts: NDArray[np.int32], limit: int, memory: Words, most_guesses: int = ENDLESS
) -> None:
    """Solve every row of ``puzzles``: its first solution, and how many there are up to ``limit``.

    The number of one that takes more than ``most_guesses`` is -1.

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
        set_up(first, puzzle)
    if number > 1:
        set_up(second, puzzle + width)
    going = 2
    while other < number:
        flags = deduce_at_both(first, second)
        if flags & 15 != _GO_ON and not _step_on(first, flags & 15, solution + 81 * mine, _ONE, limit, most_guesses):
            counts[mine] = _number(first)
            mine, going = going, going + 1
            if mine < number:
                set_up(first, puzzle + width * mine)
            else:  # no further puzzle for this side: the other one goes on alone, as the first
                first, second, mine, other = second, first, other, number
                flags >>= 4
                if flags != _GO_ON and not _step_on(first, flags, solution + 81 * mine, _ONE, limit, most_guesses):
                    counts[mine] = _number(first)
                    mine = number
                break
        if flags >> 4 != _GO_ON and not _step_on(second, flags >> 4, solution + 81 * other, _ONE, limit, most_guesses):
            counts[other] = _number(second)
            other, going = going, going + 1
            if other < number:
                set_up(second, puzzle + width * other)
    while mine < number:
        flags = deduce_at(first)
        if flags != _GO_ON and not _step_on(first, flags, solution + 81 * mine, _ONE, limit, most_guesses):
            counts[mine] = _number(first)
            break


@kernel
def solve_one(puzzle: int, solutions: int, rows: int, limit: int, memory: int) -> tuple[int, int, int]:
    """``start`` and ``proceed`` in one call, however many guesses it takes, for arrays at these addresses.

    Numbers are handed over faster than arrays. Returns how many solutions were found, guesses and passes made.
    """
    room = (memory + 31) & ~31
    set_up(room, puzzle)
    passes = run(room, solutions, rows, limit, ENDLESS)
    return load(room, FOUND), load(room, GUESSES), passes
