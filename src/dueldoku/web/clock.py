"""A clock for people who play each other: minutes for the whole game, and seconds that each turn adds."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from dueldoku.errors import RulesError
from dueldoku.words import counted

LONGEST = 180  # minutes, and seconds a turn


@dataclass(frozen=True)
class GameClock:
    """What each player has. As text it is as chess players write it; nothing is no clock.

    >>> GameClock.parse("5+3"), str(GameClock(300, 3)), bool(GameClock.parse(""))
    (GameClock(total=300, bonus=3), '5+3', False)
    >>> GameClock(300, 3).words, GameClock(60, 0).words, GameClock().words
    ('5 minutes each, 3 seconds more a turn', '1 minute each', 'no clock')
    """

    total: int = 0  # seconds
    bonus: int = 0

    @classmethod
    def parse(cls, text: str) -> GameClock:
        """Inverse of ``str``. Raises RulesError."""
        if not text:
            return cls()
        parts = re.fullmatch(r"([0-9]{1,3})(?:\+([0-9]{1,3}))?", text)
        minutes, bonus = (int(parts[1]), int(parts[2] or 0)) if parts else (0, 0)
        if not 1 <= minutes <= LONGEST or bonus > LONGEST:
            raise RulesError(f"expected a clock such as 5+3, minutes and seconds a turn up to {LONGEST}, got {text!r}")
        return cls(60 * minutes, bonus)

    def __bool__(self) -> bool:
        return self.total > 0

    def __str__(self) -> str:
        return f"{self.total // 60}+{self.bonus}" if self else ""

    @property
    def words(self) -> str:
        """The same in words."""
        more = f", {counted(self.bonus, 'second')} more a turn" if self.bonus else ""
        return f"{counted(self.total // 60, 'minute')} each{more}" if self else "no clock"


class Flag:
    """Falls when the time is up that it was last set for."""

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None
        self._falling: asyncio.Task[None] | None = None

    @property
    def is_set(self) -> bool:
        """Whether it is going to fall."""
        return self._timer is not None

    def set(self, seconds: float | None, fall: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Call ``fall`` after so many seconds, and nothing that it was set for before; None: never."""
        if self._timer:
            self._timer.cancel()
        self._timer = None
        if seconds is not None:
            loop = asyncio.get_running_loop()

            def begin() -> None:
                self._falling = loop.create_task(fall())

            self._timer = loop.call_later(seconds, begin)
