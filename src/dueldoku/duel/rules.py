"""The rule sets by name: which cells a player may fill.

``classic`` allows every empty cell. The others give each player a start region, which stays open to him for the whole
game, and with each cell he fills the up to eight cells around it: his territory.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from dueldoku.board.geometry import Geometry
from dueldoku.duel.position import Regions
from dueldoku.errors import RulesError

POINTS = (0, 1, 3, 7)  # for completing none, one, two or three units with a move


def _rows(geometry: Geometry, rng: random.Random) -> Regions:
    """Player 1 starts in the top row, player 2 in the bottom row."""
    side = geometry.side
    return frozenset(range(side)), frozenset(range(side * (side - 1), side * side))


def _border(geometry: Geometry, rng: random.Random) -> Regions:
    """Both start anywhere on the border."""
    last = geometry.side - 1
    border = frozenset(cell for cell in range(geometry.size) if {0, last} & {*divmod(cell, geometry.side)})
    return border, border


def _random(geometry: Geometry, rng: random.Random) -> Regions:
    """Each starts from N cells drawn at random, no cell belonging to both."""
    cells = rng.sample(range(geometry.size), 2 * geometry.side)
    return frozenset(cells[: geometry.side]), frozenset(cells[geometry.side :])


_START_REGIONS: dict[str, Callable[[Geometry, random.Random], Regions] | None] = {
    "classic": None,
    "rows": _rows,
    "border": _border,
    "random": _random,
}
RULE_SETS = tuple(_START_REGIONS)


def start_regions(rules: str, geometry: Geometry, seed: int | None = None) -> Regions | None:
    """The players' start regions, or None where every cell is open to both. ``seed`` is for ``random`` alone."""
    if rules not in _START_REGIONS:
        raise RulesError(f"expected a rule set out of {', '.join(RULE_SETS)}, got {rules!r}")
    draw = _START_REGIONS[rules]
    return draw(geometry, random.Random(seed)) if draw else None
