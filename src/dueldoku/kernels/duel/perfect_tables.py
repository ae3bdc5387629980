"""The endgame tables of perfect play: values of states with a sole solution, where every cell is open to both players.

There is a table for each solution, with those of its bombs that live longest, as many as pay; a state is covered if all
of its bombs are among them. Where there are too many solutions, or territories, one table without bombs is for all.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dueldoku.kernels.base.bits import ONE, has, lowest, signed
from dueldoku.kernels.base.jit import lean_part
from dueldoku.kernels.base.records import Rows, rows
from dueldoku.kernels.duel.endgame import TABLE, Endgame, endgame_of, pack_cells
from dueldoku.kernels.duel.perfect_state import MANY, Ground, Line

MOST_CELLS, MOST_TABLES = 24, 16
MISSING = 1000  # instead of a value


class TableBegin:
    """Where the table of a solution begins."""

    starts: int
    values: int


class EndgameTables(NamedTuple):
    """The tables of all solutions, one after the other; without any values, nothing is covered."""

    numbers: NDArray[np.int64]  # solution, pair -> its number among the table's bombs, or -1
    bombs: NDArray[np.int64]  # solution, number -> the cells that the bomb needs
    begins: Rows[TableBegin]  # of each solution
    starts: NDArray[np.int64]  # set of bombs -> where its values begin among those of the solution
    values: NDArray[np.int8]


def tables_of(ground: Ground, with_bombs: bool, most_bytes: int, most_work: int) -> tuple[EndgameTables, list[Endgame]]:
    """The tables for this ground, and what ``endgame.proceed`` has to fill in.

    All of them take at most so many bytes, and about as long as filling in ``most_work`` values.
    """
    solutions, cells = len(ground.solutions), len(ground.units)
    count = solutions if with_bombs and solutions <= MOST_TABLES else 1
    numbers = np.full((solutions, len(ground.cells)), -1, np.int64)
    work: list[Endgame] = []
    for solution in range(count if 0 < cells <= MOST_CELLS else 0):
        pairs = _long_lived(ground, solution) if with_bombs and count == solutions else []
        table = _largest(ground, solution, pairs, most_bytes // count, most_work // count)
        if table is None or table.values.dtype != np.int8:
            numbers[:], work = -1, []
            break
        numbers[solution, pairs] = range(len(pairs))
        work.append(table)
    bombs = np.zeros((solutions, max((len(table.bombs) for table in work), default=0)), np.int64)
    ends = np.cumsum([(0, 0), *((len(table.starts), len(table.values)) for table in work)], axis=0)
    begins = rows(TableBegin, solutions)
    values = np.zeros(ends[-1, 1], np.int8)
    starts = np.concatenate([np.zeros(0, np.int64), *(table.starts for table in work)])
    for number, table in enumerate(work):
        bombs[number, : len(table.bombs)] = table.bombs
        begins[number].starts, begins[number].values = ends[number]
        sets, places = (slice(*bounds) for bounds in ends[number : number + 2].T)
        work[number] = table._replace(starts=starts[sets], values=values[places])
    tables = EndgameTables(numbers=numbers, bombs=bombs, begins=begins, starts=starts, values=values)
    return tables, work


def _long_lived(ground: Ground, solution: int) -> list[int]:
    """The pairs that can be bombs when this solution is left: those that need few cells, and cells of many others."""
    own = ground.solutions[solution]
    needs = {pair: int(mask) for pair, mask in enumerate(ground.needs[solution]) if not has(own, pair)}
    uses = [sum(mask >> cell & 1 for mask in needs.values()) for cell in range(len(ground.units))]
    busy = {pair: sum(count for cell, count in enumerate(uses) if needs[pair] >> cell & 1) for pair in needs}
    return sorted(needs, key=lambda pair: (needs[pair].bit_count(), -busy[pair]))


def _largest(ground: Ground, solution: int, pairs: list[int], most_bytes: int, most_work: int) -> Endgame | None:
    """The table with as many of the pairs as the limits allow; the others are dropped from the list."""
    del pairs[max(most_work // TABLE, 1).bit_length() - 1 :]
    while True:
        needs = ground.needs[solution, pairs].astype(np.int64)
        table = endgame_of(ground.units.astype(np.int64), needs, most_bytes, len(pairs))
        if table and len(table.values) + TABLE * len(table.starts) <= most_work:
            return table
        if not pairs:
            return None
        pairs.pop()


@lean_part
def look(tables: EndgameTables, ground: Ground, line: Line, ply: int) -> int:
    """The value of this row's state if it is covered, else MISSING."""
    state = line.states[ply]
    empty, solution = state.empty, state.sole
    if tables.values.size == 0 or solution == MANY or state.mine != empty or state.theirs != empty:
        return MISSING
    left = needs = 0
    for word in range(line.bombs.shape[1]):
        rest = line.bombs[ply, word]
        while rest:
            number = tables.numbers[solution, word << 6 | lowest(rest)]
            rest &= rest - ONE
            if number < 0:
                return MISSING
            left |= 1 << number
            needs |= tables.bombs[solution, number]
    place = signed(empty)
    if left:
        place = pack_cells(place, (1 << len(ground.units)) - 1 & ~needs)
    begin = tables.begins[solution]
    return tables.values[begin.values + tables.starts[begin.starts + left] + place]
