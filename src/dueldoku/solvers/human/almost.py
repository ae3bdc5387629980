"""Almost locked sets: so many cells of a unit that have one digit too many. Whichever is missing, the others are there.

    r2c1 {3,5}, r2c4 {5,8}      two cells, three digits: if 3 is not among them, 5 and 8 are

Two such sets share a restricted digit x if all places for x in the one see all places for x in the other: then x is in
one of them at most. So a chain goes from set to set: z is not in A, so x is in A, so x is not in B, so y is in B, ...
so z is in the last one. Then z is in the first or in the last set, and nowhere where all their places for z are seen.
With two sets it is ALS-XZ, with three ALS-XY-wing, with more a chain.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from dueldoku.board.geometry import bits
from dueldoku.solvers.human.board import CandidateBoard, listed, remembered
from dueldoku.solvers.human.deduction import Candidate, Deduction, Link, Place

LARGEST = 5  # cells in a set
_NAMES = "ABCDEF"  # of the sets of a chain
MOST = 600  # sets on a board: what nobody overlooks is not looked at


class AlmostLocked(NamedTuple):
    """The cells of a set, its digits, and for each digit the set's places and the cells that see them all."""

    cells: tuple[int, ...]
    digits_mask: int
    places: dict[int, int]
    seen: dict[int, int]


class Sets(NamedTuple):
    """All sets of a state; ``linked[a][x]`` is a mask of those that share the restricted digit x with set a."""

    all: list[AlmostLocked]
    linked: list[dict[int, int]]


@remembered
def almost_locked(board: CandidateBoard) -> Sets:
    """The almost locked sets of a board and how they are linked."""
    found: dict[tuple[int, ...], int] = {}
    for unit in board.geometry.units:
        board.tick()
        cells = [cell for cell in unit if not board.values[cell]]
        for size in range(1, min(LARGEST, len(cells) - 1) + 1):
            for group in combinations(cells, size):
                union = 0
                for cell in group:
                    union |= board.marks[cell]
                if union.bit_count() == size + 1:
                    found[group] = union
    sets = [_almost_locked(board, cells, digits) for cells, digits in sorted(found.items(), key=_small_first)[:MOST]]
    having: dict[tuple[int, int], int] = {}  # by digit and cell: the sets that have the digit there
    by_digit = dict.fromkeys(board.digits, 0)
    for number, one in enumerate(sets):
        for digit, places in one.places.items():
            by_digit[digit] |= 1 << number
            for cell in bits(places):
                having[digit, cell] = having.get((digit, cell), 0) | 1 << number
    linked = []
    for one in sets:
        links = {}
        for digit, seen in one.seen.items():
            outside = 0
            for cell in bits(board.spots[digit] & ~seen):
                outside |= having.get((digit, cell), 0)
            links[digit] = by_digit[digit] & ~outside
        linked.append(links)
    return Sets(sets, linked)


def _small_first(item: tuple[tuple[int, ...], int]) -> tuple[int, tuple[int, ...]]:
    return len(item[0]), item[0]


def _almost_locked(board: CandidateBoard, cells: tuple[int, ...], digits_mask: int) -> AlmostLocked:
    cells_mask = sum(1 << cell for cell in cells)
    places = {digit: board.spots[digit] & cells_mask for digit in bits(digits_mask)}
    return AlmostLocked(cells, digits_mask, places, {d: board.seen_by(*bits(mask)) for d, mask in places.items()})


def find_als_xz(board: CandidateBoard) -> Iterator[Deduction]:
    """Two sets with a restricted digit: another digit of both is in one of them. With two such, all are locked."""
    sets, linked = almost_locked(board)
    for one, links in enumerate(linked):
        for x, others in links.items():
            for two in bits(others >> one + 1 << one + 1):
                shared = [y for y in bits(sets[one].digits_mask & sets[two].digits_mask) if y != x]
                also = [y for y in shared if links[y] >> two & 1]
                for z in shared:
                    if struck := board.among([z], sets[one].seen[z] & sets[two].seen[z]):
                        yield _conclude(board, [sets[one], sets[two]], [x], z, struck)
                if also and also[0] > x and (struck := _locked(board, sets[one], sets[two], x, also[0])):
                    yield _doubly(board, sets[one], sets[two], x, also[0], struck)


def _locked(board: CandidateBoard, one: AlmostLocked, two: AlmostLocked, x: int, y: int) -> list[Candidate]:
    """What goes if both digits are restricted: then each set lacks one of them, and has all its others."""
    gone = dict.fromkeys(board.among([x], one.seen[x] & two.seen[x]) + board.among([y], one.seen[y] & two.seen[y]))
    for each in (one, two):
        for digit, seen in each.seen.items():
            if digit not in (x, y):
                gone |= dict.fromkeys(board.among([digit], seen))
    return sorted(gone, key=lambda candidate: (candidate.digit, candidate.cell))


