"""Two strong links of one digit, joined: skyscraper, two-string kite, turbot fish and empty rectangle.

Where a unit has just two places for a digit, one of them is true. Two such pairs, of which one end each see each other:

    r2c3 ═══ r2c7         3 is in r2c3 or r2c7, and in r8c4 or r8c7; column 7 has it once.
                │         So r2c3 or r8c4 is true, and no cell that sees both is.
    r8c4 ═══ r8c7

It is a skyscraper if both pairs are in rows (or columns), a kite if one is in a row, one in a column and they meet in a
block, and else a turbot fish. In an empty rectangle, one pair is a block whose places lie in one row and one column.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise, product

from dueldoku.board.geometry import bits
from dueldoku.solvers.human.board import CandidateBoard
from dueldoku.solvers.human.deduction import Deduction, Link, Place
from dueldoku.solvers.human.templates import loose_digits

SKYSCRAPER, KITE, TURBOT = "skyscraper", "two-string kite", "turbot fish"


def find_turbot(board: CandidateBoard, kind: str) -> Iterator[Deduction]:
    """Two pairs of places that are joined; ``kind`` says in which units they are."""
    peer_masks = board.geometry.peer_masks
    for digit in loose_digits(board):
        pairs = [(unit, bits(places)) for unit, places in board.two_places(digit)]
        for (unit, one), (other, two) in combinations(pairs, 2):
            for (end, joint), (last, joined) in product((one, one[::-1]), (two, two[::-1])):
                if not peer_masks[joint] >> joined & 1 or end in two or last in one:
                    continue
                if kind == _kind(board, unit, other, joint, joined) and (
                    struck := board.among([digit], peer_masks[end] & peer_masks[last])
                ):
                    why = (
                        f"{digit} is in {board.names(one, 'or')} in {board.unit_names(unit)} and in "
                        f"{board.names(two, 'or')} in {board.unit_names(other)}; {board.names((joint, joined))} are "
                        f"not both {digit}, so {board.names((end, last), 'or')} is"
                    )
                    places = [Place((cell,), digit) for cell in (end, joint, joined, last)]
                    yield board.strike((*one, *two), struck, why, linked(places))


def linked(places: list[Place]) -> tuple[Link, ...]:
    """The links of a chain that begins and ends with a strong one."""
    return tuple(Link(*ends, at % 2 == 0) for at, ends in enumerate(pairwise(places)))


def _kind(board: CandidateBoard, unit: int, other: int, joint: int, joined: int) -> str:
    side, units_of = board.geometry.side, board.geometry.units_of
    kinds = {unit // side, other // side}
    if len(kinds) == 1 and 2 not in kinds:
        return SKYSCRAPER
    return KITE if kinds == {0, 1} and units_of[joint][2] == units_of[joined][2] else TURBOT


def find_empty_rectangle(board: CandidateBoard) -> Iterator[Deduction]:
    """A block whose places for a digit lie in a row and a column, and a pair that leads from the one to the other."""
    peer_masks = board.geometry.peer_masks
    for digit in loose_digits(board):
        pairs = [bits(places) for _, places in board.two_places(digit)]
        for block, part, rest in _crossed(board, digit):
            near, far = bits(part), bits(rest)
            sees_near, sees_far = board.seen_by(*near), board.seen_by(*far)
            for start, end in (ends for pair in pairs for ends in (pair, pair[::-1])):
                if not sees_near >> start & 1 or (part | rest) >> end & 1:
                    continue
                if struck := board.among([digit], sees_far & peer_masks[end]):
                    why = (
                        f"In {board.unit_names(block)}, {digit} is in {board.names((*near, *far), 'or')}; if "
                        f"{board.geometry.name(start)} is {digit}, that leaves {board.names(far, 'or')}, and if not, "
                        f"{board.geometry.name(end)} is {digit}"
                    )
                    cells = [(end,), (start,), tuple(near), tuple(far)]
                    links = linked([Place(place, digit) for place in cells])
                    yield board.strike((*near, *far, start, end), struck, why, links)


def _crossed(board: CandidateBoard, digit: int) -> Iterator[tuple[int, int, int]]:
    """Each block whose places are those of a line and some of a line across: its number, the ones, the others."""
    geometry, spots = board.geometry, board.spots[digit]
    for block in range(2 * geometry.side, 3 * geometry.side):
        places = spots & geometry.unit_masks[block]
        if places.bit_count() < 3:
            continue
        for line in lines_of(board, places):
            part = places & geometry.unit_masks[line]
            rest = places ^ part
            if rest and any(not rest & ~geometry.unit_masks[other] for other in lines_of(board, rest)):
                yield block, part, rest


def lines_of(board: CandidateBoard, cells_mask: int) -> list[int]:
    """The rows and columns in which these cells are."""
    return sorted({unit for cell in bits(cells_mask) for unit in board.geometry.units_of[cell][:2]})
