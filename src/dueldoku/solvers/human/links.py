"""What follows from what: the links between candidates, and all chains along them at once.

A place is a digit in a cell, or in one of several cells where a block and a line cross (a group). Two links are all it
takes:

    strong    if one is false, the other is true    the only two digits of a cell; a digit's only two places in a unit
    weak      if one is true, the other is false    two digits of a cell; a digit in two places that see each other

A ``Web`` supposes each candidate in turn to be true, all of them at the same time: for every place it keeps two masks
with a bit for each candidate, under which of these suppositions the place is known to be true, and under which to be
false. One ``grow`` follows all strong links and then all weak links once. So the first supposition that makes its own
candidate false does so by the shortest chain there is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from dueldoku.board.geometry import bits
from dueldoku.solvers.human.board import CandidateBoard, remembered
from dueldoku.solvers.human.deduction import Candidate, Place


class Node(NamedTuple):
    """A place as a mask of cells, and what its truth makes false: the cells that see all of it."""

    cells_mask: int
    digit: int
    seen: int


class Graph(NamedTuple):
    """Numbered places, candidates first, in order of cells; and for each the places at the other ends of its links."""

    nodes: list[Node]
    number: dict[tuple[int, int], int]  # by mask of cells and digit
    candidates: int
    strong: list[list[int]]
    weak: list[list[int]]

    def place(self, number: int) -> Place:
        """A place as others know it."""
        return Place(tuple(bits(self.nodes[number].cells_mask)), self.nodes[number].digit)

    def candidate(self, number: int) -> Candidate:
        """One of the candidates."""
        node = self.nodes[number]
        return Candidate(node.cells_mask.bit_length() - 1, node.digit)


def _graph(board: CandidateBoard, in_units: bool, in_cells: bool, grouped: bool) -> Graph:
    peer_masks = board.geometry.peer_masks
    nodes = [
        Node(1 << cell, digit, peer_masks[cell])
        for cell, mark in enumerate(board.marks)
        if not board.values[cell]
        for digit in bits(mark)
    ]
    number = {(node.cells_mask, node.digit): at for at, node in enumerate(nodes)}
    candidates = len(nodes)
    pairs: set[tuple[int, int]] = set()
    if in_units:
        for digit in board.digits:
            for one, two in _splits(board, digit, grouped):
                for mask in (one, two):
                    if (mask, digit) not in number:
                        number[mask, digit] = len(nodes)
                        nodes.append(Node(mask, digit, board.seen_by(*bits(mask))))
                first, second = number[one, digit], number[two, digit]
                pairs.add((min(first, second), max(first, second)))
    if in_cells:
        for cell in board.cells_with(2):
            one, two = (number[1 << cell, digit] for digit in bits(board.marks[cell]))
            pairs.add((one, two))
    strong: list[list[int]] = [[] for _ in nodes]
    for one, two in sorted(pairs):
        strong[one].append(two)
        strong[two].append(one)
    return Graph(nodes, number, candidates, strong, _weak_links(board, nodes, number, candidates, across=in_cells))


def _kind(in_units: bool, in_cells: bool, grouped: bool = False) -> Callable[[CandidateBoard], Graph]:
    return remembered(lambda board: _graph(board, in_units, in_cells, grouped))


digit_graph = _kind(in_units=True, in_cells=False)  # links between places for the same digit
cell_graph = _kind(in_units=False, in_cells=True)  # strong links in cells with two candidates, weak ones between cells
plain_graph = _kind(in_units=True, in_cells=True)  # all links between single candidates
grouped_graph = _kind(in_units=True, in_cells=True, grouped=True)  # and those between groups


def _splits(board: CandidateBoard, digit: int, grouped: bool) -> list[tuple[int, int]]:
    """Each unit's places for a digit as two places, at least one of which has to be true."""
    geometry, spots = board.geometry, board.spots[digit]
    found: dict[tuple[int, int], None] = {}
    for unit, unit_mask in enumerate(geometry.unit_masks):
        places = spots & unit_mask
        count = places.bit_count()
        if count == 2:
            low = places & -places
            found[low, places ^ low] = None
        elif grouped and 2 < count <= 2 * max(geometry.m, geometry.n):
            is_block = unit >= 2 * geometry.side
            for other in sorted({u for cell in bits(places) for u in geometry.units_of[cell]}):
                part = places & geometry.unit_masks[other]
                rest = places ^ part
                if other == unit or (other >= 2 * geometry.side) is is_block or not rest:
                    continue
                if _is_group(board, rest, is_block):
                    found[part, rest] = None
    return list(found)


