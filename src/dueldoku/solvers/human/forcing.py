"""Forcing chains: whichever digit a cell has, or wherever a unit has its digit, chains lead to the same end.

r2c3 is 1, 5 or 8.      If it is 1, then ..., then r7c7 is not 4.
                        If it is 5, then ..., then r7c7 is not 4.
                        If it is 8, then ..., then r7c7 is not 4.    So r7c7 is not 4.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from dueldoku.board.geometry import bits
from dueldoku.solvers.human.board import CandidateBoard, listed, remembered
from dueldoku.solvers.human.chains import links_of, tell
from dueldoku.solvers.human.deduction import Candidate, Deduction
from dueldoku.solvers.human.links import Graph, Web, grouped_graph

MOST = 4  # candidates for each cell of the board: with more, hardly anything follows from one of them
NINE = 9**3  # candidates of an empty 9x9 board: so many can always be followed


class Region(NamedTuple):
    """One of these candidates is true: those of a cell, or of a digit in a unit."""

    members: tuple[int, ...]  # candidates by number
    cell: int | None
    unit: int = 0
    digit: int = 0

    def tell(self, board: CandidateBoard, graph: Graph) -> str:
        """The choice in words."""
        candidates = [graph.candidate(at) for at in self.members]
        if self.cell is not None:
            return f"{board.geometry.name(self.cell)} is {listed((digit for _, digit in candidates), 'or')}"
        return f"In {board.unit_names(self.unit)}, {self.digit} is in {board.names((c for c, _ in candidates), 'or')}"


@remembered
def regions_of(board: CandidateBoard) -> list[Region]:
    """Every choice that is still open."""
    number = grouped_graph(board).number
    found = [
        Region(tuple(number[1 << cell, digit] for digit in bits(mark)), cell)
        for cell, mark in enumerate(board.marks)
        if not board.values[cell]
    ]
    for unit, unit_mask in enumerate(board.geometry.unit_masks):
        for digit in board.digits:
            places = board.spots[digit] & unit_mask
            if places.bit_count() > 1:
                found.append(Region(tuple(number[1 << cell, digit] for cell in bits(places)), None, unit, digit))
    return found


def is_too_open(board: CandidateBoard) -> bool:
    """Whether there are more candidates than anybody could follow, one after the other."""
    return grouped_graph(board).candidates > max(NINE, MOST * board.geometry.size)


def find_forcing_chain(board: CandidateBoard) -> Iterator[Deduction]:
    """The same end by a chain from each candidate of a cell, or of a digit in a unit; the shortest first."""
    if is_too_open(board):
        return
    graph = grouped_graph(board)
    web = Web(graph)
    web.grow_fully()
    found = []
    for region in sorted(regions_of(board), key=lambda region: len(region.members)):
        mask = sum(1 << member for member in region.members)
        for end in range(graph.candidates):
            for is_true, known in ((True, web.true[end]), (False, web.false[end])):
                if not mask & ~known and not (mask >> end & 1 and is_true):
                    chains = [tuple(web.path(member, end, is_true)) for member in region.members]
                    found.append((sum(map(len, chains)), is_true, region, chains))
        if found:  # the fewest cases count more than the shortest chains
            break
    for _, is_true, region, chains in sorted(found, key=lambda case: case[0]):
        yield _conclude(board, graph, region, chains, is_true)


def _conclude(
    board: CandidateBoard, graph: Graph, region: Region, chains: list[tuple[int, ...]], is_true: bool
) -> Deduction:
    told = ". ".join(tell(board, graph, chain, supposed=True) for chain in chains if len(chain) > 1)
    cells = tuple(dict.fromkeys(cell for chain in chains for at in chain for cell in graph.place(at).cells))
    links = tuple(dict.fromkeys(link for chain in chains for link in links_of(graph, chain, first_strong=False)))
    end: Candidate = graph.candidate(chains[0][-1])
    why = f"{region.tell(board, graph)}. {told}. So in any case"
    if is_true:
        return Deduction(f"{why}: {board.geometry.name(end.cell)} is {end.digit}.", cells, end, links=links)
    return board.strike(cells, [end], why, links)
