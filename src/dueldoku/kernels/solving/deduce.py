"""One pass of deductions over a 9x9 board, for all digits at once, as expressions over lanes.

A *band* is three rows of the board. What a band still allows for a digit is one word of 27 bits:

    bit   0  1  2 |  3  4  5 |  6  7  8      first row of the band
          9 10 11 | 12 13 14 | 15 16 17      second row
         18 19 20 | 21 22 23 | 24 25 26      third row

A vector of eight lanes holds what two digits may do in the three bands; the ninth digit sits in the gaps between
them. So the state is four vectors, 32 words (d0b1 is digit 0 in band 1):

    lane       0     1     2     3     4     5     6     7
    vector 0   d0b0  d0b1  d0b2  d8b0  d1b0  d1b1  d1b2  0
    vector 1   d2b0  d2b1  d2b2  d8b1  d3b0  d3b1  d3b2  0
    vector 2   d4b0  d4b1  d4b2  d8b2  d5b0  d5b1  d5b2  0
    vector 3   d6b0  d6b1  d6b2  0     d7b0  d7b1  d7b2  0

In octal, a digit of a mask is the three cells that a row and a block have in common, a *minirow*: 0o007 is the first
of the first row, 0o111111111 has the first bit of all nine.

``deduce`` finds locked candidates both ways, three digits forced into the three cells of a minirow (or of a column
inside a block), hidden singles in rows, naked singles, and contradictions, without a branch. Repeating it until nothing
changes is what the search does between two guesses; ``choices`` is what it asks before a guess.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from dueldoku.kernels.base.lanes import Lanes

L = TypeVar("L", bound=Lanes)

BAND = (1 << 27) - 1
VECTORS = 4
FIRSTS = 0o111111111  # the first cell of each minirow
_ROW_STARTS = 0o001001001
_USED = [[-1, -1, -1, gap, -1, -1, -1, 0] for gap in (-1, -1, -1, 0)]  # the lanes of each vector that hold something
_UNUSED_GAP = [0, 0, 0, -1, 0, 0, 0, 0]  # the one in the last vector
_DIGITS = [[2 * k, 2 * k, 2 * k, 8, 2 * k + 1, 2 * k + 1, 2 * k + 1, 0] for k in range(4)]  # which digit they hold
_MUCH = 11  # openness from which on few digits are worth more than few arrangements; found by trying
_GAPS = [0, 1, 2, 3]  # what lane 3 of each vector is: the ninth digit in this band; nothing in the last
_STACK_SHIFTS = [[0, 3, 6, 3 * gap, 0, 3, 6, 0] for gap in _GAPS]  # the columns of the lane's own stack begin there


def _turn_blocks(firsts: L) -> tuple[L, L]:
    """Minirow bits moved cyclically by one and by two blocks within their row."""
    by_one = firsts >> 3 & 0o011011011 | firsts << 6 & 0o100100100
    by_two = firsts << 3 & 0o110110110 | firsts >> 6 & 0o001001001
    return by_one, by_two


def _turn_columns(columns: L) -> tuple[L, L]:
    """Column bits (nine of them) moved cyclically by one and by two within their block."""
    by_one = columns >> 1 & 0o333 | columns << 2 & 0o444
    by_two = columns << 1 & 0o666 | columns >> 2 & 0o111
    return by_one, by_two


def _row_after(bits: L) -> L:
    return bits >> 9 | bits << 18


def _row_after_next(bits: L) -> L:
    return bits >> 18 | bits << 9


def _bands_after(state: Sequence[L], steps: int = 1) -> list[L]:
    """Every word replaced by the one so many bands further; after the last comes the first."""
    a, b, c = (band % 3 for band in range(steps, steps + 3))
    following = [state[a], state[b], state[c], state[3]]
    orders = [[a, b, c, gap, 4 + a, 4 + b, 4 + c, 7] for gap in (11, 11, 11, 3)]
    return [bits.permute(order, other) for bits, order, other in zip(state, orders, following, strict=True)]


def _other_digit(bits: L) -> L:
    return bits.permute([4, 5, 6, 7, 0, 1, 2, 3])


def _ninth(state: Sequence[L]) -> L:
    """The ninth digit's words out of the gaps, in the lanes of the bands."""
    two = state[0].permute([3, 11, 3, 3, 3, 11, 3, 3], state[1])
    return two.permute([0, 1, 11, 3, 4, 5, 11, 7], state[2])


def _spread(bits: L) -> list[L]:
    """One word a band, put where the state has this band: the same in every vector but for the gap."""
    return [bits.permute([0, 1, 2, gap, 4, 5, 6, 7]) for gap in _GAPS]


