"""How far off estimates mostly are, as measured by ``dueldoku bench calibration --only sensei sensei:level=master``.

Between players of that strength it is about as many points as the board's side, times a factor: whoever makes the last
move of the game wins the last units, and as long as that is open, so is the result.
"""

from __future__ import annotations

from dueldoku.game.game import Game

_CLASSIC = 1.9  # times the side, from the first turn to where values are exact
_TERRITORIES = 1.8, 1.2  # on the empty board, and on the full one


def spread_of(game: Game) -> float:
    """How far off an estimate of this position mostly is, in points: a standard deviation."""
    side, empty = game.geometry.side, game.values.count(0) / game.geometry.size
    begin, end = _TERRITORIES if game.regions else (_CLASSIC, _CLASSIC)
    return side * (end + empty * (begin - end))
