"""Exact cover: a Sudoku is a choice of rows of a matrix (Knuth's Algorithm X; with sets as in report 002).

Every digit that may go into a cell is an *option*. Every demand of the rules is an *item*: there are N*N cells to fill,
and each of the 3N units wants each of the N digits. An option covers four items, and a solution is a set of options
that covers each item exactly once:

                    r1c1  r1c2  r1c3 …   row 1    row 1 …   column 1 …   block 1 …
                    is    is    is       has a 1  has a 2   has a 1      has a 1
       r1c1=1        x                      x                  x            x
       r1c1=2        x                               x            (…)         (…)
       r1c2=1              x                x                               x
       …

Algorithm X: take the item with the fewest options (none: a dead end; no item left: a solution). Choose each of its
options in turn. A choice removes the items that it covers, and with them all options that cover one of these too.
Items of a cell and items of a digit's place are alike, so "one digit left for this cell" and "one place left for this
digit" are the same step. What the clues settle never enters the matrix.

The art is to remove and to put back fast. The option ``structure`` chooses between two ways; the search is the same:

    sets     for each item the set of its options (Ali Assaf's way, in report 002). A choice removes options from sets
             and keeps the sets of the covered items, to put everything back in the reverse order.
    links    dancing links: a ring of items, and a ring of options below each item. A node that is unlinked still knows
             its neighbours, so it can link itself in again:

                  root <-> item <-> item <-> …          unlink x:  down[up[x]] = down[x];  up[down[x]] = up[x]
                            |        |                  relink x:  down[up[x]] = up[down[x]] = x
                          node     node

A node is an option chosen; it is a guess if the item had others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from dueldoku.board.geometry import Geometry, bits
from dueldoku.board.grid import Grid
from dueldoku.solvers.meter import Meter
from dueldoku.solvers.teaching.search import Diary, Recursion, candidates, run

COVERED = 4  # the items that an option covers: a cell, and a digit in its row, column and block


def solutions(grid: Grid, meter: Meter, *, structure: str = "sets") -> Iterator[Grid]:
    """Every solution of ``grid``, each once; none at all if its clues clash."""
    if grid.clash:
        return
    geometry, values = grid.geometry, list(grid)
    diary = Diary(geometry, meter)
    moves = [(cell, digit) for cell in grid.holes for digit in bits(candidates(geometry, values, cell))]
    settled = {item for cell, value in enumerate(grid) if value for item in items_of(geometry, cell, value)}
    matrix = STRUCTURES[structure](
        [item for item in range(COVERED * geometry.size) if item not in settled],
        [items_of(geometry, cell, digit) for cell, digit in moves],
    )

    def table() -> list[int]:
        """The candidates. The item of a cell has the cell's number, and is in the matrix while the cell is empty."""
        return [
            1 << value if value else sum(1 << moves[option][1] for option in matrix.options(cell))
            for cell, value in enumerate(values)
        ]

    def cover() -> Recursion:
        """The choices of options that cover what is left of the matrix."""
        item = matrix.smallest()
        if item is None:
            yield diary.solution(values)
            return
        options = matrix.options(item)
        for option in options:
            cell, digit = moves[option]
            meter.node()
            matrix.choose(option)
            values[cell] = digit
            if len(options) > 1:
                diary.guess(cell, digit, table)
            else:
                diary.place(cell, digit, f"{item_name(geometry, item)} has no other option", table)
            yield cover()
            matrix.undo(option)
            values[cell] = 0
            if len(options) > 1:
                diary.back(cell, digit, table)
        if len(options) != 1:
            diary.stuck(item_name(geometry, item))

    yield from run(cover())


def items_of(geometry: Geometry, cell: int, digit: int) -> tuple[int, ...]:
    """The four items that ``digit`` in ``cell`` covers: cells are numbered first, then the digits of each unit."""
    return cell, *(geometry.size + unit * geometry.side + digit - 1 for unit in geometry.units_of[cell])


def item_name(geometry: Geometry, item: int) -> str:
    """``r3c5`` or ``the 7 of row 3``."""
    if item < geometry.size:
        return geometry.name(item)
    unit, digit = divmod(item - geometry.size, geometry.side)
    return f"the {digit + 1} of {geometry.unit_name(unit)}"


# The structures. Options go by their number; what is chosen last is undone first.