def _at_least(state: Sequence[L]) -> tuple[L, L]:
    """The bits that are set for at least one, two of the nine digits, in the lanes of the bands."""
    one, two = state[0], state[0] & 0
    for bits in state[1:]:
        two = two | one & bits
        one = one | bits
    one_too, two_too = _other_digit(one), _other_digit(two)
    two = two | two_too | one & one_too
    one = one | one_too
    ninth = _ninth(state)
    return one | ninth, two | one & ninth


def _three_rows(only: Sequence[L]) -> L:
    """The minirow bits that are set for three of the nine digits, in the lanes of the bands: a minirow has room to add.

    If more digits have one, which is a contradiction, any may be told.
    """
    summed = total(only)
    return summed & summed >> 1


def _three_columns(only: Sequence[L]) -> L:
    """The same for column bits, which have no room: the ones and the twos of their number are counted bit by bit."""
    a, b, c, d = only
    ones, twos = a ^ b ^ c, a & b | (a ^ b) & c
    ones, twos = ones ^ d, twos ^ ones & d
    other_ones, other_twos, ninth = _other_digit(ones), _other_digit(twos), _ninth(only)
    ones, twos = ones ^ other_ones, twos ^ other_twos ^ ones & other_ones
    return (ones ^ ninth) & (twos ^ ones & ninth)


def _forced(present: Sequence[L], turned: Sequence[tuple[L, L]], three: Callable[[Sequence[L]], L]) -> list[L]:
    """The places of three that a digit may use: not those taken by three others that have no other place."""
    only = [bits & ~(one | two) for bits, (one, two) in zip(present, turned, strict=True)]
    free = _spread(~three(only))
    return [bits & (mine | spare) for bits, mine, spare in zip(present, only, free, strict=True)]


def _lock_rows(state: Sequence[L]) -> list[L]:
    """Keep only candidates in minirows that some arrangement of their digit in the band uses."""
    present = [(bits | bits >> 1 | bits >> 2) & FIRSTS for bits in state]
    turned = [_turn_blocks(firsts) for firsts in present]
    kept = []
    for bits, firsts, (one, two) in zip(state, _forced(present, turned, _three_rows), turned, strict=True):
        both = one | two << 1  # two bits for each minirow: by one, by two
        after, before = _row_after(both), _row_after_next(both)
        used = firsts & (after & before >> 1 | after >> 1 & before)
        kept.append(bits & ((used << 3) - used))
    return kept


def _lock_columns(state: Sequence[L]) -> list[L]:
    """The same for stacks: the three words of a digit are its bands, so the rows of a stack are words."""
    present = [(bits | bits >> 9 | bits >> 18) & 0o777 for bits in state]
    turned = [_turn_columns(columns) for columns in present]
    fits = _column_fits(turned)
    kept = []
    for bits, columns, (even, odd) in zip(state, _forced(present, turned, _three_columns), fits, strict=True):
        used = columns & (even | odd)
        kept.append(bits & (used | used << 9 | used << 18))
    return kept


def _column_fits(turned: Sequence[tuple[L, L]]) -> list[tuple[L, L]]:
    """Which columns the two other bands leave to a digit, by the arrangements of either turning sense."""
    by_one, by_two = [one for one, _ in turned], [two for _, two in turned]
    even = zip(_bands_after(by_one), _bands_after(by_two, 2), strict=True)
    odd = zip(_bands_after(by_two), _bands_after(by_one, 2), strict=True)
    return [(a & b, c & d) for (a, b), (c, d) in zip(even, odd, strict=True)]


def _rows_with_any(bits: L) -> L:
    """All nine cells of each row in which a bit is set."""
    top = ((bits & 0o377377377) + 0o377377377 | bits) & 0o400400400
    return top | top - (top >> 8)


def deduce(state: Sequence[L]) -> tuple[list[L], L, L, L]:
    """The state after one pass, and what it tells, each not 0 if there is something.

    What is wrong with it: a contradiction. The cells that were still open before singles were looked for. Whether some
    digit has several cells left in a row of the state after it.
    """
    state = _lock_columns(_lock_rows(state))
    one, two = _at_least(state)
    naked = _spread(one & ~two)
    fewest = state[0].least(state[1]).least(state[2].least(state[3] | _UNUSED_GAP))
    wrong = (one ^ BAND) & _USED[-1] | fewest.where_zero() & _USED[0]  # a digit has no place in a band
    # A digit that has one cell left in a row takes it, and leaves the other digits none of it.
    hidden = [bits & ~_rows_with_any(bits & bits - _ROW_STARTS) for bits in state]
    taken = hidden[0] | hidden[1] | hidden[2] | hidden[3]
    untaken = _spread(~(taken | _other_digit(taken) | _ninth(hidden)))
    after = []
    for bits, mine, lone, spare in zip(state, hidden, naked, untaken, strict=True):
        single = bits & lone
        rest = ~_rows_with_any(single)
        once = single | rest & _ROW_STARTS
        wrong = wrong | once & once - _ROW_STARTS  # two cells of a row hold nothing but this digit
        after.append((bits & spare | mine) & rest | single)
    several = [bits & bits - _ROW_STARTS for bits in after]
    return after, wrong, two & _USED[-1], several[0] | several[1] | several[2] | several[3]


