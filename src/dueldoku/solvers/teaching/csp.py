"""Sudoku as a constraint satisfaction problem, every part of the search a switch (reports 003 and 004).

The variables are the cells. The domain of a cell is the set of digits that it may still take. The constraints: the
cells of a unit differ. The domains form a table (masks, bit ``d`` for digit ``d``; a digit in a cell is a domain of
one), and a digit put in a cell is struck from the cell's peers:

    1    234  | 234  234            1    234  | 34   34           r2c4 and others have lost the 2. A cell with an
    234  234  | 1234 1234  r2c3=2   34   34   | 2    134          empty domain would be a dead end, one with a domain
    ----------+----------  ======>  ----------+----------         of one a digit found without guessing. Here another
    234  1234 | 1234 1234           234  1234 | 134  1234         one is found: in row 1, only r1c2 can still take
    234  1234 | 1234 1234           234  1234 | 134  1234         the 2.

The search picks a cell, tries its digits in some order, and goes back when it is stuck. Its switches:

    variables  which cell is next. ``first`` in reading order; ``mrv``, minimum remaining values: the one with the
               fewest digits; ``degree``: the one with the most empty peers; ``mrv+degree``: ``degree`` where ``mrv``
               has ties; ``mrv+degree-003``: likewise, but a peer counts once for each unit shared, as in report 003.
               Further ties go to the first cell.
    values     which digit is first. ``ascending``; ``least-003``, least constraining: the one that the fewest empty
               cells of the row and the column would lose (report 003 leaves the block out); ``least-004``: the one that
               leaves the most digits to the empty peer that is worst off. Ties go to the smaller digit.
    forward    forward checking: go back at once when a digit leaves one of its peers without any. Without it the dead
               end shows when the search picks that cell.
    prune      when to run the pruning rules below, over and over until they find nothing: ``none``, ``before`` the
               search, or before and ``during`` it, after each digit tried (report 004, section 4.1).
    trivial    rule: a cell with one digit left takes it (003; in 004 part of "constraint propagation", section 3.4).
    single     rule: a digit with one place left in a unit goes there (004, section 3.5).
    pairs      rule: two cells of a unit with the same two digits keep them from the other cells (004, section 3.6).
    table      ``yes`` keeps the table and updates it; ``no`` looks at the board each time (003's two versions). The
               board cannot remember what pairs rule out: without a table each pruning starts anew from the digits.
    done       when a board counts as solved. ``full``: every cell has its digit. ``at-most-one``: a rule found
               something, and no cell has two digits left. That is report 003's ``is_finished``; a dead end may pass for
               a solution, with cells that stay empty.

Report 003's solver is ``csp:variables=mrv+degree-003,values=least-003,single=no,pairs=no``, report 004's
``csp:variables=mrv,values=least-004``.

A node is a digit put in a cell by the search; it is a guess if the cell had others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from dueldoku.board.geometry import Geometry, bits
from dueldoku.board.grid import Grid
from dueldoku.solvers.meter import Meter
from dueldoku.solvers.teaching.search import Diary, Recursion, candidates, run


def solutions(
    grid: Grid,
    meter: Meter,
    *,
    variables: str = "mrv+degree",
    values: str = "ascending",
    forward: str = "yes",
    prune: str = "during",
    trivial: str = "yes",
    single: str = "yes",
    pairs: str = "yes",
    table: str = "yes",
    done: str = "full",
) -> Iterator[Grid]:
    """Every solution of ``grid``, each once; none at all if its clues clash. The options are those of the module."""
    if grid.clash:
        return
    diary = Diary(grid.geometry, meter)
    wanted = {trivial_cells: trivial, single_values: single, naked_pairs: pairs}
    rules = [rule for rule, on in wanted.items() if on == "yes"]
    prunes_before, prunes_during = prune != "none" and bool(rules), prune == "during" and bool(rules)
    rank, ordered, lenient = CELL_ORDERS[variables], DIGIT_ORDERS[values], done == "at-most-one"

    def search(state: Assignment) -> Recursion:
        """The solutions from here on. ``state`` stays as it is: each digit is tried on a copy."""
        holes = state.holes()
        if not holes or (lenient and is_at_most_one(state)):
            yield diary.solution(
                [value or max(0, state.domain(at).bit_length() - 1) for at, value in enumerate(state.values)]
            )
            return
        cell = min(holes, key=lambda hole: rank(state, hole))
        digits = ordered(state, cell)
        for digit in digits:
            meter.node()
            after = state.copy()
            after.put(cell, digit)
            if len(digits) > 1:
                diary.guess(cell, digit, after.shown)
            else:
                diary.place(cell, digit, "no other digit is left for it", after.shown)
            starved = forward == "yes" and starves_a_peer(after, cell, diary)
            if not starved and not (prunes_during and is_dead_end(after, rules, diary, lenient)):
                yield search(after)
            if len(digits) > 1:
                diary.back(cell, digit, state.shown)
        if len(digits) != 1:
            diary.stuck(grid.geometry.name(cell))

    start = (Domains if table == "yes" else Assignment)(grid.geometry, list(grid))
    if not (prunes_before and is_dead_end(start, rules, diary, lenient)):
        yield from run(search(start))


class Assignment:
    """The digits alone. What fits a cell is looked up on the board, each time anew."""

    masks: Sequence[int] = ()  # the domains, where they are kept

    def __init__(self, geometry: Geometry, values: list[int]) -> None:
        self.geometry = geometry
        self.values = values

    def copy(self) -> Assignment:
        """A board that may go its own way."""
        return Assignment(self.geometry, self.values.copy())

    def holes(self) -> list[int]:
        """The empty cells, in reading order."""
        return [cell for cell, value in enumerate(self.values) if not value]

    def empty_peers(self, cell: int) -> list[int]:
        """The empty cells that share a unit with ``cell``."""
        return [peer for peer in self.geometry.peers[cell] if not self.values[peer]]

    def domain(self, cell: int) -> int:
        """The digits that an empty cell may take, as a mask."""
        return candidates(self.geometry, self.values, cell)

    def put(self, cell: int, digit: int) -> None:
        """Write a digit that fits."""
        self.values[cell] = digit

    def as_table(self) -> Domains:
        """The table of this board: a new one, for a board keeps none. A digit put on it is on the board too."""
        return Domains(self.geometry, self.values)

    def shown(self) -> Sequence[int]:
        """What somebody who watches gets to see of the domains."""
        return self.masks


class Domains(Assignment):
    """The digits, and beside them the table of all domains, kept up to date."""

    def __init__(self, geometry: Geometry, values: list[int], masks: list[int] | None = None) -> None:
        super().__init__(geometry, values)
        self.masks: list[int] = masks or [
            1 << value if value else candidates(geometry, values, cell) for cell, value in enumerate(values)
        ]

    def copy(self) -> Domains:
        """A table that may go its own way."""
        return Domains(self.geometry, self.values.copy(), self.masks.copy())

    def domain(self, cell: int) -> int:
        """The digits that a cell may take, as a mask: read from the table."""
        return self.masks[cell]

    def put(self, cell: int, digit: int) -> None:
        """Write a digit that fits, and strike it from the domains of the peers."""
        self.values[cell] = digit
        self.masks[cell] = 1 << digit
        for peer in self.empty_peers(cell):
            self.masks[peer] &= ~(1 << digit)

    def as_table(self) -> Domains:
        """Itself."""
        return self


# Orders. A cell's rank: the lowest is next. A cell's digits: as a list, the first is tried first.


def _remaining(state: Assignment, cell: int) -> int:
    return state.domain(cell).bit_count()


def _degree(state: Assignment, cell: int) -> int:
    """The number of empty peers, negative: the most come first."""
    return -len(state.empty_peers(cell))


def _degree_003(state: Assignment, cell: int) -> int:
    """The number of empty cells in its units, negative: those of the block that are in line with it count twice."""
    geometry = state.geometry
    return -sum(not state.values[other] for unit in geometry.units_of[cell] for other in geometry.units[unit])


CELL_ORDERS: dict[str, Callable[[Assignment, int], tuple[int, ...]]] = {
    "first": lambda state, cell: (),
    "mrv": lambda state, cell: (_remaining(state, cell),),
    "degree": lambda state, cell: (_degree(state, cell),),
    "mrv+degree": lambda state, cell: (_remaining(state, cell), _degree(state, cell)),
    "mrv+degree-003": lambda state, cell: (_remaining(state, cell), _degree_003(state, cell)),
}


def _ascending(state: Assignment, cell: int) -> list[int]:
    return bits(state.domain(cell))


def _least_003(state: Assignment, cell: int) -> list[int]:
    """By the number of empty cells in the row and the column that would lose the digit."""
    row, col, _ = state.geometry.units_of[cell]
    line = {*state.geometry.units[row], *state.geometry.units[col]}.intersection(state.empty_peers(cell))
    masks = [state.domain(other) for other in line]
    return sorted(_ascending(state, cell), key=lambda digit: sum(mask >> digit & 1 for mask in masks))


def _least_004(state: Assignment, cell: int) -> list[int]:
    """By the size of the smallest domain that the digit leaves an empty peer, the largest first.

    The report says "all the variables that have constraint with" the cell; filled ones would make all digits equal.
    """
    masks = [state.domain(peer) for peer in state.empty_peers(cell)]

    def least_left(digit: int) -> int:
        return min(((mask & ~(1 << digit)).bit_count() for mask in masks), default=0)

    return sorted(_ascending(state, cell), key=least_left, reverse=True)


DIGIT_ORDERS: dict[str, Callable[[Assignment, int], list[int]]] = {
    "ascending": _ascending,
    "least-003": _least_003,
    "least-004": _least_004,
}


# Dead ends, seen ahead.


def starves_a_peer(state: Assignment, cell: int, diary: Diary) -> bool:
    """Forward checking: whether the digit just put in ``cell`` leaves an empty peer without any."""
    for peer in state.empty_peers(cell):
        if not state.domain(peer):
            diary.stuck(state.geometry.name(peer))
            return True
    return False


def is_at_most_one(state: Assignment) -> bool:
    """Whether no empty cell has two digits left: report 003's test whether the board is solved."""
    return all(state.domain(cell).bit_count() <= 1 for cell in state.holes())


