"""How a move is judged, and how a game ends: every ruling and every reason there is, by the rules and in the arena.

A turn as text is the player's number, the move (``-`` if there was none) and what came of it: nothing more for a move
without points, ``+3`` for points, ``refused`` for a bomb, or the offence that lost the game.

>>> str(Turn(1, Move.parse("r3c5=7"), Ruling.PLACED, 3)), Turn.parse("2 - resigned").ruling.loses
('1 r3c5=7 +3', True)
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import NamedTuple

from dueldoku.board.move import Move
from dueldoku.errors import FormatError


class Ruling(StrEnum):
    """What a proposal is, in the order in which the rules ask. All but the last two lose the game at once."""

    RESIGNED = "resigned"
    NOTHING = "no move"
    TABOO = "taboo"
    INVALID = "invalid"
    ILLEGAL = "illegal"
    REFUSED = "refused"  # a bomb: legal, but the board would have no solution; taboo from now on, the turn passes
    PLACED = "placed"

    @property
    def loses(self) -> bool:
        """Whether the mover loses the game by it."""
        return self not in (Ruling.REFUSED, Ruling.PLACED)


class Reason(StrEnum):
    """Why a game ended."""

    # The points decide.
    BOARD_FULL = "board full"
    BOTH_STUCK = "both stuck"  # neither player has a cell to fill
    # The last turn was an offence; these are its rulings.
    RESIGNED = "resigned"
    NO_MOVE = "no move"
    TABOO = "taboo"
    INVALID = "invalid"
    ILLEGAL = "illegal"
    # Why an agent proposed nothing, as the arena found it.
    START_FAILED = "could not start"
    RAISED = "raised an exception"
    DIED = "its process died"
    TIME_UP = "no proposal in time"
    RETURNED = "returned without a proposal"
    MALFORMED = "proposed what is not a move"
    ARENA = "the arena fails with it"  # again and again, and not with another in its seat

    @property
    def is_loss(self) -> bool:
        """Whether somebody lost by it, whatever the points."""
        return self not in (Reason.BOARD_FULL, Reason.BOTH_STUCK)

    @property
    def by_rules(self) -> Reason:
        """What the rules alone say, which do not know why nothing was proposed, or what was."""
        if self is Reason.MALFORMED:
            return Reason.INVALID
        return Reason.NO_MOVE if self in _PROPOSED_NOTHING else self


_PROPOSED_NOTHING = frozenset(
    (Reason.START_FAILED, Reason.RAISED, Reason.DIED, Reason.TIME_UP, Reason.RETURNED, Reason.ARENA)
)


def reason_in_words(reason: str, detail: str = "") -> str:
    """A reason with what is known about it.

    >>> reason_in_words(Reason.RAISED, "KeyError in mine/agent.py:12: 'x'"), reason_in_words(Reason.TIME_UP)
    ("raised KeyError in mine/agent.py:12: 'x'", 'no proposal in time')
    """
    if not detail:
        return str(reason)
    return f"raised {detail}" if reason == Reason.RAISED else f"{reason}: {detail}"


def cause(reason: str, detail: str = "") -> str:
    """The same, without what differs from game to game: by this, faults of an agent are the same or not.

    >>> cause(Reason.RAISED, "KeyError in mine/agent.py:12: 'x'"), cause(Reason.ILLEGAL, "r1c1 already holds 5")
    ('raised KeyError in mine/agent.py:12', 'illegal: … already holds …')
    """
    if reason in (Reason.RAISED, Reason.START_FAILED):
        return reason_in_words(reason, detail.partition(": ")[0])
    is_offence = reason in (Reason.ILLEGAL, Reason.INVALID, Reason.TABOO)
    return reason_in_words(reason, re.sub(r"r-?\d+c-?\d+(=-?\d+)?|\d+", "…", detail) if is_offence else "")


class Judgement(NamedTuple):
    """The ruling on a proposal, the points it is worth, and the reason in words."""

    ruling: Ruling
    points: int
    why: str


class Turn(NamedTuple):
    """One turn that was taken: who proposed what, and what came of it."""

    player: int
    move: Move | None
    ruling: Ruling = Ruling.PLACED
    points: int = 0

    def __str__(self) -> str:
        words = [str(self.player), str(self.move or "-")]
        if self.ruling != Ruling.PLACED:
            words.append(self.ruling)
        elif self.points:
            words.append(f"+{self.points}")
        return " ".join(words)

    @classmethod
    def parse(cls, text: str) -> Turn:
        """Inverse of ``str``. Raises FormatError."""
        player, _, rest = text.strip().partition(" ")
        move, _, came = rest.strip().partition(" ")
        if player not in ("1", "2") or not move:
            raise FormatError(f"expected a turn such as '1 r3c5=7 +3', got {text!r}")
        parsed = None if move == "-" else Move.parse(move)
        if points := re.fullmatch(r"\+([0-9]{1,3})", came):
            return cls(int(player), parsed, Ruling.PLACED, int(points[1]))
        if came and came not in list(Ruling):
            raise FormatError(f"expected points or one of {', '.join(Ruling)}, got {came!r} in the turn {text!r}")
        return cls(int(player), parsed, Ruling(came or Ruling.PLACED))


class Outcome(NamedTuple):
    """A finished game. ``winner`` is 1, 2, or 0 for a draw."""

    winner: int
    reason: Reason
    scores: tuple[int, int]
