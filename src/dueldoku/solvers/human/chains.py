"""Chains: if this place is false, that one is true, so another is false, and so on to the other end.

A chain starts from a false place and goes strong, weak, strong, ..., strong (``links.py``). So its start or its end is
true, and whatever has a weak link to both is false. A chain that ends where it started proves its start true. If its
two ends have a weak link to each other, it is a loop: then of the two ends of each weak link one is true as well.

    X-chain              places for one digit
    XY-chain             cells with two candidates
    alternating chain    both; and with groups of cells in a line of a block, a grouped chain
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from dueldoku.solvers.human.board import CandidateBoard, listed
from dueldoku.solvers.human.deduction import Candidate, Deduction, Link, Place
from dueldoku.solvers.human.links import Graph, Web, cell_graph, digit_graph, grouped_graph, plain_graph
from dueldoku.solvers.human.templates import loose_digits

Chain = tuple[int, ...]


def find_x_chain(board: CandidateBoard) -> Iterator[Deduction]:
    """A chain through places for one digit."""
    return _find(board, digit_graph) if loose_digits(board) else iter(())


def find_xy_chain(board: CandidateBoard) -> Iterator[Deduction]:
    """A chain through cells with two candidates."""
    return _find(board, cell_graph)


def find_loop(board: CandidateBoard, grouped: bool) -> Iterator[Deduction]:
    """A chain of any kind whose ends see each other."""
    return _find(board, grouped_graph if grouped else plain_graph, loops=True)


def find_chain(board: CandidateBoard, grouped: bool) -> Iterator[Deduction]:
    """A chain of any kind."""
    return _find(board, grouped_graph if grouped else plain_graph)


def _find(
    board: CandidateBoard, graph_of: Callable[[CandidateBoard], Graph], loops: bool = False
) -> Iterator[Deduction]:
    """The chains along the links of a graph, the shortest first; only those that are loops, if ``loops``."""
    graph = graph_of(board)
    key = (_find, graph_of)
    if key not in board.memo:
        board.memo[key] = _shortest(graph)
    for chain in board.memo[key]:
        is_loop = len(chain) > 2 and chain[-1] in graph.weak[chain[0]]
        if is_loop or not loops:
            yield _conclude_loop(board, graph, chain) if is_loop else _conclude(board, graph, chain)


def _shortest(graph: Graph) -> list[Chain]:
    """The shortest chains that strike something out, each once: a chain reads the same backwards."""
    web = Web(graph)
    while web.newly_false[-1]:
        if hits := web.grow():
            chains = (tuple(web.path(hit, hit, is_true=False)[1:-1]) for hit in hits)
            return list(dict.fromkeys(min(chain, chain[::-1]) for chain in chains))
    return []


def _conclude(board: CandidateBoard, graph: Graph, chain: Chain) -> Deduction:
    """What a chain proves, and the chain in words."""
    cells = tuple(dict.fromkeys(cell for at in chain for cell in graph.place(at).cells))
    start, end = graph.place(chain[0]), graph.place(chain[-1])
    links = links_of(graph, chain)
    story = tell(board, graph, chain, supposed=False)
    if start == end and len(start.cells) == 1:
        return Deduction(f"{story}. So it must be.", cells, Candidate(start.cells[0], start.digit), links=links)
    struck = _seen_by_both(graph, chain[0], chain[-1])
    if start == end:
        return board.strike(cells, struck, f"{story}. So it must be", links)
    either = listed((_is(board, place) for place in (start, end)), "or")
    return board.strike(cells, struck, f"{story}. So {either}", links)


def _conclude_loop(board: CandidateBoard, graph: Graph, chain: Chain) -> Deduction:
    """A loop: of the ends of each of its weak links, one is true."""
    weak_links = [*zip(chain[1::2], chain[2::2], strict=False), (chain[-1], chain[0])]
    struck = dict.fromkeys(gone for ends in weak_links for gone in _seen_by_both(graph, *ends))
    cells = tuple(dict.fromkeys(cell for at in chain for cell in graph.place(at).cells))
    story = tell(board, graph, (*chain, chain[0]), supposed=False)
    why = f"{story}, and round again, or the same backwards. So of two neighbours one is true"
    links = (*links_of(graph, chain), Link(graph.place(chain[-1]), graph.place(chain[0]), strong=False))
    return board.strike(cells, sorted(struck, key=lambda gone: (gone.digit, gone.cell)), why, links)


def _seen_by_both(graph: Graph, one: int, two: int) -> list[Candidate]:
    both = set(graph.weak[one]) & set(graph.weak[two])
    return [
        graph.candidate(at) for at in sorted(both, key=lambda at: (graph.nodes[at].digit, at)) if at < graph.candidates
    ]


def links_of(graph: Graph, chain: Chain, first_strong: bool = True) -> tuple[Link, ...]:
    """The links of a chain, for drawing."""
    return tuple(
        Link(graph.place(one), graph.place(two), strong=(at % 2 == 0) is first_strong)
        for at, (one, two) in enumerate(pairwise(chain))
    )


def tell(board: CandidateBoard, graph: Graph, chain: Chain, supposed: bool) -> str:
    """The chain as a sentence; its start is ``supposed`` to be true or false, and they take turns."""
    states = [_is(board, graph.place(at), (index % 2 == 0) is supposed) for index, at in enumerate(chain)]
    return f"If {states[0]}, then {', then '.join(states[1:])}"


def _is(board: CandidateBoard, place: Place, true: bool = True) -> str:
    if not true and len(place.cells) == 2:
        return f"neither {board.names(place.cells, 'nor')} is {place.digit}"
    if not true and len(place.cells) > 2:
        return f"none of {board.names(place.cells)} is {place.digit}"
    return f"{board.names(place.cells, 'or')} is {'' if true else 'not '}{place.digit}"