class SetMatrix:
    """The matrix as a set of options for each item."""

    def __init__(self, items: Sequence[int], options: Sequence[tuple[int, ...]]) -> None:
        self._items = options
        self._options: dict[int, set[int]] = {item: set() for item in items}
        for option, covered in enumerate(options):
            for item in covered:
                self._options[item].add(option)
        self._removed: list[set[int]] = []

    def smallest(self) -> int | None:
        """The item with the smallest set, the first of them if there are several; None if no item is left."""
        return min(self._options, key=lambda item: (len(self._options[item]), item), default=None)

    def options(self, item: int) -> list[int]:
        """The item's set, ascending."""
        return sorted(self._options[item])

    def choose(self, option: int) -> None:
        """Take the rivals of ``option`` out of all sets but those of the items it covers, and lay these sets aside."""
        for item in self._items[option]:
            for rival in self._options[item]:
                for other in self._items[rival]:
                    if other != item:
                        self._options[other].remove(rival)
            self._removed.append(self._options.pop(item))

    def undo(self, option: int) -> None:
        """Take the sets up again, last first, and put the rivals back where they were."""
        for item in reversed(self._items[option]):
            self._options[item] = self._removed.pop()
            for rival in self._options[item]:
                for other in self._items[rival]:
                    if other != item:
                        self._options[other].add(rival)  # report 002 adds the item here: its undo spoils the sets


class LinkMatrix:
    """The matrix as rings of nodes, in arrays.

    An item is its own head: ``left`` and ``right`` join the heads into a ring with the root, ``up`` and ``down`` join a
    head with the nodes of its options. The nodes of an option have numbers in a row, so they need no ring.
    """

    def __init__(self, items: Sequence[int], options: Sequence[tuple[int, ...]]) -> None:
        self._root = max(items, default=-1) + 1
        self._first = self._root + 1  # the first node below the heads
        self._item = [*range(self._first), *(item for covered in options for item in covered)]
        self._count = [0] * self._first
        self.left, self.right = list(range(self._first)), list(range(self._first))
        self.up, self.down = list(range(len(self._item))), list(range(len(self._item)))
        for head, following in pairwise([self._root, *items, self._root]):
            self.right[head], self.left[following] = following, head
        for node in range(self._first, len(self._item)):
            head = self._item[node]
            last = self.up[head]
            self.up[node], self.down[node] = last, head
            self.up[head] = self.down[last] = node
            self._count[head] += 1

    def smallest(self) -> int | None:
        """The head with the lowest count, the first of them if there are several; None if no item is left."""
        return min(self._ring(self._root, self.right), key=self._count.__getitem__, default=None)

    def options(self, item: int) -> list[int]:
        """Down the ring of the item: ascending."""
        return [(node - self._first) // COVERED for node in self._ring(item, self.down)]

    def choose(self, option: int) -> None:
        """Cover all items of ``option``."""
        for node in self._nodes(option):
            self._cover(self._item[node])

    def undo(self, option: int) -> None:
        """Uncover them, last first."""
        for node in reversed(self._nodes(option)):
            self._uncover(self._item[node])

    def _cover(self, item: int) -> None:
        """Take ``item`` out of the ring of heads, and its options out of the rings of their other items."""
        self.right[self.left[item]] = self.right[item]
        self.left[self.right[item]] = self.left[item]
        for node in self._ring(item, self.down):
            for other in self._nodes((node - self._first) // COVERED):
                if other != node:
                    self.down[self.up[other]] = self.down[other]
                    self.up[self.down[other]] = self.up[other]
                    self._count[self._item[other]] -= 1

    def _uncover(self, item: int) -> None:
        """The exact reverse of ``_cover``: upwards, for the last node taken out knows its neighbours best."""
        for node in self._ring(item, self.up):
            for other in self._nodes((node - self._first) // COVERED):
                if other != node:
                    self.down[self.up[other]] = self.up[self.down[other]] = other
                    self._count[self._item[other]] += 1
        self.right[self.left[item]] = self.left[self.right[item]] = item

    def _nodes(self, option: int) -> range:
        start = self._first + option * COVERED
        return range(start, start + COVERED)

    def _ring(self, head: int, following: list[int]) -> Iterator[int]:
        """The members of a ring after its head."""
        node = following[head]
        while node != head:
            yield node
            node = following[node]


STRUCTURES: dict[str, type[SetMatrix | LinkMatrix]] = {"sets": SetMatrix, "links": LinkMatrix}
