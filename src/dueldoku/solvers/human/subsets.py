"""So many things that share so many places: naked and hidden subsets, and fish.

The three are one pattern. Two cells of a unit that can only take 3 and 8 keep them for themselves (naked pair); two
digits that fit only in the same two cells of a unit do too (hidden pair); two rows in which a digit fits only in the
same two columns do too (X-wing). Whatever else would want one of those places goes. With three it is a triple or a
swordfish, with four a quad or a jellyfish.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dueldoku.board.geometry import bits
from dueldoku.solvers.human.board import CandidateBoard, listed
from dueldoku.solvers.human.deduction import Deduction


def find_naked_subset(board: CandidateBoard, size: int) -> Iterator[Deduction]:
    """``size`` cells of a unit with ``size`` digits: no cell that sees them all has one of these."""
    for unit, unit_cells in enumerate(board.geometry.units):
        for cells, digits_mask in sharing(((cell, board.marks[cell]) for cell in unit_cells), size):
            digits = bits(digits_mask)
            if struck := board.among(digits, board.seen_by(*cells)):
                why = f"In {board.unit_names(unit)}, {board.names(cells)} can only be {listed(digits, 'or')}"
                yield board.strike(cells, struck, why)


def find_hidden_subset(board: CandidateBoard, size: int) -> Iterator[Deduction]:
    """``size`` digits with ``size`` places in a unit: these cells have no other digit."""
    for unit, unit_mask in enumerate(board.geometry.unit_masks):
        for digits, cells_mask in sharing(((digit, board.spots[digit] & unit_mask) for digit in board.digits), size):
            if struck := board.among((digit for digit in board.digits if digit not in digits), cells_mask):
                cells = bits(cells_mask)
                why = f"In {board.unit_names(unit)}, the digits {listed(digits)} fit only in {board.names(cells)}"
                yield board.strike(cells, struck, why)


def find_fish(board: CandidateBoard, size: int) -> Iterator[Deduction]:
    """``size`` rows with ``size`` columns for a digit: it is nowhere else in these columns; or the other way round."""
    side, unit_masks = board.geometry.side, board.geometry.unit_masks
    for digit in board.digits:
        rows, columns = [0] * side, [0] * side
        for cell in bits(board.spots[digit]):
            row, column = divmod(cell, side)
            rows[row] |= 1 << side + column  # the columns' unit numbers
            columns[column] |= 1 << row
        for lines in (enumerate(rows), enumerate(columns, side)):
            for base, cover_mask in sharing(lines, size):
                cover = bits(cover_mask)
                base_cells, cover_cells = (sum(unit_masks[unit] for unit in units) for units in (base, cover))
                if struck := board.among([digit], cover_cells & ~base_cells):
                    cells = bits(board.spots[digit] & base_cells)
                    why = f"In {board.unit_names(*base)}, {digit} fits only in {board.unit_names(*cover)}"
                    yield board.strike(cells, struck, why)


def sharing(masks: Iterable[tuple[int, int]], size: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every ``size`` keys whose masks have ``size`` bits together, and these bits. Masks of one bit stay out.

    >>> list(sharing([(1, 0b0110), (2, 0b1100), (3, 0b1110), (4, 0b1010)], size=3))[0]
    ((1, 2, 3), 14)
    """
    return _extend([(key, mask) for key, mask in masks if 2 <= mask.bit_count() <= size], size, (), 0)


def _extend(
    masks: list[tuple[int, int]], size: int, keys: tuple[int, ...], union: int
) -> Iterator[tuple[tuple[int, ...], int]]:
    wanted = size - len(keys)
    if not wanted:
        if union.bit_count() == size:
            yield keys, union
        return
    for index in range(len(masks) - wanted + 1):
        key, mask = masks[index]
        if (union | mask).bit_count() <= size:
            yield from _extend(masks[index + 1 :], size, (*keys, key), union | mask)
