"""A position at a glance: the points that lie there, as far as a player sees them."""

from __future__ import annotations

from dueldoku.duel.rules import POINTS
from dueldoku.engine.insight import Insight, Kind, MoveValue
from dueldoku.game.game import Game


def glance(game: Game, kinds: int) -> Insight | None:
    """What every cell scores now if only so many kinds of units are seen: rows, columns, blocks.

    None if the board has no solution.
    """
    solution = game.solution()
    if solution is None:
        return None
    taboo, moves = set(game.taboo), []
    for cell in game.cells():
        move = game.geometry.move(cell, solution[cell])
        if move not in taboo:
            seen = game.geometry.units_of[cell][:kinds]
            full = sum(all(game.values[other] or other == cell for other in game.geometry.units[unit]) for unit in seen)
            moves.append(MoveValue(move, float(POINTS[full]), game.points(cell), is_bomb=False))
    moves.sort(key=lambda move: -move.value)
    return Insight(tuple(moves), Kind.ESTIMATE, line=(moves[0].move,)) if moves else None
