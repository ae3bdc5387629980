"""The loop of the searches, which stop at any node and go on later: a stack of plies instead of recursion.

    ply        0          1          2       ``now.ply``: where the search is
    moves      a b c d    e f g              as they were listed; the most promising one that is left is tried next
    next           2        1       -1       how many were tried; -1: they are not listed yet

Here b was made at ply 0 and e at ply 1, and ply 2 is about to be looked at. A *node* is a ply that was looked at;
``open`` may count more of them where it values moves without making them.

A search has a record ``now`` and rows ``plies``, and brings along what is its own:

    open(search, ply)       list the moves of this ply; whether its value is known without
    descend(search, ply)    make the next move, and ``enter`` the ply below; False if there is none that matters
    close(search, ply)      this ply is done: note what is worth remembering
    ascend(search, ply)     take back the move under way; its value is that of the ply below
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from dueldoku.kernels.base.jit import lean_part
from dueldoku.kernels.base.records import Byte, Rows, Short, rows, swap

EXACT, AT_LEAST, AT_MOST = range(3)  # what a remembered value is


class SearchState:
    """Where a search stands."""

    ply: int
    nodes: int  # so far


class SearchPly:
    """What every search has for a ply."""

    next: int
    count: int  # how many moves there are


class SearchMove:
    """What every search has for a move that is listed."""

    rank: int  # the highest is the most promising


class Window(SearchPly):
    """A ply of alpha-beta: values outside the window make no difference."""

    best: int  # the value of the best move so far
    choice: int  # and which one that is; before, the one that is known from elsewhere
    alpha: int
    beta: int
    floor: int  # alpha as it was at first
    hash: int  # of the position


class Remembered:
    """What alpha-beta keeps about a position: 16 bytes."""

    hash: int
    value: Short
    choice: Short
    depth: Short  # plies that were searched
    kind: Byte
    is_sure: Byte  # searched to the end of the game


def table_of(entries: int) -> Rows[Remembered]:
    """A hash table with room for so many, a power of two, and nothing in it."""
    table = rows(Remembered, entries)
    for slot in range(2):  # where a position with the hash 0 finds that nothing is known
        table[slot].choice = -1
    return table


M = TypeVar("M", bound=SearchMove)


class Search(Protocol):
    """A search under way."""

    @property
    def now(self) -> SearchState:
        """Where it stands."""

    @property
    def plies(self) -> Rows[SearchPly]:
        """From the root to the node under way."""


S = TypeVar("S", bound=Search)


@lean_part
def proceed(
    search: S,
    most_nodes: int,
    open_: Callable[[S, int], bool],
    descend: Callable[[S, int], bool],
    close: Callable[[S, int], None],
    ascend: Callable[[S, int], None],
) -> bool:
    """Go on until there are so many nodes more; whether the search is complete. Then ply 0 has the answer."""
    now = search.now
    end = now.nodes + most_nodes
    while True:
        ply, is_known = now.ply, False
        if search.plies[ply].next < 0:
            if now.nodes >= end:
                return False
            now.nodes += 1
            is_known = open_(search, ply)
        if is_known or not descend(search, ply):
            close(search, ply)
            if ply == 0:
                return True
            now.ply = ply - 1
            ascend(search, ply - 1)


@lean_part
def enter(search: S, ply: int) -> None:
    """Go to this ply, to look at it."""
    search.now.ply = ply
    search.plies[ply].next = -1


@lean_part
def pick(here: SearchPly, moves: Rows[M]) -> M:
    """The most promising of the moves that are left. They change places on the way, which the order of equals shows."""
    child = here.next
    for other in range(child + 1, here.count):
        if moves[other].rank > moves[child].rank:
            swap(moves, child, other)
    here.next += 1
    return moves[child]


@lean_part
def set_window(here: Window, alpha: int, beta: int, worst: int) -> None:
    """Begin with a ply of alpha-beta; its best value is the ``worst`` there is."""
    here.alpha = here.floor = alpha
    here.beta = beta
    here.best = worst


@lean_part
def settle(here: Window, entry: Remembered) -> bool:
    """Whether the value that is remembered will do for this window. Then it is the ply's."""
    value, kind = entry.value, entry.kind
    if kind == EXACT or (kind == AT_LEAST and value >= here.beta) or (kind == AT_MOST and value <= here.alpha):
        here.best = value
        return True
    return False


@lean_part
def remember(here: Window, entry: Remembered, depth: int, is_sure: int) -> None:
    """Keep the value of this ply."""
    entry.hash = here.hash
    entry.value = here.best
    entry.choice = here.choice
    entry.depth = depth
    entry.kind = AT_MOST if here.best <= here.floor else AT_LEAST if here.best >= here.beta else EXACT
    entry.is_sure = is_sure
