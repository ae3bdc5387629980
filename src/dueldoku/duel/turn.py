"""How a move is judged, and how a game ends. Both are short, closed lists."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from dueldoku.board.move import Move


class Ruling(StrEnum):
    """What a proposal is, in the order in which the rules ask. The first four lose the game at once."""

    NOTHING = "no move"
    TABOO = "taboo"
    INVALID = "invalid"
    ILLEGAL = "illegal"
    REFUSED = "refused"  # a bomb: legal, but the board would have no solution; taboo from now on, the turn passes
    PLACED = "placed"

    @property
    def loses(self) -> bool:
        """Whether the mover loses the game by it."""
        return self in (Ruling.NOTHING, Ruling.TABOO, Ruling.INVALID, Ruling.ILLEGAL)


class Reason(StrEnum):
    """Why a game ended."""

    BOARD_FULL = "board full"
    BOTH_STUCK = "both stuck"  # neither player has a cell to fill
    NO_MOVE = "no move"
    TABOO = "taboo"
    INVALID = "invalid"
    ILLEGAL = "illegal"


class Judgement(NamedTuple):
    """The ruling on a proposal, the points it is worth, and the reason in words."""

    ruling: Ruling
    points: int
    why: str


class Turn(NamedTuple):
    """One turn that was taken: who proposed what, and what came of it."""

    player: int
    move: Move | None
    ruling: Ruling
    points: int


class Outcome(NamedTuple):
    """A finished game. ``winner`` is 1, 2, or 0 for a draw."""

    winner: int
    reason: Reason
    scores: tuple[int, int]
