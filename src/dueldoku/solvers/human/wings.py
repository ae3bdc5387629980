"""Two cells one of which must hold a digit, because a third place decides between them: XY-wing, XYZ-wing, W-wing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from dueldoku.board.geometry import bits
from dueldoku.solvers.human.board import CandidateBoard, listed
from dueldoku.solvers.human.deduction import Deduction


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
                    f"{board.name(hinge)} can only be {listed(bits(marks[hinge]), 'or')}; if it is {x}, "
                    f"{board.name(left)} is {z}, and if it is {y}, {board.name(right)} is {z}"
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
