"""Fish: a digit that has as many rows as columns to be in, or the other way round.

X-wing         In rows 2 and 6, 7 fits only in columns 3 and 8. Each row takes one of the columns, so these two
               columns have their 7 there, and nowhere else. Three rows and columns: swordfish; four: jellyfish.
finned         The same but for some places in one block, the fins. Either a fin is true, or the fish is: what the
               fish would strike out in the fins' block is false both ways.
sashimi        A finned fish that would fall apart without its fins: a row would be left with one place.
franken fish   A block takes the place of a row or a column.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from dueldoku.board.geometry import bits
from dueldoku.solvers.human.board import CandidateBoard, listed
from dueldoku.solvers.human.deduction import Deduction
from dueldoku.solvers.human.patterns import sharing
from dueldoku.solvers.human.templates import loose_digits


def find_fish(board: CandidateBoard, size: int) -> Iterator[Deduction]:
    """``size`` rows with ``size`` columns for a digit: it is nowhere else in these columns; or the other way round."""
    unit_masks = board.geometry.unit_masks
    for digit in board.digits:
        for lines in _crossings(board, digit):
            for base, cover_mask in sharing(lines, size):
                cover = bits(cover_mask)
                base_cells, cover_cells = (sum(unit_masks[unit] for unit in units) for units in (base, cover))
                if struck := board.among([digit], cover_cells & ~base_cells):
                    cells = bits(board.spots[digit] & base_cells)
                    why = f"In {board.unit_names(*base)}, {digit} fits only in {board.unit_names(*cover)}"
                    yield board.strike(cells, struck, why)


def _crossings(board: CandidateBoard, digit: int) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """For each row the columns in which the digit fits, by their unit numbers; and for each column the rows."""
    side = board.geometry.side
    rows, columns = [0] * side, [0] * side
    for cell in bits(board.spots[digit]):
        row, column = divmod(cell, side)
        rows[row] |= 1 << side + column
        columns[column] |= 1 << row
    return list(enumerate(rows)), list(enumerate(columns, side))


def find_finned_fish(board: CandidateBoard, size: int, sashimi: bool) -> Iterator[Deduction]:
    """A fish of ``size`` rows or columns with fins in one block."""
    geometry = board.geometry
    for digit in loose_digits(board):
        board.tick()
        for lines in _crossings(board, digit):
            many = [(line, mask) for line, mask in lines if mask.bit_count() > 1]
            if len(many) < size:
                continue
            for block in range(2 * geometry.side, 3 * geometry.side):
                if (board.spots[digit] & geometry.unit_masks[block]).bit_count() > 1:
                    yield from _with_fins_in(board, digit, many, block, size, sashimi)


def _with_fins_in(
    board: CandidateBoard, digit: int, lines: list[tuple[int, int]], block: int, size: int, sashimi: bool
) -> Iterator[Deduction]:
    """Lines whose places outside the block lie in ``size`` lines across; those in the block may be fins."""
    geometry = board.geometry
    block_mask, across = geometry.unit_masks[block], 0
    through = set()  # the lines that go through the block
    for cell in geometry.units[block]:
        row, column, _ = geometry.units_of[cell]
        through |= {row, column}
        across |= 1 << row | 1 << column
    outside = [(line, mask & ~across if line in through else mask, mask) for line, mask in lines]
    for base, cover_mask, full_mask in _covered(outside, size):
        if not any(line in through for line in base):
            continue
        spare = bits(full_mask & across & ~cover_mask)
        for more in combinations(spare, min(size - cover_mask.bit_count(), len(spare))):
            cover = sorted([*bits(cover_mask), *more])
            if len(cover) == size:
                yield from _finned(board, digit, base, cover, block_mask, sashimi)


def _covered(lines: Sequence[tuple[int, int, int]], size: int) -> Iterator[tuple[tuple[int, ...], int, int]]:
    """Every ``size`` lines whose first masks have at most ``size`` bits together; these bits, those of the second."""

    def extend(start: int, keys: tuple[int, ...], union: int, full: int) -> Iterator[tuple[tuple[int, ...], int, int]]:
        if len(keys) == size:
            yield keys, union, full
            return
        for index in range(start, len(lines)):
            line, outside, mask = lines[index]
            if (union | outside).bit_count() <= size:
                yield from extend(index + 1, (*keys, line), union | outside, full | mask)

    return extend(0, (), 0, 0)


def _finned(
    board: CandidateBoard, digit: int, base: tuple[int, ...], cover: list[int], block_mask: int, sashimi: bool
) -> Iterator[Deduction]:
    unit_masks, spots = board.geometry.unit_masks, board.spots[digit]
    base_mask, cover_mask = (sum(unit_masks[unit] for unit in units) for units in (base, cover))
    fins = spots & base_mask & ~cover_mask
    struck = board.among([digit], cover_mask & ~base_mask & block_mask)
    if not fins or not struck:
        return
    falls_apart = any((spots & unit_masks[line] & cover_mask).bit_count() < 2 for line in base)
    if falls_apart is sashimi:
        body = bits(spots & base_mask & cover_mask)
        why = (
            f"In {board.unit_names(*base)}, {digit} fits only in {board.unit_names(*cover)}, but for "
            f"{board.names(bits(fins))}. Either {board.names(bits(fins), 'or')} is {digit}, or "
            f"{board.unit_names(*cover)} have it there"
        )
        yield board.strike((*body, *bits(fins)), struck, why, sets=(body, bits(fins)))


def find_franken_fish(board: CandidateBoard) -> Iterator[Deduction]:
    """Two or three rows and blocks whose places lie in as many columns and blocks, fins apart; or the reverse."""
    side, unit_masks = board.geometry.side, board.geometry.unit_masks
    blocks = range(2 * side, 3 * side)
    for size, digit in product((2, 3), loose_digits(board)):
        spots = board.spots[digit]
        for lines, across in ((range(side), range(side, 2 * side)), (range(side, 2 * side), range(side))):
            units = [unit for unit in (*lines, *blocks) if 2 <= (spots & unit_masks[unit]).bit_count() <= 2 * size]
            board.tick()
            for base in combinations(units, size):
                base_mask, count = 0, 0
                for unit in base:
                    base_mask |= spots & unit_masks[unit]
                    count += (spots & unit_masks[unit]).bit_count()
                if base_mask.bit_count() == count:  # a place in two of them would count twice
                    yield from _franken(board, digit, base, base_mask, (*across, *blocks))


def _franken(
    board: CandidateBoard, digit: int, base: tuple[int, ...], base_mask: int, allowed: tuple[int, ...]
) -> Iterator[Deduction]:
    """Cover the places with as many units; what cannot be covered is a fin, and what is struck out sees all fins."""
    unit_masks, units_of, spots = board.geometry.unit_masks, board.geometry.units_of, board.spots[digit]

    def cover(left: int, chosen: tuple[int, ...], fins: int, target: int) -> Iterator[tuple[tuple[int, ...], int, int]]:
        if not left:
            if len(chosen) == len(base):
                yield chosen, fins, target
            return
        cell = (left & -left).bit_length() - 1
        if len(chosen) < len(base):
            for unit in units_of[cell]:
                if unit in allowed and unit not in base:
                    yield from cover(left & ~unit_masks[unit], (*chosen, unit), fins, target)
        if fins.bit_count() < 3 and (seen := target & board.geometry.peer_masks[cell]):
            yield from cover(left & left - 1, chosen, fins | 1 << cell, seen)

    for chosen, fins, target in cover(base_mask, (), 0, spots & ~base_mask):
        if all(unit < 2 * board.geometry.side for unit in (*base, *chosen)):
            continue  # an ordinary fish
        covered = 0
        for unit in chosen:
            covered |= unit_masks[unit]
        if struck := board.among([digit], target & covered):
            where = [listed(map(board.geometry.unit_name, units)) for units in (base, chosen)]
            why = f"In {where[0]}, {digit} fits only in {where[1]}"
            if fins:
                but, either = board.names(bits(fins)), board.names(bits(fins), "or")
                why += f", but for {but}. Either {either} is {digit}, or {where[1]} have it there"
            body = bits(base_mask & ~fins)
            yield board.strike((*body, *bits(fins)), struck, why, sets=(body, bits(fins)))
