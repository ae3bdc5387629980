"""An analysis in sentences that a beginner understands: for whoever looks on, or for one of the players."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from dueldoku.engine.insight import Kind, Tempo

if TYPE_CHECKING:  # an analysis puts itself into words
    from dueldoku.engine.analysis import Analysis


def describe(found: Analysis, you: int = 0) -> Iterator[str]:
    """The position in a few sentences: how things stand, who should win, who moves last, and at the end what to play.

    ``you`` is the player who reads it, 1 or 2; 0 is somebody who looks on.
    """
    mover, other = _name(found.player, you), _name(3 - found.player, you)
    bombs = "" if found.bombs is None else f" and {count(found.bombs, 'living bomb')}"
    score = f"{found.scores[0]}-{found.scores[1]}"
    yield f"{_is(mover)} to move with {count(found.empty, 'empty cell')}{bombs}; the score is {score}."
    yield _outcome(found, mover)
    if found.tempo is not Tempo.OPEN:
        yield f"Proven: {mover if found.tempo is Tempo.WON else other} can force the last move."
    elif found.parity is not Tempo.OPEN:
        loses = found.parity is Tempo.LOST
        why = "cells and bombs are both even in number" if loses else "cells and bombs are not both even in number"
        yield f"By the parity rule {mover} should {'lose' if loses else 'win'} the tempo fight: {why}."
    yield _best(found, mover, other)


def _name(player: int, you: int) -> str:
    return "you" if player == you else "your opponent" if you else f"player {player}"


def _is(who: str) -> str:
    return f"{_upper(who)} {'are' if who == 'you' else 'is'}"


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _outcome(found: Analysis, mover: str) -> str:
    value, lead = found.value, found.lead if found.player == 1 else -found.lead
    s = "" if mover == "you" else "s"
    if found.kind is Kind.EXACT:
        end = "the game is drawn" if not lead else f"{'win' if lead > 0 else 'lose'}{s} by {abs(lead):g}"
        gains = f"{'gain' if value >= 0 else 'lose'}{s} {count(abs(value), 'point')}"
        return f"With perfect play {mover} {gains} from here, and {end}."
    points = f"about {count(round(abs(lead)), 'point')} {'ahead' if lead > 0 else 'behind'}" if round(lead) else "level"
    if lead == value:
        return f"{_upper(mover)} should come out {points}."
    about = f"{'gain' if value > 0 else 'lose'} about {count(round(abs(value)), 'point')}"
    gain = about if round(value) else "hold even"
    return f"{_upper(mover)} should {gain} from here, and come out {points}."


def _best(found: Analysis, mover: str, other: str) -> str:
    best = found.moves[0]
    keeps = [move for move in found.moves if move.tempo is Tempo.WON]
    only = "; no other move keeps the last move" if keeps == [best] and len(found.moves) > 1 else ""
    if mover == "you" and best.is_bomb:
        cell, digit = str(best.move).split("=")
        return f"Pass with a bomb: {digit} at {cell} will be refused, and {other} has to move{only}."
    if best.is_bomb:
        return f"Best is the bomb {best.move}: it is refused, and {other} {_has(other)} to move{only}."
    scores = f"scores {count(best.points, 'point')}"
    return f"Play {best.move}: it {scores}{only}." if mover == "you" else f"Best is {best.move}, which {scores}{only}."


def _has(who: str) -> str:
    return "have" if who == "you" else "has"


def count(number: float, noun: str) -> str:
    """The number with its noun.

    >>> count(1, "point"), count(2.0, "point"), count(0, "cell")
    ('1 point', '2 points', 'no cells')
    """
    return f"{number:g} {noun}{'' if number == 1 else 's'}" if number else f"no {noun}s"
