"""Hypothesis strategies for positions and games, on boards small enough for the slow referee.

A game is played from a list of numbers, each of which picks a proposal when its turn comes (``propose``): so the list
shrinks well, and the proposals suit the position.
"""

from __future__ import annotations

from hypothesis import strategies as st

from dueldoku.board.geometry import Geometry
from dueldoku.board.grid import Grid
from dueldoku.board.move import Move
from dueldoku.duel.position import Position, Regions
from dueldoku.duel.rules import RULE_SETS, start_regions
from dueldoku.game.game import Game

SHAPES = ((2, 2), (1, 2), (2, 1), (1, 3), (2, 3), (3, 2))
MOST_HOLES = 16  # the slow referee tries every completion

_KINDS = ("legal",) * 26 + ("bomb",) * 10 + ("taboo", "outside", "garbage", "nothing")
CODES = st.lists(st.integers(0, len(_KINDS) * 1000 - 1), min_size=24, max_size=40)


def propose(game: Game, code: int) -> Move | None:
    """The proposal that ``code`` stands for here: most are legal, many are bombs, some are offences."""
    pick, kind = divmod(code, len(_KINDS))
    side = game.geometry.side
    choices: list[Move] = []
    match _KINDS[kind]:
        case "nothing":
            return None
        case "taboo":
            choices = list(game.taboo)
        case "bomb":
            choices = list(game.bombs())
        case "outside":
            choices = [Move(-1, 0, 1), Move(side - 1, -1, 1), Move(0, side, 1), Move(side, 0, side)]
            choices += [Move(0, 0, 0), Move(0, 0, side + 1), Move(0, 0, -1), Move(-side, -side, 1)]
        case "garbage":
            row, rest = divmod(pick, side + 2)
            return Move(row % (side + 2) - 1, rest - 1, pick % (side + 2))
    choices = choices or list(game.legal_moves())
    return choices[pick % len(choices)] if choices else None


@st.composite
def grids(draw: st.DrawFn, spoil: bool | None = None) -> Grid:
    """A board of any small shape: part of a solution; or spoilt, so that it breaks the rules or is unsolvable.

    Some boards cannot be spoilt without breaking the rules, so even with ``spoil`` a few are solvable.
    """
    geometry = Geometry.of(*draw(st.sampled_from(SHAPES)))
    digits = draw(st.permutations(range(1, geometry.side + 1)))
    values = [digits[value - 1] for value in Grid.pattern(geometry)]
    holes = draw(st.sampled_from(range(min(geometry.size, MOST_HOLES) + 1)))
    for cell in draw(st.permutations(range(geometry.size)))[:holes]:
        values[cell] = 0
    if spoil is None:
        spoil = draw(st.sampled_from((False, False, True)))
    if spoil and draw(st.booleans()):
        cells, value = st.integers(0, geometry.size - 1), st.integers(1, geometry.side)
        for cell, digit in draw(st.lists(st.tuples(cells, value), min_size=1, max_size=4)):
            values[cell] = digit
    elif spoil:
        for row, col, digit in list(Game(Grid(geometry, tuple(values))).bombs())[:1]:
            values[geometry.cell(row, col)] = digit
    return Grid(geometry, tuple(values))


@st.composite
def positions(draw: st.DrawFn, rules: str | None = None, spoil: bool | None = None) -> Position:
    """A position to start from: any turn, scores, taboo, owners and start regions, empty ones included."""
    grid = draw(grids(spoil))
    geometry, side = grid.geometry, grid.geometry.side
    rules = rules or draw(st.sampled_from(list(RULE_SETS)))
    owners: tuple[int, ...] = ()
    regions: Regions | None = None
    if rules != "classic":
        marks = draw(st.lists(st.sampled_from((0, 1, 2)), min_size=len(grid), max_size=len(grid)))
        owners = tuple(mark if value else 0 for mark, value in zip(marks, grid, strict=True))
        region = st.frozensets(st.integers(0, geometry.size - 1), max_size=2 * side)
        regions = draw(st.none() | st.tuples(region, region))
        if regions == start_regions(rules, geometry, 0) or (rules == "random" and regions is None):
            regions = start_regions(rules, geometry, draw(st.integers(0, 99))) if rules == "random" else None
    square = st.integers(-1, side)
    moves = st.lists(st.builds(Move, square, square, st.integers(0, side + 1)), max_size=3, unique=True).map(tuple)
    return Position(
        grid,
        rules,
        turn=draw(st.sampled_from((1, 2))),
        scores=draw(st.just((0, 0)) | st.tuples(st.integers(0, 20), st.integers(0, 20))),
        owners=owners if any(owners) else (),
        regions=regions,
        taboo=draw(moves),
        past=draw(moves),
    )
