"""A plain solver: fill what is forced, then guess where there is least choice.

Each cell has a mask of the digits it may still take (bit ``d`` for digit ``d``). Settling a cell strikes its digit
from its peers; a peer left with one digit is settled next, and so is a digit with one place left in a unit. When
nothing is forced, the search tries the digits of the cell with the fewest, each on a copy of the masks. The stack is
a list, so the size of a board is no matter to Python's recursion limit.
"""

from __future__ import annotations

from collections.abc import Iterator

from dueldoku.board.geometry import Geometry, bits
from dueldoku.board.grid import Grid
from dueldoku.solvers.meter import Meter


def solutions(grid: Grid, meter: Meter | None = None) -> Iterator[Grid]:
    """Every solution of ``grid``, each once; none at all if its clues break the rules. A node is a guess."""
    meter = meter or Meter()
    geometry = grid.geometry
    masks = list(grid.marks) or [geometry.digits_mask] * geometry.size
    clues = [(cell, 1 << value) for cell, value in enumerate(grid) if value]
    if grid.clash or not _settle(geometry, masks, clues):
        return
    stack = [(masks, len(grid.holes))]
    while stack:
        masks, empty = stack.pop()
        still_empty = [cell for cell, mask in enumerate(masks) if mask & (mask - 1)]
        meter.propagations += empty - len(still_empty)
        if not still_empty:
            yield Grid(geometry, tuple(mask.bit_length() - 1 for mask in masks))
            continue
        meter.node()
        meter.guesses += 1
        guess = min(still_empty, key=lambda cell: masks[cell].bit_count())
        for digit in reversed(bits(masks[guess])):  # reversed: the stack hands out the smallest digit first
            branch = masks.copy()
            if _settle(geometry, branch, [(guess, 1 << digit)]):
                stack.append((branch, len(still_empty) - 1))


def _settle(geometry: Geometry, masks: list[int], todo: list[tuple[int, int]]) -> bool:
    """Settle the given (cell, digit bit) pairs and all that follows from them; False if a contradiction does."""
    peers, units, units_of = geometry.peers, geometry.units, geometry.units_of
    while todo:
        touched: set[int] = set()
        while todo:
            cell, bit = todo.pop()
            if not masks[cell] & bit:
                return False
            masks[cell] = bit
            touched.update(units_of[cell])
            for peer in peers[cell]:
                mask = masks[peer]
                if mask & bit:
                    if mask == bit:
                        return False
                    masks[peer] = mask = mask ^ bit
                    touched.update(units_of[peer])
                    if not mask & (mask - 1):
                        todo.append((peer, mask))
        for number in touched:
            once = twice = 0
            for cell in units[number]:
                mask = masks[cell]
                twice |= once & mask
                once |= mask
            if once != geometry.digits_mask:
                return False
            forced = once & ~twice
            for cell in units[number]:
                hidden = masks[cell] & forced
                if hidden and masks[cell] != hidden:
                    if hidden & (hidden - 1):
                        return False
                    todo.append((cell, hidden))
    return True
