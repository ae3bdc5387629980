"""Which games are on the projector, and how far each is shown: at a pace that people can follow.

A game stays until its last turn was shown and could be read. Then another one takes its place: one that is being played
before one that is over, so that a tournament of fast agents is shown game by game, and its last games at the end.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from dueldoku.duel.record import GameRecord

PACE = 1.0  # seconds between two turns of a game
HOLD = 5.0  # seconds for which the end of a game is shown
_SMALL = 6  # rows of a board of which four can be read from afar, else two
_REMEMBERED = 1_000  # games that were shown


@dataclass
class Scene:
    """A game on the projector: as far as it is known, and how many of its turns are shown."""

    key: str
    record: GameRecord
    shown: int
    moved: float  # when that changed

    @property
    def is_over(self) -> bool:
        """Whether its end is shown."""
        return bool(self.record.reason) and self.shown == len(self.record.turns)


class Stage:
    """The games that are shown. ``clock`` tells the time."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.scenes: list[Scene] = []
        self._clock = clock
        self._seen: dict[str, None] = {}

    def take(self, live: Mapping[str, GameRecord], ended: Mapping[str, GameRecord]) -> None:
        """Learn what is being played and what was, each by its key, what should be shown first in front."""
        known = {**live, **ended}
        for scene in self.scenes:
            new = known.get(scene.key)
            if new and (len(new.turns), bool(new.reason)) > (len(scene.record.turns), bool(scene.record.reason)):
                scene.record = new
        for key, record in known.items():
            if key not in self._seen:
                shown = len(record.turns) if key in live else 0
                self._place(Scene(key, record, shown, self._clock()), live)

    def step(self) -> None:
        """Show the next turn of each game for which it is time."""
        now = self._clock()
        for scene in self.scenes:
            if scene.shown < len(scene.record.turns) and now - scene.moved >= PACE:
                scene.shown, scene.moved = scene.shown + 1, now

    def _place(self, new: Scene, live: Mapping[str, GameRecord]) -> None:
        """Put a game on the projector, if there is a place."""
        sides = [scene.record.start.grid.geometry.side for scene in (*self.scenes, new)]
        most = 4 if max(sides) <= _SMALL else 2
        if len(self.scenes) < most:
            self.scenes.append(new)
        else:
            done = [scene for scene in self.scenes if scene.key not in live and self._is_read(scene)]
            if not done:
                return
            oldest = min(done, key=lambda scene: scene.moved)
            self.scenes[self.scenes.index(oldest)] = new
            del self.scenes[most:]
        self._seen[new.key] = None
        if len(self._seen) > _REMEMBERED:
            del self._seen[next(iter(self._seen))]

    def _is_read(self, scene: Scene) -> bool:
        return scene.shown == len(scene.record.turns) and self._clock() - scene.moved >= HOLD