def _is_group(board: CandidateBoard, cells_mask: int, in_block: bool) -> bool:
    """Whether the cells of a block lie in one line, or those of a line in one block."""
    first = board.geometry.units_of[cells_mask.bit_length() - 1]
    units = first[:2] if in_block else first[2:]
    return any(not cells_mask & ~board.geometry.unit_masks[unit] for unit in units)


def _weak_links(
    board: CandidateBoard, nodes: list[Node], number: dict[tuple[int, int], int], candidates: int, across: bool
) -> list[list[int]]:
    """For each place, those that its truth makes false; ``across``: other digits of the same cell too."""
    groups: dict[int, list[int]] = {}
    for at in range(candidates, len(nodes)):
        groups.setdefault(nodes[at].digit, []).append(at)
    weak = []
    for node in nodes:
        seen = node.seen & board.spots[node.digit]
        found = [number[1 << cell, node.digit] for cell in bits(seen)]
        found += [group for group in groups.get(node.digit, ()) if not nodes[group].cells_mask & ~seen]
        if across and node.cells_mask.bit_count() == 1:
            cell = node.cells_mask.bit_length() - 1
            found += [number[node.cells_mask, digit] for digit in bits(board.marks[cell]) if digit != node.digit]
        weak.append(found)
    return weak


class Web:
    """Each candidate supposed to be true, and what follows, one strong and one weak link further with each ``grow``."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.true = [1 << at if at < graph.candidates else 0 for at in range(len(graph.nodes))]
        self.false = [0] * len(graph.nodes)
        start = {at: 1 << at for at in range(graph.candidates)}
        self.newly_true = [start]  # by round: the places and the suppositions that were new
        self.newly_false = [self._follow(start, graph.weak, self.false)]

    def grow(self) -> list[int]:
        """Go on by one round; the candidates that are now known to be false if they are true."""
        new = self._follow(self.newly_false[-1], self.graph.strong, self.true)
        self.newly_true.append(new)
        new = self._follow(new, self.graph.weak, self.false)
        self.newly_false.append(new)
        return [at for at, mask in new.items() if at < self.graph.candidates and mask >> at & 1]

    def grow_fully(self) -> None:
        """Go on until nothing new follows."""
        while self.newly_false[-1]:
            self.grow()

    @staticmethod
    def _follow(fresh: dict[int, int], links: list[list[int]], known: list[int]) -> dict[int, int]:
        new: dict[int, int] = {}
        for at, mask in fresh.items():
            for other in links[at]:
                if more := mask & ~known[other]:
                    known[other] |= more
                    new[other] = new.get(other, 0) | more
        return new

    def path(self, supposed: int, end: int, is_true: bool) -> list[int]:
        """The chain from a supposition to a place that it makes true or false: true, false, true, ..."""
        rounds = self.newly_true if is_true else self.newly_false
        round_ = next(at for at, new in enumerate(rounds) if new.get(end, 0) >> supposed & 1)
        chain = [end]
        while chain[-1] != supposed or not is_true or round_:
            if is_true:
                round_ -= 1
            fresh = self.newly_false[round_] if is_true else self.newly_true[round_]
            links = self.graph.strong if is_true else self.graph.weak
            chain.append(_first(fresh, links[chain[-1]], supposed))
            is_true = not is_true
        return chain[::-1]


def _first(fresh: dict[int, int], places: Iterable[int], supposed: int) -> int:
    return next(place for place in places if fresh.get(place, 0) >> supposed & 1)
