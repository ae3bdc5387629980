"""Sue de Coq: cells where a block and a line cross, with cells of the line and of the block, as many as their digits.

    │ 1 2 4 7 │ 1 2 4 7 │    two cells of block 1 in row 1 with four digits between them
    │ 1 2 in the row     │    one cell of the row that has only 1 and 2
    │ 4 7 in the block   │    one cell of the block that has only 4 and 7

Four cells, four digits, and none of them can be there twice: each is there once. So 1 and 2 are nowhere else in the
row, 4 and 7 nowhere else in the block; a digit that only the crossing has goes from both.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from dueldoku.board.geometry import bits
from dueldoku.solvers.human.board import CandidateBoard, listed
from dueldoku.solvers.human.deduction import Deduction

LARGEST = 4  # cells beside the crossing


class _Part(NamedTuple):
    cells: tuple[int, ...]
    digits_mask: int
    gain: int  # how many more cells than new digits it brings


def find_sue_de_coq(board: CandidateBoard) -> Iterator[Deduction]:
    """Two or more cells of a crossing with two digits too many, which others of the line and the block take up."""
    geometry = board.geometry
    for block in range(2 * geometry.side, 3 * geometry.side):
        for line in sorted({unit for cell in geometry.units[block] for unit in geometry.units_of[cell][:2]}):
            block_mask, line_mask = geometry.unit_masks[block], geometry.unit_masks[line]
            crossing = [cell for cell in bits(block_mask & line_mask) if not board.values[cell]]
            for size in range(2, len(crossing) + 1):
                for cells in combinations(crossing, size):
                    digits_mask = _union(board, cells)
                    if 2 <= (over := digits_mask.bit_count() - size) <= 2 * LARGEST:
                        yield from _taken_up(board, cells, digits_mask, over, line, block)


def _union(board: CandidateBoard, cells: tuple[int, ...]) -> int:
    union = 0
    for cell in cells:
        union |= board.marks[cell]
    return union


def _parts(board: CandidateBoard, cells_mask: int, digits_mask: int) -> list[_Part]:
    """Cells that bring fewer new digits than they are."""
    found = []
    cells = [cell for cell in bits(cells_mask) if not board.values[cell] and board.marks[cell] & digits_mask]
    for size in range(1, min(LARGEST, len(cells)) + 1):
        for group in combinations(cells, size):
            union = _union(board, group)
            gain = size - (union & ~digits_mask).bit_count()
            if gain > 0:
                found.append(_Part(group, union, gain))
    return found


def _taken_up(
    board: CandidateBoard, cells: tuple[int, ...], digits_mask: int, over: int, line: int, block: int
) -> Iterator[Deduction]:
    line_mask, block_mask = board.geometry.unit_masks[line], board.geometry.unit_masks[block]
    in_line = _parts(board, line_mask & ~block_mask, digits_mask)
    in_block = _parts(board, block_mask & ~line_mask, digits_mask)
    for one in in_line:
        for two in in_block:
            if one.gain + two.gain != over or one.digits_mask & two.digits_mask:
                continue
            every = (*cells, *one.cells, *two.cells)
            rest = ~sum(1 << cell for cell in every)
            of_line, of_block = bits(digits_mask & ~two.digits_mask | one.digits_mask), bits(two.digits_mask)
            both = bits(digits_mask & ~one.digits_mask & ~two.digits_mask)
            struck = dict.fromkeys(
                board.among(of_line, line_mask & rest) + board.among([*both, *of_block], block_mask & rest)
            )
            if struck:
                digits = bits(digits_mask | one.digits_mask | two.digits_mask)
                why = (
                    f"{board.names(every)} are {len(every)} cells with the {len(digits)} digits {listed(digits)}, and "
                    f"none can be there twice, so each is there once: {listed(bits(one.digits_mask))} in "
                    f"{board.unit_names(line)}, {listed(of_block)} in {board.unit_names(block)}"
                )
                yield board.strike(every, list(struck), why, sets=(cells, one.cells, two.cells))
