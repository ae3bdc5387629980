"""What is kept of a turn for the next one: tables of perfect play. There the position after two moves is looked up.

Where a table was completed, the rest of the game needs no search. Where a search was not, it goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from dueldoku.board.move import Move
from dueldoku.engine.effort import Effort
from dueldoku.engine.perfect import Perfect
from dueldoku.game.game import Game
from dueldoku.kernels.duel.bombs import Rest
from dueldoku.kernels.duel.endgame import Endgame

_BYTES_PER_NODE = 40  # of what is left: to write and to read so many takes about a twentieth of the time of a node


class KeptTables(NamedTuple):
    """Complete tables of a board with one solution."""

    board: bytes
    rest: Rest
    tables: Endgame

    def find(self, game: Game) -> tuple[int, int] | None:
        """The cells and the bombs that are left, as the tables number them; None if the board is another one."""
        pairs = list(zip(self.board, game.values, strict=False))
        if len(game.values) != len(self.board) or any(value not in (0, now) for value, now in pairs):
            return None
        cells, bombs, count, taboo = 0, 0, len(self.rest.units), set(game.taboo)
        for turn, move in enumerate(self.rest.moves):
            value = game.values[game.geometry.cell_of(move)]
            if turn >= count:
                bombs |= (move not in taboo) << turn - count
            elif not value:
                cells |= 1 << turn
            elif value != move.digit:
                return None
        return cells, bombs

    @property
    def nbytes(self) -> int:
        """How large it is."""
        return self.tables.values.nbytes + self.tables.starts.nbytes


class KeptSearch(NamedTuple):
    """A search for perfect play, and the moves that led to where it began."""

    past: tuple[Move, ...]
    perfect: Perfect

    def find(self, game: Game) -> Perfect | None:
        """The search at the position that the game has reached; None if it is not there."""
        past, here = game.position().past, self.perfect
        if past[: len(self.past)] != self.past:
            return None
        for move in past[len(self.past) :]:
            if move not in here.moves:
                return None
            here = here.after(move).rest
        return here

    @property
    def nbytes(self) -> int:
        """How large it is."""
        return self.perfect.nbytes


class Memory:
    """What an earlier turn kept, and what this one will. Without ``load`` and ``save`` nothing lasts."""

    def __init__(
        self, load: Callable[[], Any] = lambda: None, save: Callable[[Any], None] = lambda thing: None
    ) -> None:
        self._save, self._kept = save, load()
        self._new: KeptTables | KeptSearch | None = None

    def tables(self, game: Game) -> tuple[Rest, Endgame, int, int] | None:
        """Complete tables in which the position is, with its cells and bombs there."""
        kept = self._kept
        found = kept.find(game) if isinstance(kept, KeptTables) else None
        return (kept.rest, kept.tables, *found) if found else None

    def search(self, game: Game) -> Perfect | None:
        """A search that was begun earlier and knows the position."""
        return self._kept.find(game) if isinstance(self._kept, KeptSearch) else None

    def note_tables(self, game: Game, rest: Rest, tables: Endgame) -> None:
        """Have complete tables kept."""
        self._new = KeptTables(bytes(game.values), rest, tables)

    def note_search(self, game: Game, perfect: Perfect) -> None:
        """Have a search kept, as far as it is."""
        self._new = KeptSearch(game.position().past, perfect)

    def save(self, effort: Effort) -> None:
        """Keep what was noted, unless that takes too long."""
        if self._new and self._new.nbytes <= _BYTES_PER_NODE * effort.worth:
            self._save(self._new)
        self._new = None