def is_dead_end(state: Assignment, rules: Sequence[Rule], diary: Diary, lenient: bool = False) -> bool:
    """The pruning mixture: the rules in turn, until they find nothing. True if it leaves a cell without a digit.

    If ``lenient``, it goes on past such a cell, and a board on which no cell has two digits left is no dead end.
    """
    table = state.as_table()
    found = True
    while found and (lenient or 0 not in table.masks):
        found = False
        for rule in rules:
            found |= rule(table, diary)
        if lenient and found and is_at_most_one(table):
            return False
    if 0 in table.masks:
        diary.stuck(state.geometry.name(table.masks.index(0)))
    return 0 in table.masks


# The pruning rules. Each goes over the table once and says whether it found anything.

Rule: TypeAlias = Callable[[Domains, Diary], bool]


def trivial_cells(table: Domains, diary: Diary) -> bool:
    """A cell with one digit left takes it."""
    found = False
    for cell in table.holes():
        mask = table.masks[cell]
        if mask.bit_count() == 1:
            digit = mask.bit_length() - 1
            table.put(cell, digit)
            diary.place(cell, digit, "no other digit is left for it", table.shown)
            found = True
    return found


def single_values(table: Domains, diary: Diary) -> bool:
    """A digit with one place left in a unit goes there, whatever else its cell might take."""
    found = False
    for number, unit in enumerate(table.geometry.units):
        once_mask = twice_mask = 0
        for cell in unit:
            twice_mask |= once_mask & table.masks[cell]
            once_mask |= table.masks[cell]
        for cell in unit:
            alone_mask = table.masks[cell] & ~twice_mask
            if alone_mask and not table.values[cell]:
                digit = bits(alone_mask)[0]
                table.put(cell, digit)
                why = f"it has no other place left in {table.geometry.unit_name(number)}"
                diary.place(cell, digit, why, table.shown)
                found = True
    return found


def naked_pairs(table: Domains, diary: Diary) -> bool:
    """Two cells of a unit with the same two digits left share them out: no other cell of the unit takes one."""
    found = False
    for number, unit in enumerate(table.geometry.units):
        first_with: dict[int, int] = {}
        for cell in unit:
            mask = table.masks[cell]
            if mask.bit_count() != 2:
                continue
            first = first_with.setdefault(mask, cell)
            losers = [other for other in unit if other not in (first, cell) and table.masks[other] & mask]
            if first == cell or not losers:
                continue
            for loser in losers:
                table.masks[loser] &= ~mask
            pair = " and ".join(map(str, bits(mask)))
            why = f"{table.geometry.name(first)} and {table.geometry.name(cell)} share {pair}, so the rest of "
            diary.eliminate(cell, why + f"{table.geometry.unit_name(number)} has neither", table.shown)
            found = True
    return found
