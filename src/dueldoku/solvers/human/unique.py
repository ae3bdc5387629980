"""Patterns that would leave two solutions: unique rectangles and BUG. They hold only if the puzzle has just one.

Four cells in two rows, two columns and two blocks that can all be a or b: if nothing else were in them, a and b could
be swapped, and the puzzle would have two solutions. So something else is:

    ab    ab      1  three cells are just ab            the fourth is neither
    ab    abx     2  all that is more is one x          one of the cells with x is x
                  3  two cells of a unit have more      one of them has one of the others: as if they were one cell
                  4  two cells of a unit have all its a  one is a, so neither is b
    hidden        one cell is just ab, and in the row and the column through the opposite corner a has no other place

A BUG (bivalue universal grave) is a board on which every cell has two candidates and every digit two places in each
unit: it has no solution or two. If one candidate more is all that keeps a board from it, that candidate is true.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from dueldoku.board.geometry import Geometry, bits
from dueldoku.solvers.human.board import CandidateBoard, listed, remembered
from dueldoku.solvers.human.deduction import Candidate, Deduction


class Rectangle(NamedTuple):
    """Four cells, row by row, that have two digits in common, and which of them have more."""

    cells: tuple[int, ...]
    pair_mask: int
    roof: tuple[int, ...]


@remembered
def _rectangles(board: CandidateBoard) -> list[Rectangle]:
    found = []
    empty = [not value for value in board.values]
    for cells in _corners(board.geometry):
        if all(empty[cell] for cell in cells):
            common = -1
            for cell in cells:
                common &= board.marks[cell]
            for one, two in combinations(bits(common), 2):
                pair_mask = 1 << one | 1 << two
                roof = tuple(cell for cell in cells if board.marks[cell] != pair_mask)
                if 1 <= len(roof) < 4:
                    found.append(Rectangle(cells, pair_mask, roof))
    return found


_KEPT: dict[Geometry, list[tuple[int, ...]]] = {}


def _corners(geometry: Geometry) -> list[tuple[int, ...]]:
    """Every four cells in two rows, two columns and two blocks."""
    if geometry not in _KEPT:
        side, units_of = geometry.side, geometry.units_of
        fours = (
            (top * side + left, top * side + right, low * side + left, low * side + right)
            for top, low in combinations(range(side), 2)
            for left, right in combinations(range(side), 2)
        )
        _KEPT[geometry] = [four for four in fours if len({units_of[cell][2] for cell in four}) == 2]
    return _KEPT[geometry]


def find_rectangle_1(board: CandidateBoard) -> Iterator[Deduction]:
    """Three cells have just the two digits: the fourth has neither."""
    for rectangle in _rectangles(board):
        if len(rectangle.roof) == 1:
            digits = bits(rectangle.pair_mask)
            struck = [Candidate(rectangle.roof[0], digit) for digit in digits]
            why = (
                f"If {board.geometry.name(rectangle.roof[0])} were {listed(digits, 'or')}, {_swapped(board, rectangle)}"
            )
            yield board.strike(rectangle.cells, struck, why)


def find_rectangle_2(board: CandidateBoard) -> Iterator[Deduction]:
    """All that the cells have more is one digit: one of those cells has it."""
    for rectangle in _rectangles(board):
        more = {board.marks[cell] & ~rectangle.pair_mask for cell in rectangle.roof}
        if len(rectangle.roof) > 1 and len(more) == 1 and (mask := more.pop()).bit_count() == 1:
            digit = mask.bit_length() - 1
            if struck := board.among([digit], board.seen_by(*rectangle.roof)):
                why = f"{_else_swapped(board, rectangle)}. So {board.names(rectangle.roof, 'or')} is {digit}"
                yield board.strike(rectangle.cells, struck, why)


def find_rectangle_3(board: CandidateBoard) -> Iterator[Deduction]:
    """What two cells of a unit have more makes a naked subset with other cells of that unit."""
    for rectangle in _rectangles(board):
        for unit in _units_of_roof(board, rectangle):
            more_mask = 0
            for cell in rectangle.roof:
                more_mask |= board.marks[cell] & ~rectangle.pair_mask
            others = [c for c in board.geometry.units[unit] if not board.values[c] and c not in rectangle.roof]
            for cells, union in _subsets_with(board, more_mask, others):
                rest = [cell for cell in others if cell not in cells]
                digits = bits(union)
                if struck := board.among(digits, sum(1 << cell for cell in rest)):
                    why = (
                        f"{_else_swapped(board, rectangle)}. So {board.names(rectangle.roof, 'or')} is "
                        f"{listed(bits(more_mask), 'or')}, and in {board.unit_names(unit)}, that and "
                        f"{board.names(cells)} take up {listed(digits)}"
                    )
                    yield board.strike((*rectangle.cells, *cells), struck, why, sets=(rectangle.cells, cells))


def _subsets_with(board: CandidateBoard, mask: int, others: list[int]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Cells that, with one more cell that has ``mask``, have just as many digits as they are."""
    for size in (1, 2, 3):
        for cells in combinations(others, size):
            union = mask
            for cell in cells:
                union |= board.marks[cell]
            if union.bit_count() == size + 1:
                yield cells, union


