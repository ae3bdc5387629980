"""Where only one digit, one place or one line is left: singles and locked candidates; and where none is."""

from __future__ import annotations

from collections.abc import Iterator

from dueldoku.board.geometry import bits
from dueldoku.solvers.human.board import CandidateBoard
from dueldoku.solvers.human.deduction import Candidate, Deduction


def find_contradiction(board: CandidateBoard) -> Iterator[Deduction]:
    """A digit twice in a unit, a cell that can take no digit, a digit that fits nowhere in a unit."""
    if board.clash:
        yield Deduction(f"{board.clash}.", ())
    if 0 in board.marks:
        cell = board.marks.index(0)
        yield Deduction(f"No digit is left for {board.name(cell)}.", (cell,))
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
            why = f"{board.name(cell)} can only be {digit}."
            yield Deduction(why, (cell,), Candidate(cell, digit))


def find_hidden_single(board: CandidateBoard) -> Iterator[Deduction]:
    """A unit with one place left for a digit. Blocks first: there people see it best."""
    units = list(enumerate(board.geometry.unit_masks))
    for unit, unit_mask in reversed(units):
        for digit in board.digits:
            places = board.spots[digit] & unit_mask
            if places.bit_count() == 1 and not board.values[cell := places.bit_length() - 1]:
                why = f"In {board.unit_names(unit)}, {digit} fits only in {board.name(cell)}."
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
