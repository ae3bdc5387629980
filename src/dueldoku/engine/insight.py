"""What sensei knows about a position: what every move is worth, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from dueldoku.board.move import Move
from dueldoku.plain import Plain


class Kind(StrEnum):
    """How sure the values are."""

    EXACT = "exact"  # perfect play from here on, for points, bombs included
    PROVEN = "tempo proven"  # who makes the last move is proven, the points are judged
    ESTIMATE = "estimate"


class Tempo(StrEnum):
    """Who makes the last move of the game, if both fight for it perfectly."""

    WON = "won"  # the player in question does
    LOST = "lost"
    OPEN = "open"  # not proven

    @property
    def reverse(self) -> Tempo:
        """The same for the other player."""
        return {Tempo.WON: Tempo.LOST, Tempo.LOST: Tempo.WON}.get(self, self)


@dataclass(frozen=True, slots=True)
class MoveValue(Plain):
    """A move, and what its player gains on the other one from here to the end, with this move."""

    move: Move
    value: float
    points: int  # that the move scores at once
    is_bomb: bool
    tempo: Tempo = Tempo.OPEN  # for the player who makes the move
    is_exact: bool = False
    bombs_left: int | None = None  # that live after it, where they were counted


@dataclass(frozen=True, slots=True)
class Insight:
    """A position as far as it is understood: its moves, the one to play first.

    That is one of most value, but where all is lost it may be one that is hard to answer.
    """

    moves: tuple[MoveValue, ...]
    kind: Kind
    tempo: Tempo = Tempo.OPEN  # for the player to move
    line: tuple[Move, ...] = ()  # how the game may go on
    depth: int = 0  # turns that the search for points looked ahead
    bombs: int | None = None  # that live, where they were looked for

    @property
    def best(self) -> MoveValue:
        """The move to play."""
        return self.moves[0]

    @property
    def value(self) -> float:
        """What the player to move gains on the other one from here on."""
        return max(move.value for move in self.moves)
