"""The rule sets by name, and what moves are worth.

A rule set says which cells a player may fill. ``classic`` allows every empty cell. The others give each player a start
region, which stays open to them for the whole game, and with each cell they fill the up to eight cells around it: their
territory. A new rule set is one more entry of ``RULE_SETS``; everything else asks there.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from dueldoku.board.geometry import Geometry
from dueldoku.duel.position import Regions
from dueldoku.errors import RulesError

POINTS = (0, 1, 3, 7)  # for completing none, one, two or three units with a move


@dataclass(frozen=True)
class RuleSet:
    """One way to play. ``regions`` gives the players' start regions; None: every cell is open to both.

    ``by_chance`` says that they are drawn, so that a position has to name them.
    """

    name: str
    about: str
    regions: Callable[[Geometry, random.Random], Regions] | None = None
    by_chance: bool = False


def _rows(geometry: Geometry, rng: random.Random) -> Regions:
    side = geometry.side
    return frozenset(range(side)), frozenset(range(side * (side - 1), side * side))


def _border(geometry: Geometry, rng: random.Random) -> Regions:
    last = geometry.side - 1
    border = frozenset(cell for cell in range(geometry.size) if {0, last} & {*divmod(cell, geometry.side)})
    return border, border


def _random(geometry: Geometry, rng: random.Random) -> Regions:
    cells = rng.sample(range(geometry.size), 2 * geometry.side)
    return frozenset(cells[: geometry.side]), frozenset(cells[geometry.side :])


RULE_SETS = {
    rules.name: rules
    for rules in (
        RuleSet("classic", "every empty cell is open to both"),
        RuleSet("rows", "player 1 starts from the top row, player 2 from the bottom row", _rows),
        RuleSet("border", "both start from the border", _border),
        RuleSet("random", "each starts from cells drawn at random", _random, by_chance=True),
    )
}


def rule_set(name: str) -> RuleSet:
    """The rule set of this name. Raises RulesError, which lists what there is."""
    if name not in RULE_SETS:
        raise RulesError(f"expected a rule set out of {', '.join(RULE_SETS)}, got {name!r}")
    return RULE_SETS[name]


def start_regions(rules: str, geometry: Geometry, seed: int | None = None) -> Regions | None:
    """The players' start regions, or None where every cell is open to both. ``seed`` is for those by chance."""
    draw = rule_set(rules).regions
    return draw(geometry, random.Random(seed)) if draw else None
