"""What sensei knows about a position: what every move is worth, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from dueldoku.board.move import Move


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


@dataclass(frozen=True, slots=True)
class MoveValue:
    """A move, and what its player gains on the other one from here to the end, with this move."""

    move: Move
    value: float
    points: int  # that the move scores at once
    is_bomb: bool
    tempo: Tempo = Tempo.OPEN  # for the player who makes the move
    is_exact: bool = False


@dataclass(frozen=True, slots=True)
class Insight:
    """A position as far as it is understood: its moves, the best one first."""

    moves: tuple[MoveValue, ...]
    kind: Kind
    tempo: Tempo = Tempo.OPEN  # for the player to move
    line: tuple[Move, ...] = ()  # how the game may go on
    depth: int = 0  # turns that the search for points looked ahead

    @property
    def best(self) -> MoveValue:
        """The move to play."""
        return self.moves[0]