def misplaced(state: Sequence[L]) -> L:
    """Not 0 if a cell has no digit, or a digit is missing in some column or block. No digit is twice in a row."""
    columns = [(bits | bits >> 9 | bits >> 18) & 0o777 for bits in state]
    wrong = (_at_least(state)[0] ^ BAND) & _USED[-1]
    for here, next_, last, used in zip(columns, _bands_after(columns), _bands_after(columns, 2), _USED, strict=True):
        blocks = (here | here >> 1 | here >> 2) & 0o111
        wrong = wrong | ((here | next_ | last) ^ 0o777 | blocks ^ 0o111) & used
    return wrong


def arrangements(state: Sequence[L]) -> tuple[list[L], list[L]]:
    """In how many ways each digit fits into each band and each stack: one number from 0 to 6 a word."""
    bands = []
    for bits in state:
        firsts = (bits | bits >> 1 | bits >> 2) & FIRSTS
        one, two = _turn_blocks(firsts)
        even = firsts & _row_after(one) & _row_after_next(two) & 0o111
        odd = firsts & _row_after(two) & _row_after_next(one) & 0o111
        ways = even + odd
        bands.append(ways + (ways >> 3) + (ways >> 6) & 7)
    present = [(bits | bits >> 9 | bits >> 18) & 0o777 for bits in state]
    stacks = []
    fits = _column_fits([_turn_columns(columns) for columns in present])
    for columns, (even, odd), shifts in zip(present, fits, _STACK_SHIFTS, strict=True):
        both = (columns & even) >> shifts & 7 | ((columns & odd) >> shifts & 7) << 3
        ways = (both & 0o11) + (both >> 1 & 0o11) + (both >> 2 & 0o11)
        stacks.append(ways + (ways >> 3) & 7)
    return bands, stacks


def total(counts: Sequence[L]) -> L:
    """The sum over the nine digits, in the lanes of the bands."""
    summed = counts[0] + counts[1] + counts[2] + counts[3]
    return summed + _other_digit(summed) + _ninth(counts)


def _fewest(counts: Sequence[L]) -> L:
    """The digit with the fewest arrangements of two or more, in the lanes of the bands: 16 * (they - 2) + digit."""
    keys = [(ways - 2) << 4 | digits for ways, digits in zip(counts, _DIGITS, strict=True)]
    fewest = keys[0].least(keys[1]).least(keys[2].least(keys[3]))
    return fewest.least(_other_digit(fewest)).least(_ninth(keys))


def _openness(counts: Sequence[L]) -> L:
    """How open each band is, from 0 on, in its lane; below 0 if nothing is.

    It is how many more arrangements than one a digit there are, less one. Where they are many, each digit that has
    several counts for two more: on the hardest puzzles it takes fewer guesses to settle few digits than many.
    """
    both = total([ways | (ways - 2) >> 23 & 256 for ways in counts])  # and digits that have at most one, from bit 8 on
    more = (both & 255) - 10
    is_much = ((more - _MUCH) >> 31) - 1  # all bits, or none
    several = (both >> 8 ^ 15) - 6  # nine less those that have at most one
    return more + (several << 1 & is_much)


def choices(state: Sequence[L]) -> tuple[L, L]:
    """Where to guess in each band and each stack, in the lanes of the bands: at the digit with the fewest arrangements.

    It is a number, lower where less is open: 2**16 * the openness, + 256 * the band, or the stack + 3, + the digit in
    the lowest four bits. Where nothing is open, it is above 2**31.
    """
    bands, stacks = (
        _openness(counts) << 16 | _fewest(counts) & 0x7F | [(3 * side + lane) << 8 for lane in range(8)]
        for side, counts in enumerate(arrangements(state))
    )
    return bands, stacks


def lowest(bands: L, stacks: L) -> L:
    """The lowest of the first three numbers of both, in lane 0."""
    best = bands.least(stacks)
    return best.least(best.permute([1] * 8)).least(best.permute([2] * 8))
