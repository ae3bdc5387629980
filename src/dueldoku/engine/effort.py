"""How much a search may still take: until a deadline, or for a number of nodes, which makes it repeatable.

A *node* is about a microsecond of work here, whichever kernel does it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:  # an effort takes no compiler
    from dueldoku.kernels.duel.resumable import Search

S = TypeVar("S", bound="Search")

_SLICE = 10_000  # nodes between two looks at the clock: about ten milliseconds at most
_PER_SECOND = 1_000_000


class Effort:
    """What is left. A ``part`` of it may be given away: what the part spends, the whole has spent too."""

    def __init__(self, seconds: float = inf, nodes: float = inf, whole: Effort | None = None) -> None:
        self.deadline = time.monotonic() + seconds
        self.nodes = nodes
        self._whole = whole
        self.spent = 0.0

    def part(self, share: float) -> Effort:
        """A share of what is left."""
        return Effort(share * self.seconds, share * self.nodes, self)

    @property
    def seconds(self) -> float:
        """What is left on the clock."""
        return max(self.deadline - time.monotonic(), 0.0)

    @property
    def worth(self) -> float:
        """What is left, in nodes, as far as one can tell beforehand."""
        return min(self.nodes, self.seconds * _PER_SECOND)

    def slice(self) -> int:
        """How many nodes to take before asking again; 0 when nothing is left."""
        return max(int(min(self.nodes, _SLICE)), 0) if time.monotonic() < self.deadline else 0

    def spend(self, nodes: float) -> None:
        """Count these nodes."""
        self.nodes -= nodes
        self.spent += nodes
        if self._whole:
            self._whole.spend(nodes)


class Deepening(Generic[S]):
    """A search and how deep it is, one ply more at a time. ``start`` and ``proceed`` are those of its kernel.

    So many of its nodes, ``for_one``, take as long as one of the effort.
    """

    def __init__(
        self, search: S, start: Callable[[S, int], None], proceed: Callable[[S, int], bool], for_one: int = 1
    ) -> None:
        self.search, self._start, self._proceed, self._for_one = search, start, proceed, for_one
        self.depth, self._is_under_way = 0, False

    def deepen(self, effort: Effort) -> bool:
        """Search one ply deeper; False if the effort ends before. Then the next call goes on."""
        if not self._is_under_way:
            self._start(self.search, self.depth + 1)
            self._is_under_way = True
        while nodes := effort.slice():
            before = int(self.search.now.nodes)
            is_complete = self._proceed(self.search, nodes * self._for_one)
            effort.spend((int(self.search.now.nodes) - before) / self._for_one)
            if is_complete:
                self.depth, self._is_under_way = self.depth + 1, False
                return True
        return False
