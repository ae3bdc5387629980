"""How often something may be done: so many times at once, and then again as time goes by."""

from __future__ import annotations

import time

_MOST = 10_000  # buckets that are remembered


class Buckets:
    """A bucket for each key. It holds ``most``, and ``per_second`` more flow in as long as it is not full."""

    def __init__(self, most: int, per_second: float) -> None:
        self._most, self._per_second = most, per_second
        self._levels: dict[str, tuple[float, float]] = {}  # what was left, and when that was; those used last come last

    def has(self, key: str) -> bool:
        """Whether one can be taken."""
        return self._level(key) >= 1

    def take(self, key: str) -> bool:
        """Take one, if there is one."""
        level = self._level(key)
        self._levels.pop(key, None)
        self._levels[key] = level - (level >= 1), time.monotonic()
        if len(self._levels) > _MOST:
            del self._levels[next(iter(self._levels))]
        return level >= 1

    def _level(self, key: str) -> float:
        level, then = self._levels.get(key, (float(self._most), 0.0))
        return min(self._most, level + (time.monotonic() - then) * self._per_second)
