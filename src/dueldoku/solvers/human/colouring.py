"""Colouring: candidates that take turns along strong links, so that all of one colour are true or all of the other.

Where a unit has just two places for a digit, one is true and one is false. From pair to pair, true and false take
turns, so all places that such pairs connect fall into two colours, and the cells of one colour are all true:

    r1c1 ── r1c7        r1c1 and r5c7 are one colour, r1c7 and r5c2 are the other
             │
    r5c2 ── r5c7        a cell that sees r1c1 and r5c2 sees both colours: whichever is true, this cell is not

Simple colouring does so for one digit. 3D medusa goes on through the cells that have just two candidates, from digit to
digit.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from dueldoku.board.geometry import bits
from dueldoku.solvers.human.board import CandidateBoard
from dueldoku.solvers.human.deduction import Candidate, Deduction, Link, Place
from dueldoku.solvers.human.templates import loose_digits

Pair = tuple[Candidate, Candidate]


def find_colouring(board: CandidateBoard) -> Iterator[Deduction]:
    """A colour that cannot be, because two of its cells see each other; or a cell that sees both colours."""
    for digit in loose_digits(board):
        yield from _conclude(board, pairs_of_digit(board, digit))


def find_medusa(board: CandidateBoard) -> Iterator[Deduction]:
    """The same for candidates of any digits; also a cell that would be left with nothing."""
    pairs = [pair for digit in board.digits for pair in pairs_of_digit(board, digit)]
    for cell in board.cells_with(2):
        one, two = (Candidate(cell, digit) for digit in bits(board.marks[cell]))
        pairs.append((one, two))
    yield from _conclude(board, pairs)


def pairs_of_digit(board: CandidateBoard, digit: int) -> list[Pair]:
    """The strong links between places for a digit, each once: a row's two may be a block's two."""
    pairs = {places for _, places in board.two_places(digit)}
    return [(Candidate(one, digit), Candidate(two, digit)) for one, two in map(bits, sorted(pairs))]


def _conclude(board: CandidateBoard, pairs: list[Pair]) -> Iterator[Deduction]:
    for one, two in _two_colours(pairs):
        links = [
            Link(Place((a.cell,), a.digit), Place((b.cell,), b.digit), strong=True)
            for a, b in pairs
            if a in one or a in two
        ]
        cells = dict.fromkeys(candidate.cell for candidate in (*one, *two))
        sets = [sorted({candidate.cell for candidate in colour}) for colour in (one, two)]
        for colour, other in ((one, two), (two, one)):
            clash = _clash(board, colour)
            emptied = None if clash else _emptied(board, colour)
            if emptied is not None:
                clash = f"the former leave no digit for {board.geometry.name(emptied)}"
            if clash:
                shown = cells if emptied is None else (*cells, emptied)
                yield board.strike(shown, colour, f"{_either(board, colour, other)}, but {clash}", links, sets)
        seen_by_one, seen_by_two = _seen(board, one), _seen(board, two)
        if struck := [candidate for candidate in seen_by_one if candidate in seen_by_two]:
            digits = {digit for _, digit in (*one, *two)}
            ruled = (
                "what one of each rules out is false"
                if len(digits) > 1
                else "a cell that sees one of each has another digit"
            )
            why = f"{_either(board, one, two)}, and {ruled}"
            yield board.strike(cells, struck, why, links, sets)


def _clash(board: CandidateBoard, colour: list[Candidate]) -> str:
    """Why the candidates of a colour cannot all be true; "" if they can."""
    where: dict[int, int] = {}
    for cell, digit in colour:
        if cell in where:
            return f"{board.geometry.name(cell)} is not both {where[cell]} and {digit}"
        where[cell] = digit
    for index, (cell, digit) in enumerate(colour):
        for peer, same in colour[index + 1 :]:
            if digit == same and board.geometry.peer_masks[cell] >> peer & 1:
                twice = "" if len({digit for _, digit in colour}) == 1 else f" and are not both {digit}"
                return f"{board.names((cell, peer))} see each other{twice}"
    return ""


def _emptied(board: CandidateBoard, colour: list[Candidate]) -> int | None:
    """A cell that would have no candidate left if those of a colour, of several digits, were true."""
    left = board.marks.copy()
    if len({digit for _, digit in colour}) > 1:
        for cell, digit in _seen(board, colour):
            left[cell] &= ~(1 << digit)
    return left.index(0) if 0 in left else None


def _seen(board: CandidateBoard, colour: list[Candidate]) -> dict[Candidate, None]:
    """The candidates that are false if those of the colour are true."""
    found: dict[Candidate, None] = {}
    cells = {cell for cell, _ in colour}
    for cell, digit in colour:
        found |= dict.fromkeys(board.among([digit], board.geometry.peer_masks[cell]))
        if len({digit for _, digit in colour}) > 1:
            found |= dict.fromkeys(Candidate(cell, other) for other in bits(board.marks[cell]) if other != digit)
    return {candidate: None for candidate in sorted(found) if candidate not in colour or candidate.cell not in cells}


def _either(board: CandidateBoard, colour: list[Candidate], other: list[Candidate]) -> str:
    digits = {digit for _, digit in (*colour, *other)}
    if len(digits) == 1:
        digit, (one, two) = digits.pop(), (board.names(cell for cell, _ in each) for each in (colour, other))
        return f"Of each pair of places one is {digit}, so {digit} is in all of {one} or in all of {two}"
    one, two = (", ".join(f"{board.geometry.name(cell)}={digit}" for cell, digit in each) for each in (colour, other))
    return f"Of each pair one is true, so either all of {one} or all of {two} are"


def _two_colours(pairs: Iterable[Pair]) -> Iterator[tuple[list[Candidate], list[Candidate]]]:
    """For each part that the pairs connect, its candidates in two colours that take turns along the pairs."""
    linked: dict[Candidate, list[Candidate]] = defaultdict(list)
    for one, two in pairs:
        linked[one].append(two)
        linked[two].append(one)
    is_second: dict[Candidate, bool] = {}
    for start in linked:
        if start in is_second:
            continue
        is_second[start] = False
        part = [start]
        for candidate in part:  # it grows as we go
            for partner in linked[candidate]:
                if partner not in is_second:
                    is_second[partner] = not is_second[candidate]
                    part.append(partner)
        part.sort()
        yield [one for one in part if not is_second[one]], [one for one in part if is_second[one]]
