"""How far off estimates mostly are, as ``dueldoku bench calibration`` has measured it."""

from __future__ import annotations

from dueldoku.game.game import Game


def spread_of(game: Game) -> float:
    """How far off an estimate of this position mostly is, in points: a standard deviation."""
    return 5.0