def find_rectangle_4(board: CandidateBoard) -> Iterator[Deduction]:
    """One of the digits has all its places in a unit in two of the cells: neither is the other digit."""
    for rectangle in _rectangles(board):
        roof_mask = sum(1 << cell for cell in rectangle.roof)
        for unit in _units_of_roof(board, rectangle):
            digits = bits(rectangle.pair_mask)
            for kept, gone in (digits, reversed(digits)):
                if board.spots[kept] & board.geometry.unit_masks[unit] == roof_mask:
                    struck = [Candidate(cell, gone) for cell in rectangle.roof]
                    why = (
                        f"In {board.unit_names(unit)}, {kept} is in {board.names(rectangle.roof, 'or')}. If the other "
                        f"were {gone}, {_swapped(board, rectangle)}"
                    )
                    yield board.strike(rectangle.cells, struck, why)


def find_hidden_rectangle(board: CandidateBoard) -> Iterator[Deduction]:
    """A digit has no other place in the row and the column of a corner: that corner is not the other digit."""
    unit_masks, units_of = board.geometry.unit_masks, board.geometry.units_of
    for rectangle in _rectangles(board):
        for corner, opposite in zip(rectangle.cells, rectangle.cells[::-1], strict=True):
            if board.marks[opposite] != rectangle.pair_mask or corner not in rectangle.roof:
                continue
            cells_mask = sum(1 << cell for cell in rectangle.cells)
            lines = units_of[corner][:2]
            digits = bits(rectangle.pair_mask)
            for kept, gone in (digits, reversed(digits)):
                if not any(board.spots[kept] & unit_masks[line] & ~cells_mask for line in lines):
                    name = board.geometry.name(corner)
                    where = listed(map(board.geometry.unit_name, lines))
                    why = (
                        f"If {name} were {gone}, {kept} would have one place each in {where}, and "
                        f"{_swapped(board, rectangle)}"
                    )
                    yield board.strike(rectangle.cells, [Candidate(corner, gone)], why)


def find_bug(board: CandidateBoard) -> Iterator[Deduction]:
    """One candidate more than two in every cell and two places for every digit in every unit."""
    more = [cell for cell, mark in enumerate(board.marks) if not board.values[cell] and mark.bit_count() != 2]
    if len(more) != 1 or board.marks[more[0]].bit_count() != 3:
        return
    cell, unit_masks = more[0], board.geometry.unit_masks
    empty_mask = sum(1 << empty for empty, value in enumerate(board.values) if not value)
    for digit in bits(board.marks[cell]):
        gone = Candidate(cell, digit)
        if all(
            (board.spots[other] & empty_mask & mask & ~((1 << cell) * (other == digit))).bit_count() in (0, 2)
            for mask in unit_masks
            for other in board.digits
        ):
            name = board.geometry.name(cell)
            why = (
                f"If {name} were not {digit}, every cell would have two candidates, and every digit two places in each "
                "unit; such a board has no solution or two. But this puzzle has one."
            )
            yield Deduction(why, (cell,), gone)


def _units_of_roof(board: CandidateBoard, rectangle: Rectangle) -> list[int]:
    """The units that both cells with more digits are in; none if they are not two."""
    if len(rectangle.roof) != 2:
        return []
    one, two = (board.geometry.units_of[cell] for cell in rectangle.roof)
    return [unit for unit in one if unit in two]


def _swapped(board: CandidateBoard, rectangle: Rectangle) -> str:
    digits = listed(bits(rectangle.pair_mask))
    return f"{digits} could be swapped in {board.names(rectangle.cells)}, but the puzzle has one solution"


def _else_swapped(board: CandidateBoard, rectangle: Rectangle) -> str:
    digits = bits(rectangle.pair_mask)
    return (
        f"If {board.names(rectangle.cells)} were only {listed(digits, 'or')}, the two digits could be swapped, but the "
        "puzzle has one solution"
    )
