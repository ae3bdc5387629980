"""What clause learning knows of a board: tables at addresses, counters, and the words of a clause (``clauses.py``)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, get_args, get_type_hints

import numpy as np
from numpy.typing import DTypeLike

from dueldoku.kernels.base.bits import signed
from dueldoku.kernels.base.memory import table_of
from dueldoku.kernels.base.records import Rows, Word, dtype_of

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


def tables() -> Iterator[tuple[str, DTypeLike]]:
    """The name of each table, and what is in it."""
    for name, hint in get_type_hints(ClauseState, include_extras=True).items():
        if len(get_args(hint)) == 3:
            yield name, get_args(hint)[2]
