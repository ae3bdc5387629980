"""Many games in lockstep: a row of words each, all moved on by one call.

    values       C words    each cell's digit, 0 if it is empty
    candidates   C words    each cell's digits that are neither in its units nor taboo: bit ``digit - 1``
    taboo        C words    those that were refused
    empty in     3N words   how many cells of each unit are empty
    masks        3W words   sets of cells: the empty ones, those in reach of player 1, of player 2
    the rest     9 words    EMPTY ... START, below

Whether a move leaves the board solvable is told by solutions that are known: 64 for a game, cell by cell, so that one
comparison finds all that have this digit there. ALIVE are those that agree with the board, and COMPLETE says that there
are no others: then a move that none of them has is a bomb. Else the solver is asked, and its solutions are kept; a
board with few empty cells is asked for all of them. ``sets`` has the start boards' solutions first, then those that
each game has found for itself; ROW says which a game uses.

A step is ``judge`` (nothing changes), the answers of the solver, and ``settle``. Players are 0 and 1 here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dueldoku.board.geometry import Geometry
from dueldoku.duel import rules
from dueldoku.duel.turn import Ruling
from dueldoku.kernels.base.bits import ALL, ONE, ZERO, lowest, popcount, signed
from dueldoku.kernels.base.chance import draw
from dueldoku.kernels.base.jit import lean, lean_part
from dueldoku.kernels.base.memory import address_of, where_byte

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]
EMPTY, SCORES, TURN, ALIVE, COMPLETE, ROW, GATHER_AT, START, REST = 0, 1, 3, 4, 5, 6, 7, 8, 9
SET = 64  # solutions that are kept for a game
RULINGS = tuple(Ruling)
_TABOO, _INVALID, _ILLEGAL, _REFUSED, _PLACED = map(
    RULINGS.index, (Ruling.TABOO, Ruling.INVALID, Ruling.ILLEGAL, Ruling.REFUSED, Ruling.PLACED)
)
_ASK = len(RULINGS)  # nobody knows yet whether it is a bomb
_POINTS = np.array(rules.POINTS)


class Shape(NamedTuple):
    """What follows from the shape of a board, and where its parts begin in a row."""

    units: Numbers  # of each cell
    peers: Numbers
    around: Words  # the cells that filling a cell opens; none where every cell is open
    side: int
    candidates: int
    taboo: int
    empty_in: int
    masks: int
    rest: int
    width: int


def shape_of(geometry: Geometry, territories: bool) -> Shape:
    """The tables of these boards."""
    cells, side = geometry.size, geometry.side
    words = (cells + 63) // 64
    opened = geometry.neighbours if territories else [()] * cells
    masks = 3 * cells + 3 * side
    return Shape(
        units=np.array(geometry.units_of, np.int64),
        peers=np.array(geometry.peers, np.int64),
        around=np.array([words_of(opened[cell], words) for cell in range(cells)], np.uint64),
        side=side,
        candidates=cells,
        taboo=2 * cells,
        empty_in=3 * cells,
        masks=masks,
        rest=masks + 3 * words,
        width=masks + 3 * words + REST,
    )


def words_of(cells: Iterable[int], words: int) -> list[int]:
    """A set of cells as so many words."""
    mask = sum(1 << cell for cell in cells)
    return [mask >> 64 * word & (1 << 64) - 1 for word in range(words)]


# -- a turn ----------------------------------------------------------------------------------------------------------


@lean_part
def _agreeing(shape: Shape, game: Words, sets: NDArray[np.uint8], cell: int, digit: int) -> np.uint64:
    """The living solutions that have the digit there."""
    row = signed(game[shape.rest + ROW])
    address = address_of(sets) + SET * (row * shape.candidates + cell)
    low, high = where_byte(address, digit), where_byte(address + 32, digit)
    return game[shape.rest + ALIVE] & (np.uint64(low) | np.uint64(high) << np.uint64(32))


@lean_part
def _open(shape: Shape, game: Words, player: int, word: int) -> np.uint64:
    """The empty cells that the player may fill: a word of them."""
    words = shape.around.shape[1]
    return game[shape.masks + word] & game[shape.masks + (1 + player) * words + word]


@lean_part
def _can_move(shape: Shape, game: Words, player: int) -> bool:
    any_open = ZERO
    for word in range(shape.around.shape[1]):
        any_open |= _open(shape, game, player, word)
    return any_open != ZERO


@lean_part
def _ruling(shape: Shape, game: Words, sets: NDArray[np.uint8], action: int) -> int:
    if action < 0 or action >= shape.candidates * shape.side:
        return _INVALID
    cell = action // shape.side
    digit = action - cell * shape.side + 1
    bit = ONE << np.uint64(digit - 1)
    if game[shape.taboo + cell] & bit:
        return _TABOO
    mine = _open(shape, game, signed(game[shape.rest + TURN]), cell >> 6) >> np.uint64(cell & 63) & ONE
    if mine == ZERO or game[shape.candidates + cell] & bit == ZERO:
        return _ILLEGAL
    if _agreeing(shape, game, sets, cell, digit):
        return _PLACED
    return _REFUSED if game[shape.rest + COMPLETE] else _ASK


@lean
def judge(
    shape: Shape,
    state: Words,
    sets: NDArray[np.uint8],
    actions: Numbers,
    rulings: NDArray[np.uint8],
    boards: NDArray[np.uint8],
    asked: Numbers,
) -> tuple[int, int]:
    """Rule on each action. Returns how many need an answer, and the first game with an offence, or -1.

    ``asked`` gets these games, and how many solutions to look for; ``boards`` what is to be solved.
    """
    count, offence = 0, -1
    for number in range(actions.size):
        game = state[number]
        ruling = _ruling(shape, game, sets, actions[number])
        rulings[number] = ruling
        if ruling < _REFUSED and offence < 0:
            offence = number
        if ruling == _ASK:
            for cell in range(shape.candidates):
                boards[count, cell] = game[cell]
            cell = actions[number] // shape.side
            boards[count, cell] = actions[number] - cell * shape.side + 1
            asked[count, 0] = number
            asked[count, 1] = SET + 1 if game[shape.rest + EMPTY] <= game[shape.rest + GATHER_AT] else 1
            count += 1
    return count, offence


@lean_part
def _place(shape: Shape, game: Words, cell: int, digit: int) -> int:
    """Fill the cell for the player to move; returns the points."""
    player = signed(game[shape.rest + TURN])
    game[cell] = digit
    game[shape.candidates + cell] = ZERO
    bit = ONE << np.uint64(digit - 1)
    for k in range(shape.peers.shape[1]):
        game[shape.candidates + shape.peers[cell, k]] &= ~bit
    full = 0
    for k in range(3):
        unit = shape.empty_in + shape.units[cell, k]
        game[unit] -= ONE
        full += game[unit] == ZERO
    game[shape.masks + (cell >> 6)] &= ~(ONE << np.uint64(cell & 63))
    words = shape.around.shape[1]
    for word in range(words):
        game[shape.masks + (1 + player) * words + word] |= shape.around[cell, word]
    game[shape.rest + EMPTY] -= ONE
    points = _POINTS[full]
    game[shape.rest + SCORES + player] += np.uint64(points)
    return points


@lean
def settle(
    shape: Shape,
    state: Words,
    starts: Words,
    sets: NDArray[np.uint8],
    actions: Numbers,
    rulings: NDArray[np.uint8],
    asked: Numbers,
    points: NDArray[np.int32],
    done: NDArray[np.bool_],
    winner: NDArray[np.int8],
    scores: NDArray[np.int32],
) -> None:
    """Take all turns, now that each ruling is known but for those ``asked``: game, solutions wanted, solutions found.

    The last four are what ``envs.Step`` tells; a game that has ended starts anew.
    """
    for i in range(asked.shape[0]):
        number, wanted, found = asked[i, 0], asked[i, 1], asked[i, 2]
        rest = state[number, shape.rest :]
        rulings[number] = _PLACED if found > 0 else _REFUSED
        if found > 0:
            rest[ROW] = np.uint64(starts.shape[0] + number)
            rest[ALIVE] = ALL >> np.uint64(SET - min(found, SET))
            rest[COMPLETE] = ONE if found < wanted else ZERO
            if found > SET:
                rest[GATHER_AT] = rest[EMPTY] - min(rest[EMPTY], np.uint64(3))
    for number in range(actions.size):
        game, rest = state[number], state[number, shape.rest :]
        player, ruling = signed(rest[TURN]), rulings[number]
        cell = actions[number] // shape.side
        digit = actions[number] - cell * shape.side + 1
        points[number] = winner[number] = 0
        if ruling == _PLACED:
            rest[ALIVE] = _agreeing(shape, game, sets, cell, digit)
            points[number] = _place(shape, game, cell, digit)
        elif ruling == _REFUSED:
            game[shape.taboo + cell] |= ONE << np.uint64(digit - 1)
            game[shape.candidates + cell] &= ~(ONE << np.uint64(digit - 1))
        over = ruling < _REFUSED
        if over:
            winner[number] = 2 - player
        elif _can_move(shape, game, 1 - player):
            rest[TURN] = np.uint64(1 - player)
        elif not _can_move(shape, game, player):
            over = True
            winner[number] = 1 if rest[SCORES] > rest[SCORES + 1] else 2 if rest[SCORES] < rest[SCORES + 1] else 0
        done[number] = over
        scores[number, 0], scores[number, 1] = signed(rest[SCORES]), signed(rest[SCORES + 1])
        if over:
            start = (signed(rest[START]) + 1) % starts.shape[0]
            for word in range(shape.width):
                game[word] = starts[start, word]


# -- looking ---------------------------------------------------------------------------------------------------------


@lean
def sample(shape: Shape, state: Words, random: Numbers, actions: Numbers) -> None:
    """Draw a legal action for each game, each with the same chance."""
    for number in range(actions.size):
        game = state[number]
        player = signed(game[shape.rest + TURN])
        total = 0
        for word in range(shape.around.shape[1]):
            cells = _open(shape, game, player, word)
            while cells:
                total += popcount(game[shape.candidates + 64 * word + lowest(cells)])
                cells &= cells - ONE
        left = draw(random[number], total)
        action = -1
        for word in range(shape.around.shape[1]):
            cells = _open(shape, game, player, word)
            while cells and action < 0:
                cell = 64 * word + lowest(cells)
                digits = game[shape.candidates + cell]
                count = popcount(digits)
                if left < count:
                    for _ in range(left):
                        digits &= digits - ONE
                    action = cell * shape.side + lowest(digits)
                left -= count
                cells &= cells - ONE
        actions[number] = action


@lean
def legal(shape: Shape, state: Words, masks: Words) -> None:
    """Write which actions are legal in each game: bit ``action`` of its row of words."""
    for number in range(state.shape[0]):
        game, mask = state[number], masks[number]
        player = signed(game[shape.rest + TURN])
        for word in range(mask.size):
            mask[word] = ZERO
        for word in range(shape.around.shape[1]):
            cells = _open(shape, game, player, word)
            while cells:
                cell = 64 * word + lowest(cells)
                _add(mask, cell * shape.side, shape.side, game[shape.candidates + cell])
                cells &= cells - ONE


@lean_part
def _add(mask: Words, first: int, side: int, digits: np.uint64) -> None:
    """Add the actions of a cell, whose first is given, to a set of actions."""
    mask[first >> 6] |= digits << np.uint64(first & 63)
    if (first & 63) + side > 64:
        mask[(first >> 6) + 1] |= digits >> np.uint64(64 - (first & 63))


@lean
def solvable(shape: Shape, state: Words, sets: NDArray[np.uint8], masks: Words) -> None:
    """Write which actions are part of a known solution, as ``legal`` does: whatever the territory."""
    for number in range(state.shape[0]):
        game, mask = state[number], masks[number]
        for word in range(mask.size):
            mask[word] = ZERO
        for cell in range(shape.candidates):
            digits = ZERO
            living = game[shape.rest + ALIVE] if game[cell] == ZERO else ZERO
            while living:
                value = sets[signed(game[shape.rest + ROW]), cell, lowest(living)]
                digits |= ONE << np.uint64(value - 1)
                living &= living - ONE
            _add(mask, cell * shape.side, shape.side, digits)


@lean
def observe(shape: Shape, state: Words, planes: Words) -> None:
    """Write each game's planes as sets of cells: each digit's cells, where it is a candidate, mine, theirs."""
    side = shape.side
    for number in range(state.shape[0]):
        game, mine = state[number], planes[number]
        for word in range(mine.shape[1]):
            first = 64 * word
            for digit in range(side):  # no branch inside: several cells are looked at together
                value, shift = np.uint64(digit + 1), np.uint64(digit)
                holds = could = ZERO
                for at in range(min(64, shape.candidates - first)):
                    holds |= np.uint64(game[first + at] == value) << np.uint64(at)
                    could |= (game[shape.candidates + first + at] >> shift & ONE) << np.uint64(at)
                mine[digit, word] = holds
                mine[side + digit, word] = could
        player = signed(game[shape.rest + TURN])
        for word in range(mine.shape[1]):
            mine[2 * side, word] = _open(shape, game, player, word)
            mine[2 * side + 1, word] = _open(shape, game, 1 - player, word)


def byte_table(dtype: type[np.generic]) -> NDArray[np.generic]:
    """The bits of each byte as eight numbers, for ``spread``."""
    return np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little").astype(dtype)


@lean
def spread(table: NDArray[np.generic], words: Words, numbers: NDArray[np.generic]) -> None:
    """Write each bit of the rows of words as a number, 0 or 1; a row of numbers may end before its words do."""
    width = numbers.shape[1]
    for row in range(numbers.shape[0]):
        for byte in range((width + 7) // 8):
            bits = signed(words[row, byte >> 3] >> np.uint64(8 * (byte & 7)) & np.uint64(255))
            first = 8 * byte
            if first + 8 <= width:
                for bit in range(8):
                    numbers[row, first + bit] = table[bits, bit]
            else:
                for bit in range(width - first):
                    numbers[row, first + bit] = table[bits, bit]
