"""Patterns that people see at a glance: singles, locked candidates, subsets, fish and wings; and contradictions.

Singles and locked candidates: only one digit, one place or one line is left; a contradiction is where none is.

Subsets and fish: so many things that share so many places. The three are one pattern. Two cells of a unit that can only
take 3 and 8 keep them for themselves (naked pair); two digits that fit only in the same two cells of a unit do too
(hidden pair); two rows in which a digit fits only in the same two columns do too (X-wing). Whatever else would want one
of those places goes. With three it is a triple or a swordfish, with four a quad or a jellyfish.

Wings: two cells one of which must hold a digit, because a third place decides between them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from dueldoku.board.geometry import bits
from dueldoku.solvers.human.board import CandidateBoard, listed
from dueldoku.solvers.human.deduction import Candidate, Deduction


def find_contradiction(board: CandidateBoard) -> Iterator[Deduction]:
    """A digit twice in a unit, a cell that can take no digit, a digit that fits nowhere in a unit."""
    if board.clash:
        yield Deduction(f"{board.clash}.", ())
    if 0 in board.marks:
        cell = board.marks.index(0)
        yield Deduction(f"No digit is left for {board.geometry.name(cell)}.", (cell,))
    for unit, unit_mask in enumerate(board.geometry.unit_masks):
        for digit in board.digits:
            if not board.spots[digit] & unit_mask:
                why = f"In {board.unit_names(unit)}, {digit} fits nowhere."
                yield Deduction(why, board.geometry.units[unit])


def find_naked_single(board: CandidateBoard) -> Iterator[Deduction]:
    """A cell with one candidate left."""
    for cell, mark in enumerate(board.marks):
        if mark.bit_count() == 1 and not board.values[cell]:
            digit = mark.bit_length() - 1
            why = f"{board.geometry.name(cell)} can only be {digit}."
            yield Deduction(why, (cell,), Candidate(cell, digit))


def find_hidden_single(board: CandidateBoard) -> Iterator[Deduction]:
    """A unit with one place left for a digit. Blocks first: there people see it best."""
    units = list(enumerate(board.geometry.unit_masks))
    for unit, unit_mask in reversed(units):
        for digit in board.digits:
            places = board.spots[digit] & unit_mask
            if places.bit_count() == 1 and not board.values[cell := places.bit_length() - 1]:
                why = f"In {board.unit_names(unit)}, {digit} fits only in {board.geometry.name(cell)}."
                yield Deduction(why, (cell,), Candidate(cell, digit))


def find_locked(board: CandidateBoard, in_blocks: bool) -> Iterator[Deduction]:
    """All places for a digit in a block lie in one line: it is nowhere else in that line. Or the other way round."""
    unit_masks, units_of, lines = board.geometry.unit_masks, board.geometry.units_of, 2 * board.geometry.side
    for unit in range(lines, len(unit_masks)) if in_blocks else range(lines):
        for digit in board.digits:
            places = board.spots[digit] & unit_masks[unit]
            if places.bit_count() < 2:
                continue
            for other in units_of[places.bit_length() - 1]:
                if other == unit or places & ~unit_masks[other]:
                    continue
                if struck := board.among([digit], unit_masks[other] & ~places):
                    where, line = board.unit_names(unit), board.unit_names(other)
                    cells = bits(places)
                    why = f"In {where}, {digit} fits only in {board.names(cells)}, all in {line}"
                    yield board.strike(cells, struck, why)


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


def find_hinged(board: CandidateBoard, has_z: bool) -> Iterator[Deduction]:
    """A hinge that is x or y sees a cell that is x or z and a cell that is y or z: one of the two is z.

    A hinge that ``has_z`` may be z as well: then one of the three is.
    """
    marks, peer_masks = board.marks, board.geometry.peer_masks
    pairs = board.cells_with(2)
    for hinge in board.cells_with(3 if has_z else 2):
        near = [cell for cell in pairs if peer_masks[hinge] >> cell & 1]
        for left, right in combinations(near, 2):
            z_mask = marks[left] & marks[right]
            xy_mask = marks[left] ^ marks[right]
            if not z_mask or not xy_mask or marks[hinge] != xy_mask | (z_mask if has_z else 0):
                continue
            z = z_mask.bit_length() - 1
            holders = (hinge, left, right) if has_z else (left, right)
            if struck := board.among([z], board.seen_by(*holders)):
                x, y = ((marks[cell] ^ z_mask).bit_length() - 1 for cell in (left, right))
                why = (
                    f"{board.geometry.name(hinge)} can only be {listed(bits(marks[hinge]), 'or')}; if it is {x}, "
                    f"{board.geometry.name(left)} is {z}, and if it is {y}, {board.geometry.name(right)} is {z}"
                )
                yield board.strike((hinge, left, right), struck, why)


def find_w_wing(board: CandidateBoard) -> Iterator[Deduction]:
    """Two cells are x or y, and one of them sees the x of some unit, wherever it is: that one is y."""
    marks, peer_masks = board.marks, board.geometry.peer_masks
    links = {digit: list(board.two_places(digit)) for digit in board.digits}
    for ends in combinations(board.cells_with(2), 2):
        left, right = ends
        if marks[left] != marks[right] or peer_masks[left] >> right & 1:
            continue
        digits = bits(marks[left])
        for x, y in (digits, reversed(digits)):
            if not (struck := board.among([y], board.seen_by(*ends))):
                continue
            for unit, places in links[x]:
                if not places & ~(peer_masks[left] | peer_masks[right]):
                    middle = bits(places)
                    why = (
                        f"{board.names(ends)} can only be {listed(digits, 'or')}; in {board.unit_names(unit)}, {x} is "
                        f"in {board.names(middle, 'or')}, so {board.names(ends, 'or')} is not {x} but {y}"
                    )
                    yield board.strike((*ends, *middle), struck, why)
