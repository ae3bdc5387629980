"""What clause learning knows of a board: tables at addresses, counters, and the words of a clause (``clauses.py``)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Annotated, get_args, get_type_hints

import numpy as np
from numpy.typing import DTypeLike, NDArray

from dueldoku.kernels.base.bits import signed
from dueldoku.kernels.base.memory import table_of
from dueldoku.kernels.base.records import Rows, Word, dtype_of, record
from dueldoku.kernels.solving.wide import KINDS, Shape

WORD, SMALL, REAL = np.uint32, np.int8, np.float64
words, smalls, reals = table_of(WORD), table_of(SMALL), table_of(REAL)  # tables, by their addresses


class Watcher:
    """A clause that watches a literal."""

    other: Word  # another literal of the clause
    clause: Word


class WatchList:
    """The watchers of a literal."""

    start: Word  # where they begin
    length: Word
    room: Word  # for so many


WATCHER, LIST = dtype_of(Watcher), dtype_of(WatchList)
watchers: Callable[[int], Rows[Watcher]] = table_of(WATCHER)
watch_lists: Callable[[int], Rows[WatchList]] = table_of(LIST)
Words = Annotated[int, np.int64, WORD]  # an address, and what is in the table there
Smalls = Annotated[int, np.int64, SMALL]
Reals = Annotated[int, np.int64, REAL]


class ClauseState:
    """The tables, and where the search stands."""

    groups: Words  # KINDS * variable + kind -> group
    first: Words  # group -> where its members begin
    members: Words
    value: Smalls  # literal -> 1 if it holds, -1 if its opposite does, 0 if that is open
    level: Words
    reason: Words  # a clause, NONE, or OTHER + the literal that holds instead
    trail: Words
    marks: Words  # the length of the trail before each choice
    activity: Reals
    heap: Words  # from place 1 on the open variables, and some others; the most active first
    place: Words  # variable -> its place in the heap, NONE if it is not there
    phase: Smalls  # variable -> the last bit of its literal that held last
    target: Smalls  # variable -> the same in the longest sound trail, or UNSET
    seen: Smalls
    noted: Words  # the variables that are seen
    learnt: Words  # the clause that is being made
    stack: Words
    stamps: Words  # level -> when it was last met
    tally: Words  # glue -> number of clauses
    lists: Annotated[int, np.int64, LIST]  # literal ->
    watches: Annotated[int, np.int64, WATCHER]
    arena: Words
    assumed: Words  # literals that are facts from now on, then those that are taken for granted

    variables: int  # how many there are
    arena_room: int  # words
    watches_room: int  # watchers
    held: int  # literals on the trail,
    head: int  # from so many of which all conclusions were drawn
    depth: int  # choices on it
    heaped: int
    arena_end: int
    watches_end: int
    crowded: int  # 1: all watchers have to be found anew
    stamp: int
    conflicts: int  # so far
    choices: int
    placed: int
    anew: int  # 1: the search begins anew, with what is assumed
    facts: int  # so many of it
    assumptions: int  # the others: the first choices of every trail
    blamed: int  # of those, that cannot all be right: they are on the stack

    since: int  # contradictions since the last start. From here on all is for ``learn.py``
    restart_at: int
    turn: int
    pause: int
    forget_at: int
    forgotten: int  # so many times
    stable: int  # the mode: 1, or 0 for restless
    mode_at: int
    mode_length: int
    longest: int  # trail without a contradiction
    phase_at: int
    phased: int  # so many times
    fast: float
    slow: float
    bump: float


HEADER = 2  # words before a clause's literals:
SIZE, MARK = 2, 1  # so far before the first one are the number of literals, and glue and uses
NONE = signed(0)  # typed: a bare 0 would compile functions once more that are called with it
PAIR = signed(HEADER)  # the first clause is written anew whenever "not two of a group" is needed as a clause
CLAUSES = PAIR + 2 + HEADER  # the first real clause
OTHER = signed(1 << 31)
USES = 3  # the bits of a clause's second word that say how many times it may yet be overlooked; above them its glue
MOST_GLUE = 255
UNSET = 2
SHORT = 6  # literals or glue of learnt clauses that are worth handing over


def _tables() -> Iterator[tuple[str, DTypeLike]]:
    """The name of each table, and what is in it."""
    for name, hint in get_type_hints(ClauseState, include_extras=True).items():
        if len(get_args(hint)) == 3:
            yield name, get_args(hint)[2]


class Clauses:
    """The clauses of the boards that ``masks`` leave: a record and its tables.

    All conclusions were drawn from the masks (``wide.py``), and something is open. There is room for ``spare`` words.
    """

    def __init__(self, shape: Shape, masks: NDArray[np.uint64], spare: int = 1 << 18) -> None:
        side = shape.members.shape[1]
        cells = masks[: side * side]
        possible = cells[:, None] >> np.arange(side, dtype=np.uint64) & np.uint64(1)
        self.options = np.flatnonzero(possible * (np.bitwise_count(cells) > 1)[:, None])  # variable -> option
        size = len(self.options)
        groups = shape.groups[self.options].ravel()
        is_open = np.bincount(groups, minlength=len(masks)) > 0
        groups = (np.cumsum(is_open, dtype=groups.dtype) - groups.dtype.type(1))[groups]  # numbered without gaps
        number = int(np.count_nonzero(is_open))
        used = int(CLAUSES) + len(groups) + HEADER * number  # words
        lengths = {"value": 2 * size, "lists": 2 * size, "tally": MOST_GLUE + 1, "groups": len(groups)}
        watches = 16 * size + 8 * number + spare // 2  # twice what ``watch_all`` lays out at first, and what is learnt
        lengths |= {"first": number + 1, "members": len(groups), "arena": used + spare, "watches": watches}
        self.tables = {name: np.zeros(lengths.get(name, size + 1), items) for name, items in _tables()}
        self.state = record(ClauseState, variables=size, heaped=size)
        self.tables["groups"][:] = groups
        self.tables["heap"][1:] = np.arange(size)
        self.tables["place"][:] = np.arange(1, size + 2)
        self.tables["target"][:] = UNSET
        self._write_groups(groups)
        self._locate()

    def _write_groups(self, groups: NDArray[np.uint16]) -> None:
        sizes = np.bincount(groups)
        first = np.concatenate([[0], np.cumsum(sizes)])
        members = np.argsort(groups, kind="stable") // KINDS  # short numbers: NumPy sorts them without comparing
        begins = CLAUSES + first[:-1] + HEADER * np.arange(len(sizes))
        arena = self.tables["arena"]
        arena[PAIR - SIZE] = 2
        arena[begins - SIZE] = sizes
        arena[np.repeat(begins - first[:-1], sizes) + np.arange(len(members))] = 2 * members
        self.tables["first"][:], self.tables["members"][:] = first, members
        self.state.arena_end = begins[-1] + sizes[-1]

    def _locate(self) -> None:
        """Write down where the tables are. The watchers are to be found anew."""
        for name, table in self.tables.items():
            setattr(self.state, name, table.ctypes.data)
        self.state.arena_room, self.state.watches_room = len(self.tables["arena"]), len(self.tables["watches"])
        self.state.crowded = 1

    def grow(self) -> None:
        """Make twice the room for clauses."""
        for name in ("arena", "watches"):
            self.tables[name] = np.concatenate([self.tables[name], np.zeros_like(self.tables[name])])
        self._locate()

    def exclude(self, chosen: Sequence[int]) -> None:
        """Leave out the solutions that have all of these options; only before the search begins."""
        state, literals = self.state, 2 * np.searchsorted(self.options, chosen) + 1
        if len(literals) == 1:
            self.tables["value"][literals], self.tables["value"][literals ^ 1] = 1, -1
            self.tables["trail"][state.held] = literals[0]
            state.held += 1
        else:
            begin = state.arena_end + HEADER
            while begin + len(literals) > state.arena_room:
                self.grow()
            self.tables["arena"][begin - SIZE] = len(literals)
            self.tables["arena"][begin : begin + len(literals)] = literals
            state.arena_end = begin + len(literals)

    def assume(self, facts: Sequence[int], chosen: Sequence[int]) -> None:
        """Begin anew, for solutions with these options. The facts hold for good, the others until the next time.

        What is learnt does not depend on what is assumed, so it stays. There is one solution for each time.
        """
        state, literals = self.state, 2 * np.searchsorted(self.options, [*facts, *chosen])
        self.tables["assumed"][: len(literals)] = literals
        state.anew, state.facts, state.assumptions = 1, len(facts), len(chosen)

    @property
    def blamed(self) -> NDArray[np.int64]:
        """After OVER, of the assumptions those that have no solution together with the facts."""
        return self.options[self.tables["stack"][: self.state.blamed] >> 1]

    @property
    def right(self) -> NDArray[np.int64]:
        """The options that are right as far as is known."""
        return self.options[self.tables["value"][::2] > 0]

    def groups(self) -> list[list[int]]:
        """The variables of each group."""
        members = self.tables["members"].tolist()
        return [members[begin:end] for begin, end in pairwise(self.tables["first"].tolist())]

    def lasting(self) -> list[list[int]]:
        """The clauses to start from anew: the facts, a literal each; what was given; what was learnt and is short."""
        state, arena = self.state, self.tables["arena"]
        facts = self.tables["trail"][: self.tables["marks"][0] if state.depth else state.held]
        clauses = [[literal] for literal in facts.tolist()]
        clause = int(CLAUSES)
        while clause < state.arena_end:
            end = clause + int(arena[clause - SIZE])
            glue = int(arena[clause - MARK]) // (USES + 1)
            if min(glue, end - clause) <= SHORT or not glue:
                clauses.append(arena[clause:end].tolist())
            clause = end + HEADER
        return clauses
