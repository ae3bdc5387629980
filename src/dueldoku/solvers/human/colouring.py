"""Simple colouring: two sets of places for a digit, one of which is right.

Where a unit has just two places for a digit, one is true and one is false. From pair to pair, true and false take
turns, so all places that such pairs connect fall into two colours, and the cells of one colour are all true:

    r1c1 ── r1c7        r1c1 and r5c7 are one colour, r1c7 and r5c2 are the other
             │
    r5c2 ── r5c7        a cell that sees r1c1 and r5c2 sees both colours: whichever is true, this cell is not
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from dueldoku.board.geometry import bits
from dueldoku.solvers.human.board import CandidateBoard
from dueldoku.solvers.human.deduction import Candidate, Deduction


def find_colouring(board: CandidateBoard) -> Iterator[Deduction]:
    """A colour that cannot be, because two of its cells see each other; or a cell that sees both colours."""
    for digit in board.digits:
        pairs = [bits(places) for _, places in board.two_places(digit)]
        for one, two in _two_colours(pairs):
            yield from _wrong_colour(board, digit, one, two)
            yield from _wrong_colour(board, digit, two, one)
            if struck := board.among([digit], _seen_by_any(board, one) & _seen_by_any(board, two)):
                why = f"{_either(board, digit, one, two)}, so not where both are seen"
                yield board.strike((*one, *two), struck, why)


def _wrong_colour(board: CandidateBoard, digit: int, colour: list[int], other: list[int]) -> Iterator[Deduction]:
    for cell in colour:
        if clash := [peer for peer in colour if board.geometry.peer_masks[cell] >> peer & 1]:
            why = f"{_either(board, digit, colour, other)}, but {board.names((cell, clash[0]))} see each other"
            struck = [Candidate(wrong, digit) for wrong in colour]
            yield board.strike((*colour, *other), struck, why)
            return


def _either(board: CandidateBoard, digit: int, colour: list[int], other: list[int]) -> str:
    return f"Two by two, {digit} is either in {board.names(colour)} or in {board.names(other)}"


def _seen_by_any(board: CandidateBoard, cells: Iterable[int]) -> int:
    seen = 0
    for cell in cells:
        seen |= board.geometry.peer_masks[cell]
    return seen


def _two_colours(pairs: Iterable[Iterable[int]]) -> Iterator[tuple[list[int], list[int]]]:
    """For each part that the pairs connect, its cells in two colours that take turns along the pairs."""
    linked: dict[int, list[int]] = defaultdict(list)
    for one, two in pairs:
        linked[one].append(two)
        linked[two].append(one)
    is_second: dict[int, bool] = {}
    for start in linked:
        if start in is_second:
            continue
        is_second[start] = False
        part = [start]
        for cell in part:  # it grows as we go
            for partner in linked[cell]:
                if partner not in is_second:
                    is_second[partner] = not is_second[cell]
                    part.append(partner)
        part.sort()
        yield [cell for cell in part if not is_second[cell]], [cell for cell in part if is_second[cell]]