def find_als_wing(board: CandidateBoard) -> Iterator[Deduction]:
    """Three sets in a chain."""
    return _find_chain(board, hops=2, most=2)


def find_als_chain(board: CandidateBoard) -> Iterator[Deduction]:
    """Four sets or more in a chain, as few as possible."""
    return _find_chain(board, hops=3, most=5)


def _find_chain(board: CandidateBoard, hops: int, most: int) -> Iterator[Deduction]:
    """Chains of ``hops`` to ``most`` restricted digits, the shortest first."""
    sets = almost_locked(board).all
    starts = [(number, z) for number, one in enumerate(sets) for z, seen in one.seen.items() if seen & board.spots[z]]
    webs = [_Web(board, number, z) for number, z in starts]
    for hop in range(1, most + 1):
        board.tick()
        for web in webs:
            for end, missing in web.grow():
                if hop >= hops and (struck := web.struck(end, missing)):
                    chain, digits = web.path(end, missing)
                    yield _conclude(board, [sets[number] for number in chain], digits, web.z, struck)


class _Web:
    """All that follows from a digit not being in a set, one restricted digit further with each ``grow``."""

    def __init__(self, board: CandidateBoard, start: int, z: int) -> None:
        self.board, self.start, self.z = board, start, z
        self.sets, self.linked = almost_locked(board)
        self.came: dict[tuple[int, int], tuple[int, int]] = {}  # (set, missing digit): the one before
        self.known = dict.fromkeys(board.digits, 0)  # by digit: the sets that are known not to have it
        self.known[z] = 1 << start
        self.fresh = [(start, z)]

    def grow(self) -> list[tuple[int, int]]:
        """The sets that are newly known to lack a digit, with that digit."""
        found = []
        for number, missing in self.fresh:
            for digit, others in self.linked[number].items():
                if digit != missing and (new := others & ~self.known[digit]):
                    self.known[digit] |= new
                    for other in bits(new):
                        self.came[other, digit] = number, missing
                        found.append((other, digit))
        self.fresh = found
        return found

    def struck(self, end: int, missing: int) -> list[Candidate]:
        """What goes if the chain ends here."""
        if missing == self.z or self.z not in self.sets[end].seen or end == self.start:
            return []
        return self.board.among([self.z], self.sets[self.start].seen[self.z] & self.sets[end].seen[self.z])

    def path(self, end: int, missing: int) -> tuple[list[int], list[int]]:
        """The sets of the chain and the digits between them."""
        at, chain, digits = (end, missing), [end], list[int]()
        while at != (self.start, self.z):
            digits.append(at[1])
            at = self.came[at]
            chain.append(at[0])
        return chain[::-1], digits[::-1]


def _set_names(board: CandidateBoard, sets: list[AlmostLocked]) -> str:
    """``A is r1c1 and r1c2 (1, 2 and 5), B is ...``."""
    told = (
        f"{name} is {board.names(one.cells)} ({listed(bits(one.digits_mask))})"
        for name, one in zip(_NAMES, sets, strict=False)
    )
    return f"Sets with one digit more than cells: {', '.join(told)}"


def _conclude(
    board: CandidateBoard, chain: list[AlmostLocked], digits: list[int], z: int, struck: list[Candidate]
) -> Deduction:
    story = f"{_set_names(board, chain)}. If A has no {z}, it has {digits[0]}"
    for name, lacks, has in zip(_NAMES[1:], digits, [*digits[1:], z], strict=False):
        story += f", so {name} has no {lacks} and has {has}"
    why = f"{story}. So {z} is in A or {_NAMES[len(chain) - 1]}"
    cells = dict.fromkeys(cell for one in chain for cell in one.cells)
    links = [
        Link(Place(tuple(bits(one.places[digit])), digit), Place(tuple(bits(two.places[digit])), digit), strong=False)
        for one, two, digit in zip(chain, chain[1:], digits, strict=False)
    ]
    return board.strike(cells, struck, why, links, [one.cells for one in chain])


def _doubly(
    board: CandidateBoard, one: AlmostLocked, two: AlmostLocked, x: int, y: int, struck: list[Candidate]
) -> Deduction:
    why = (
        f"{_set_names(board, [one, two])}. Neither {x} nor {y} can be in both, so each has one of the two and all its "
        "other digits"
    )
    links = [
        Link(Place(tuple(bits(one.places[d])), d), Place(tuple(bits(two.places[d])), d), strong=False) for d in (x, y)
    ]
    return board.strike((*one.cells, *two.cells), struck, why, links, (one.cells, two.cells))
