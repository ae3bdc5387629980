"""Who is where on the page. It is known while the server runs, and for a tab that was closed at once."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

RELOAD = 3.0  # seconds for which nobody counts as gone: a page that is loaded anew, a program that asks again
_REMEMBERED = 5_000  # who have left


class Presence:
    """Visitors by where they are: at a game, by its key, or elsewhere. Each may have several tabs open there."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._here: Counter[tuple[str, str]] = Counter()
        self._left: dict[tuple[str, str], float] = {}

    def come(self, visitor: str, where: str) -> None:
        """Somebody is there from now on."""
        self._here[visitor, where] += 1

    def go(self, visitor: str, where: str) -> None:
        """One of their tabs was closed."""
        self._here[visitor, where] -= 1
        if self._here[visitor, where] <= 0:
            del self._here[visitor, where]
            self._left.pop((visitor, where), None)  # so that it is the newest
            self._left[visitor, where] = self._clock()
            if len(self._left) > _REMEMBERED:
                del self._left[next(iter(self._left))]

    @contextmanager
    def at(self, visitor: str, where: str) -> Iterator[None]:
        """Somebody is there as long as this lasts."""
        self.come(visitor, where)
        try:
            yield
        finally:
            self.go(visitor, where)

    def away(self, visitor: str, where: str) -> float | None:
        """For how many seconds they have been away; 0 if they are there, None if they never were."""
        if (visitor, where) in self._here:
            return 0.0
        left = self._left.get((visitor, where))
        away = None if left is None else self._clock() - left
        return 0.0 if away is not None and away < RELOAD else away
