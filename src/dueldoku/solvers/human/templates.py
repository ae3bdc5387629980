"""Templates: every way in which a digit can be in all rows, columns and blocks at once.

A place that none of them has is false, one that all of them have is true. Fish are what people see of this; here the
ways are written down one by one, so only digits with few of them are looked at.
"""

from __future__ import annotations

from collections.abc import Iterator

from dueldoku.board.geometry import bits
from dueldoku.solvers.human.board import CandidateBoard
from dueldoku.solvers.human.deduction import Candidate, Deduction

MOST = 100  # templates of a digit


def find_templates(board: CandidateBoard) -> Iterator[Deduction]:
    """A place for a digit that no template has, or that all have."""
    for digit in board.digits:
        found = templates_of(board, digit)
        if not found:
            continue
        some, every = 0, -1
        for template in found:
            some |= template
            every &= template
        cells = bits(board.spots[digit])
        ways = "one way" if len(found) == 1 else f"{len(found)} ways"
        start = f"There {'is' if len(found) == 1 else 'are'} {ways} to put {digit} into all rows, columns and blocks"
        if struck := board.among([digit], ~some):
            yield board.strike(cells, struck, f"{start}, none of them with what follows")
        for cell in bits(every):
            if not board.values[cell]:
                why = f"{start}, and in each of them {board.geometry.name(cell)} is {digit}."
                yield Deduction(why, tuple(cells), Candidate(cell, digit))


def templates_of(board: CandidateBoard, digit: int) -> list[int]:
    """All ways to place a digit, as masks of cells; none if there are more than ``MOST``."""
    geometry, found = board.geometry, list[int]()
    unit_masks, side = geometry.unit_masks, geometry.side
    blocked = [~(peers | 1 << cell) for cell, peers in enumerate(geometry.peer_masks)]

    def extend(row: int, chosen: int, left: int) -> None:
        if row == side:
            found.append(chosen)
            return
        for cell in bits(left & unit_masks[row]):
            extend(row + 1, chosen | 1 << cell, left & blocked[cell])
            if len(found) > MOST:
                return

    extend(0, 0, board.spots[digit])
    return found if len(found) <= MOST else []
