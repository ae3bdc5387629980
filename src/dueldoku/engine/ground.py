"""A game as the masks of ``kernels/duel/perfect_state.py``: its pairs, its solutions, its symmetries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice, product

import numpy as np
from numpy.typing import NDArray

from dueldoku.board.geometry import Geometry
from dueldoku.game.game import Game
from dueldoku.kernels.base.bits import pack_bits
from dueldoku.kernels.duel.bombs import bombs_of
from dueldoku.kernels.duel.compatibility import ends_of
from dueldoku.kernels.duel.perfect_state import Ground
from dueldoku.puzzles.canon import line_orders
from dueldoku.solvers.api import solutions

MOST_CELLS = 64  # their sets are masks of 64 bits


def solutions_of(game: Game, most: int) -> NDArray[np.uint8] | None:
    """The solutions of the board, a row each; None if there are more than ``most``."""
    found = [grid.values for grid in islice(solutions(game.grid), most + 1)]
    return np.array(found, np.uint8).reshape(len(found), game.geometry.size) if len(found) <= most else None


def free_cells(game: Game, solution: Sequence[int]) -> list[int]:
    """The empty cells, first those that few bombs need where this solution is the sole one: so tables fill up fast."""
    uses = Counter(chain.from_iterable(bombs_of(game.geometry, game.values, solution).values()))
    return sorted((cell for cell, value in enumerate(game.values) if not value), key=uses.__getitem__)


def ground_of(game: Game, found: NDArray[np.uint8], free: list[int]) -> Ground:
    """The game as it stands, with these solutions, at least one, and its ``free_cells``, at most 64."""
    geometry, has_territories = game.geometry, bool(game.reach)
    number = {cell: index for index, cell in enumerate(free)}
    pairs = [(cell, digit) for cell in free for digit in game.digits(cell)]
    cells, digits = np.array(pairs, np.int64).reshape(len(pairs), 2).T
    has = found[:, cells] == digits

    def mask(some: Iterable[int]) -> int:
        return sum(1 << number[cell] for cell in some if cell in number)

    images, places, names = _symmetries(game, number)
    return Ground(
        units=np.array([[mask(geometry.units[unit]) for unit in geometry.units_of[cell]] for cell in free], np.uint64),
        around=np.array([mask(geometry.neighbours[cell]) if has_territories else 0 for cell in free], np.uint64),
        cells=np.array([number[cell] for cell, _ in pairs], np.int64),
        digits=digits.copy(),
        at=pack_bits(np.array(free)[:, None] == cells),
        ends=pack_bits(ends_of(geometry, cells, digits)),
        solutions=pack_bits(has),
        within=pack_bits(has.T),
        needs=_needs(geometry, found, pairs, number),
        images=images,
        places=places,
        names=names,
        scratch=np.zeros(geometry.side + 1, np.int64),
    )


def _needs(
    geometry: Geometry, found: NDArray[np.uint8], pairs: Sequence[tuple[int, int]], number: dict[int, int]
) -> NDArray[np.uint64]:
    """Which cells each pair needs to be a bomb when just one of the solutions is left."""
    needs = np.zeros((len(found), len(pairs)), np.uint64)
    for index, (cell, digit) in enumerate(pairs):
        needs[:, index] = 1 << number[cell]
        for peer in geometry.peers[cell]:
            if peer in number:
                needs[:, index] |= (found[:, peer] == digit).astype(np.uint64) << np.uint64(number[peer])
    return needs


# -- symmetries ------------------------------------------------------------------------------------------------------


def _symmetries(game: Game, number: dict[int, int]) -> tuple[NDArray[np.uint64], NDArray[np.int64], NDArray[np.int64]]:
    """The symmetries of the position, as ``Ground`` has them; none if there is just the trivial one."""
    side, found = game.geometry.side, []
    for moved in _shapes(game):
        named = _names(game, moved)
        if named is not None:
            found.append((moved, named))
    if len(found) == 1 and len(set(range(1, side + 1)) - set(game.values)) < 2:
        found = []
    places = np.zeros((len(found), len(number)), np.int64)
    images = np.zeros((len(found), (len(number) + 3) // 4, 16), np.uint64)
    for index, (moved, _) in enumerate(found):
        for cell in number:
            place = number[moved[cell]]
            places[index, place] = number[cell]
            four, bit = divmod(number[cell], 4)
            images[index, four, [subset for subset in range(16) if subset >> bit & 1]] |= np.uint64(1 << place)
    return images, places, np.array([named for _, named in found], np.int64).reshape(len(found), side + 1)


def _shapes(game: Game) -> Iterator[tuple[int, ...]]:
    """Where each cell may go without a change of the units; with territories, nor of who is whose neighbour."""
    geometry = game.geometry
    side, m, n = geometry.side, geometry.m, geometry.n
    if game.reach:
        straight, turned = tuple(range(side)), tuple(reversed(range(side)))
        rows = cols = [straight, turned]
    elif side > 4:  # there are too many, and few positions have any
        rows = cols = [tuple(range(side))]
    else:
        rows, cols = list(line_orders(m, n)), list(line_orders(n, m))
    for row, col in product(rows, cols):
        yield tuple(row[cell // side] * side + col[cell % side] for cell in range(geometry.size))
        if m == n and (len(rows) > 1):
            yield tuple(col[cell % side] * side + row[cell // side] for cell in range(geometry.size))


def _names(game: Game, moved: tuple[int, ...]) -> list[int] | None:
    """What the digits must become for the position to stay the same, 0 for any; None if it does not."""
    side = game.geometry.side
    names: list[int] = [0] * (side + 1)
    for cell, digit in enumerate(game.values):
        other = game.values[moved[cell]]
        if (digit == 0) != (other == 0) or names[digit] not in (0, other):
            return None
        names[digit] = other
    used = [name for name in names if name]
    if len(used) != len(set(used)) or not _keeps_reach(game, moved):
        return None
    return names


def _keeps_reach(game: Game, moved: tuple[int, ...]) -> bool:
    """Whether each territory stays, or both change places: who moves is told apart from who does not, not 1 from 2."""
    if not game.reach:
        return True
    first, second = (set(game.cells(player)) for player in (1, 2))
    images = [{moved[cell] for cell in cells} for cells in (first, second)]
    return images in ([first, second], [second, first])
