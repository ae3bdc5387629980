"""Chains and colouring: if this candidate is false, that one is true, so another is false, and so on to the other end.

Two links are all it takes, between candidates (a digit in a cell):

    strong    if one is false, the other is true    the only two digits of a cell; a digit's only two places in a unit
    weak      if one is true, the other is false    two digits of a cell; a digit in two cells that see each other

A chain starts from a false candidate and goes strong, weak, strong, ..., strong. So its start or its end is true, and
whatever has a weak link to both is false. A chain that ends where it started proves its start true.

A candidate is numbered ``digit * cells + cell``, so that a set of candidates is a mask too.

Simple colouring goes along the strong links of one digit: two sets of places, one of which is right. Where a unit has
just two places for a digit, one is true and one is false. From pair to pair, true and false take turns, so all places
that such pairs connect fall into two colours, and the cells of one colour are all true:

    r1c1 ── r1c7        r1c1 and r5c7 are one colour, r1c7 and r5c2 are the other
             │
    r5c2 ── r5c7        a cell that sees r1c1 and r5c2 sees both colours: whichever is true, this cell is not
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from dueldoku.board.geometry import bits
from dueldoku.solvers.human.board import CandidateBoard, listed
from dueldoku.solvers.human.deduction import Candidate, Deduction

Link = tuple[int, int]  # two candidates, by number

LONGEST = 8  # strong links in a chain


def find_x_chain(board: CandidateBoard) -> Iterator[Deduction]:
    """A chain through places for one digit."""
    for digit in board.digits:
        yield from _find_chain(board, _links_of_digit(board, digit))


def find_xy_chain(board: CandidateBoard) -> Iterator[Deduction]:
    """A chain through cells with two candidates."""
    return _find_chain(board, _links_in_cells(board))


def find_chain(board: CandidateBoard) -> Iterator[Deduction]:
    """A chain through cells and units of any kind."""
    links = _links_in_cells(board)
    for digit in board.digits:
        links += _links_of_digit(board, digit)
    return _find_chain(board, links)


def _links_of_digit(board: CandidateBoard, digit: int) -> list[Link]:
    """The strong links between places for a digit."""
    first = digit * board.geometry.size
    pairs = {places for _, places in board.two_places(digit)}  # a row's two may be a block's two
    return [(first + one, first + two) for one, two in map(bits, sorted(pairs))]


def _links_in_cells(board: CandidateBoard) -> list[Link]:
    """The strong links within cells."""
    size = board.geometry.size
    pairs = ((cell, bits(board.marks[cell])) for cell in board.cells_with(2))
    return [(one * size + cell, two * size + cell) for cell, (one, two) in pairs]


def _find_chain(board: CandidateBoard, links: list[Link]) -> Iterator[Deduction]:
    """Chains along these strong links, the shortest first."""
    strong = _partners(links)
    weak = {candidate: _weak_links(board, candidate) for candidate in strong}
    linked_mask = sum(1 << candidate for candidate in strong)
    webs = [_Web(start, strong, weak, linked_mask) for start in strong]
    for _ in range(LONGEST):
        for web in webs:
            for end in web.grow():
                if end >= web.start and (gone := weak[web.start] & weak[end]):  # a chain reads the same backwards
                    yield _conclude(board, web.path(end), gone)


def _partners(links: Iterable[Iterable[int]]) -> dict[int, list[int]]:
    """What each end of a link is linked to."""
    partners: dict[int, list[int]] = defaultdict(list)
    for one, two in links:
        partners[one].append(two)
        partners[two].append(one)
    return partners


def _weak_links(board: CandidateBoard, candidate: int) -> int:
    """All candidates that are false if this one is true."""
    size = board.geometry.size
    digit, cell = divmod(candidate, size)
    mask = (board.spots[digit] & board.geometry.peer_masks[cell]) << digit * size
    for other in bits(board.marks[cell] & ~(1 << digit)):
        mask |= 1 << other * size + cell
    return mask


class _Web:
    """All that follows from one candidate being false, found one strong link further with each ``grow``."""

    def __init__(self, start: int, strong: dict[int, list[int]], weak: dict[int, int], linked_mask: int) -> None:
        self.start, self.strong, self.weak = start, strong, weak
        self.fresh_mask = linked_mask  # those with a strong link to go on by that are not yet known to be false
        self.true_by: dict[int, int] = {}  # a candidate that must be true: the false one that makes it so
        self.false_by: dict[int, int] = {}  # a candidate that must be false: the true one that makes it so
        self.newly_false = [start]

    def grow(self) -> list[int]:
        """Follow the strong links, then the weak ones; the candidates newly found to be true."""
        newly_true = []
        for false in self.newly_false:
            for true in self.strong[false]:
                if true not in self.true_by:
                    self.true_by[true] = false
                    newly_true.append(true)
        self.newly_false = []
        for true in newly_true:
            following_mask = self.weak[true] & self.fresh_mask
            self.fresh_mask ^= following_mask
            following = bits(following_mask)
            self.newly_false += following
            self.false_by.update(dict.fromkeys(following, true))
        return newly_true

    def path(self, end: int) -> list[int]:
        """The chain to ``end``: false, true, false, ..., true."""
        chain = [end, self.true_by[end]]
        while chain[-1] != self.start:
            true = self.false_by[chain[-1]]
            chain += [true, self.true_by[true]]
        return chain[::-1]


def _conclude(board: CandidateBoard, chain: list[int], gone: int) -> Deduction:
    """What a chain proves, and the chain in words."""
    size = board.geometry.size
    candidates = [Candidate(cell, digit) for digit, cell in (divmod(number, size) for number in chain)]
    cells = tuple(dict.fromkeys(candidate.cell for candidate in candidates))
    states = [
        f"{board.geometry.name(cell)} is {'' if index % 2 else 'not '}{digit}"
        for index, (cell, digit) in enumerate(candidates)
    ]
    story = f"If {states[0]}, then {', then '.join(states[1:])}"
    start, end = candidates[0], candidates[-1]
    if start == end:
        return Deduction(f"{story}. So it must be.", cells, placement=start)
    struck = [Candidate(cell, digit) for digit, cell in (divmod(number, size) for number in bits(gone))]
    either = listed((f"{board.geometry.name(cell)} is {digit}" for cell, digit in (start, end)), "or")
    return board.strike(cells, struck, f"{story}. So {either}")


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
    linked = _partners(pairs)
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
