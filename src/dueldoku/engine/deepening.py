"""A compiled search, one ply deeper at a time, for as long as an effort lasts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from dueldoku.engine.effort import Effort
from dueldoku.kernels.duel.resumable import Search

S = TypeVar("S", bound=Search)


class Deepening(Generic[S]):
    """A search and how deep it is. ``start`` and ``proceed`` are those of its kernel."""

    def __init__(self, search: S, start: Callable[[S, int], None], proceed: Callable[[S, int], bool]) -> None:
        self.search, self._start, self._proceed = search, start, proceed
        self.depth, self._is_under_way = 0, False

    def deepen(self, effort: Effort) -> bool:
        """Search one ply deeper; False if the effort ends before. Then the next call goes on."""
        if not self._is_under_way:
            self._start(self.search, self.depth + 1)
            self._is_under_way = True
        while nodes := effort.slice():
            before = int(self.search.now.nodes)
            is_complete = self._proceed(self.search, nodes)
            effort.spend(int(self.search.now.nodes) - before)
            if is_complete:
                self.depth, self._is_under_way = self.depth + 1, False
                return True
        return False
