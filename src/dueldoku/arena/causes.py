"""Why agents lost games other than by points: each cause once, with what the agent printed when it first happened."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from dueldoku.arena.archive import Archive, StoredGame
from dueldoku.duel.turn import cause, reason_in_words


class Cause(NamedTuple):
    """What cost an agent games: in how many, the number of the first, what it did there and what it printed then."""

    agent: str
    games: int
    first: int
    words: str
    printed: tuple[str, ...]

    @property
    def sentence(self) -> str:
        """The same in words."""
        games = f"lost {self.games} games" if self.games > 1 else "lost a game"
        return f"{self.agent} {games}, the first is game {self.first}: {self.words}."


def find_causes(archive: Archive, games: Iterable[StoredGame]) -> list[Cause]:
    """The causes in these games of the archive, in the order in which they first came up."""
    found: dict[tuple[str, str], list[StoredGame]] = {}
    for game in games:
        if game.fault:
            agent = (game.agent1, game.agent2)[game.fault - 1]
            found.setdefault((agent, cause(game.reason, game.detail)), []).append(game)
    causes = []
    for (agent, _), lost in found.items():
        first = lost[0]
        record = archive.record(first.number)
        words = reason_in_words(first.reason, first.detail)
        causes.append(Cause(agent, len(lost), first.number, words, tuple(record.printed(len(record.turns)))))
    return causes
