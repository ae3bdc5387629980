"""How far off estimates are: on average, which is corrected, and mostly, which is told with them.

Searches are too hopeful for the player to move, who is the next one to make a mistake, the more so the fuller the
board is. The numbers are what ``dueldoku bench calibration --fit --rounds 4 --nodes 10000`` prints: for games between
strong players and games between all kinds of them, which count as much. Whoever makes the last move of the game wins
the last units, so as long as that is open, the result is, too: the *spread* grows with the side of the board.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from dueldoku.game.game import Game


class Trust(NamedTuple):
    """How far off estimates are on the empty board and on the full one; in between it is in proportion."""

    bias: tuple[float, float]  #: what the player to move gains beyond the estimate, on average, in points
    spread: tuple[float, float]  #: a standard deviation, as a multiple of the root of the side


CLASSIC = Trust(bias=(-0.3, -1.6), spread=(6.0, 5.1))
TERRITORIES = Trust(bias=(-0.6, -1.3), spread=(5.6, 4.7))


def trust_of(game: Game) -> Trust:
    """The numbers for games of this kind."""
    return TERRITORIES if game.regions else CLASSIC


def bias_of(game: Game) -> float:
    """What the player to move gains beyond an estimate of a search, on average, in points."""
    return _between(trust_of(game).bias, game)


def spread_of(game: Game) -> float:
    """How far off an estimate of this position mostly is, in points: a standard deviation."""
    return sqrt(game.geometry.side) * _between(trust_of(game).spread, game)


def _between(ends: tuple[float, float], game: Game) -> float:
    begin, end = ends
    return end + game.values.count(0) / game.geometry.size * (begin - end)
