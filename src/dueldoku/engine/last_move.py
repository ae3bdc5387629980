"""Who makes the last move where there are territories, by counting cells: the rule of ``docs/theory.md``.

>>> from dueldoku.game.boards import bundled_board
>>> last_move(Game(bundled_board("empty-2x3"), "rows"))
LastMove(case=<Case.LEVEL: 'even, level'>, player=2)
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from dueldoku.game.game import Game

MOST_COUNTED = 14  # empty cells up to which the rule was compared with perfect play


class Case(StrEnum):
    """What decides. The first that applies does."""

    OWN = "own cells"  # one player has more cells that only they can ever get to
    ODD = "odd"  # the shared cells are odd in number: the player to move
    OPEN = "even, open"  # they are even: the player who can fill more cells now
    LEVEL = "even, level"  # the players can fill as many: the other one


class LastMove(NamedTuple):
    """Who should make the last move, and why."""

    case: Case
    player: int


def last_move(game: Game) -> LastMove:
    """What the rule says; it looks at cells only, not at bombs."""
    mover, other = game.turn, 3 - game.turn
    mine, theirs = (grown(game, game.cells(player)) for player in (mover, other))
    if own := len(mine) - len(theirs):  # what is shared is in both
        return LastMove(Case.OWN, mover if own > 0 else other)
    if len(mine & theirs) % 2:
        return LastMove(Case.ODD, mover)
    if now := len(game.cells(mover)) - len(game.cells(other)):
        return LastMove(Case.OPEN, mover if now > 0 else other)
    return LastMove(Case.LEVEL, other)


def grown(game: Game, cells: Iterable[int]) -> set[int]:
    """The empty cells that can be got to from these, one neighbour after the other."""
    found = set(cells)
    todo = list(found)
    while todo:
        for cell in game.geometry.neighbours[todo.pop()]:
            if not game.values[cell] and cell not in found:
                found.add(cell)
                todo.append(cell)
    return found
