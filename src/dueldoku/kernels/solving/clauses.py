"""Clauses about the options of a board, and the conclusions that they draw: the ground that ``learn.py`` stands on.

A *variable* is an option (``wide.py``) that is still open after the first conclusions. A *literal* says that it is
right (2 * variable) or wrong (2 * variable + 1). A *clause* is a list of literals, at least one of which holds:

    of each group    one of its members is right; that no two are is not written out, see ``_strike_others``
    learnt           what a contradiction taught
    excluded         not again these choices: they led to a solution that was found, or were tried before

All clauses lie one after the other in the *arena*; what names a clause in the code is the place of its first literal:

    | size | glue, uses | literal | literal | ... |

The first two literals are *watched*: while neither is wrong, the clause has nothing to say. The watchers of a literal
are pairs (another literal of the clause, the clause); if that other one holds, the clause need not even be opened. They
lie in ``watches``, where ``lists`` says. The *trail* has the literals that hold, in the order they came up, each with
its level, which is the number of choices up to it, and its reason: a clause, another member of a group, or none.

All of this belongs to one record, ``ClauseState``, of counters and of the addresses of tables: so a compiled function
takes one pointer. With two dozen arrays to pass on they are slower, and take three times as long to compile.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from dueldoku.kernels.base.bits import signed
from dueldoku.kernels.base.jit import part
from dueldoku.kernels.base.records import record
from dueldoku.kernels.solving.clause_state import (
    CLAUSES,
    HEADER,
    MARK,
    MOST_GLUE,
    NONE,
    OTHER,
    PAIR,
    SIZE,
    UNSET,
    USES,
    ClauseState,
    reals,
    smalls,
    tables,
    watch_lists,
    watchers,
    words,
)
from dueldoku.kernels.solving.wide import KINDS, Shape


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
        groups = np.unique(shape.groups[self.options], return_inverse=True)[1].ravel()
        number = int(groups.max()) + 1
        used = int(CLAUSES) + len(groups) + HEADER * number  # words
        lengths = {"value": 2 * size, "lists": 2 * size, "tally": MOST_GLUE + 1, "groups": len(groups)}
        lengths |= {"first": number + 1, "members": len(groups), "arena": used + spare, "watches": used + spare // 2}
        self.tables = {name: np.zeros(lengths.get(name, size + 1), items) for name, items in tables()}
        self.state = record(ClauseState, variables=size, heaped=size)
        self.tables["groups"][:] = groups
        self.tables["heap"][1:] = np.arange(size)
        self.tables["place"][:] = np.arange(1, size + 2)
        self.tables["target"][:] = UNSET
        self._write_groups(groups)
        self._locate()

    def _write_groups(self, groups: NDArray[np.int64]) -> None:
        sizes = np.bincount(groups)
        first = np.concatenate([[0], np.cumsum(sizes)])
        members = np.argsort(groups, kind="stable") // KINDS
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

    @property
    def right(self) -> NDArray[np.int64]:
        """The options that are right as far as is known."""
        return self.options[self.tables["value"][::2] > 0]

    def groups(self) -> list[list[int]]:
        """The variables of each group."""
        members = self.tables["members"].tolist()
        return [members[begin:end] for begin, end in pairwise(self.tables["first"].tolist())]

    def certain(self) -> list[list[int]]:
        """The clauses that stay for ever, and what follows from them without a choice: a literal each."""
        state, arena = self.state, self.tables["arena"]
        facts = self.tables["trail"][: self.tables["marks"][0] if state.depth else state.held]
        clauses = [[literal] for literal in facts.tolist()]
        clause = int(CLAUSES)
        while clause < state.arena_end:
            end = clause + int(arena[clause - SIZE])
            if arena[clause - MARK] <= USES:
                clauses.append(arena[clause:end].tolist())
            clause = end + HEADER
        return clauses


@part
def rise(s: ClauseState, at: int) -> None:
    """Move the variable at a place of the heap up to where its activity puts it."""
    heap, place, activity = words(s.heap), words(s.place), reals(s.activity)
    variable = heap[at]
    while at > 1 and activity[heap[at >> 1]] < activity[variable]:
        heap[at] = heap[at >> 1]
        place[heap[at]] = at
        at >>= 1
    heap[at] = variable
    place[variable] = at


@part
def most_active(s: ClauseState) -> int:
    """Take the first variable out of the heap."""
    heap, place, activity = words(s.heap), words(s.place), reals(s.activity)
    first, last = heap[1], heap[s.heaped]
    s.heaped -= 1
    at, down = 1, 2
    while down <= s.heaped:
        if down < s.heaped and activity[heap[down + 1]] > activity[heap[down]]:
            down += 1
        if activity[heap[down]] <= activity[last]:
            break
        heap[at] = heap[down]
        place[heap[at]] = at
        at, down = down, 2 * down
    heap[at] = last
    place[last] = at
    place[first] = NONE
    return first


@part
def assign(s: ClauseState, literal: int, reason: int) -> None:
    """Let a literal hold."""
    value = smalls(s.value)
    value[literal] = 1
    value[literal ^ 1] = -1
    words(s.level)[literal >> 1] = s.depth
    words(s.reason)[literal >> 1] = reason
    words(s.trail)[s.held] = literal
    s.held += 1


@part
def go_back(s: ClauseState, depth: int) -> None:
    """Take back all choices but the first ``depth``."""
    value, phase = smalls(s.value), smalls(s.phase)
    trail, heap, place = words(s.trail), words(s.heap), words(s.place)
    if s.depth <= depth:
        return
    s.depth = depth
    s.head = words(s.marks)[depth]
    while s.held > s.head:
        s.held -= 1
        literal = trail[s.held]
        variable = literal >> 1
        value[literal] = 0
        value[literal ^ 1] = 0
        phase[variable] = literal & 1
        if place[variable] == NONE:
            s.heaped += 1
            heap[s.heaped] = variable
            rise(s, s.heaped)


@part
def watch(s: ClauseState, literal: int, other: int, clause: int) -> bool:
    """Let a clause watch a literal; False if there is no room, and then all watchers have to be found anew."""
    lists, watches = watch_lists(s.lists), watchers(s.watches)
    mine = lists[literal]
    length = signed(mine.length)
    if length == mine.room:
        start, room = signed(mine.start), 2 * length + 4
        if s.watches_end + room > s.watches_room:
            s.crowded = 1
            return False
        for k in range(length):
            watches[s.watches_end + k] = watches[start + k]
        mine.start = s.watches_end
        mine.room = room
        s.watches_end += room
    new = watches[mine.start + length]
    new.other = other
    new.clause = clause
    mine.length = length + 1
    return True


@part
def watch_all(s: ClauseState) -> bool:
    """Find all watchers anew and lay them out with room to grow; False if there is not twice the room for that."""
    arena, lists = words(s.arena), watch_lists(s.lists)
    for literal in range(2 * s.variables):
        lists[literal].length = lists[literal].room = 0
    clause = CLAUSES
    while clause < s.arena_end:
        for k in range(2):
            lists[arena[clause + k]].room += 1
        clause += signed(arena[clause - SIZE]) + HEADER
    s.watches_end = 0
    for literal in range(2 * s.variables):
        mine = lists[literal]
        mine.start = s.watches_end
        mine.room += 4 + (mine.room >> 1)
        s.watches_end += signed(mine.room)
    if 2 * s.watches_end > s.watches_room:
        return False
    clause = CLAUSES
    while clause < s.arena_end:
        for k in range(2):
            watch(s, signed(arena[clause + k]), signed(arena[clause + 1 - k]), clause)
        clause += signed(arena[clause - SIZE]) + HEADER
    s.crowded = 0
    return True


@part
def pair(s: ClauseState, literal: int, other: int) -> int:
    """The clause of two literals that say: not two of a group."""
    arena = words(s.arena)
    arena[PAIR] = literal
    arena[PAIR + 1] = other
    return PAIR


@part
def _strike_others(s: ClauseState, literal: int) -> int:
    """An option is right, so no other of its groups is. The clause that is violated, or NONE."""
    groups, first, members = words(s.groups), words(s.first), words(s.members)
    value = smalls(s.value)
    mine = KINDS * (literal >> 1)
    for kind in range(KINDS):
        group = groups[mine + kind]
        for at in range(first[group], first[group + 1]):
            other = members[at] << 1
            if value[other] == 0:
                assign(s, other ^ 1, OTHER + literal)
            elif value[other] > 0 and other != literal:
                return pair(s, other ^ 1, literal ^ 1)
    return NONE


@part
def _visit(s: ClauseState, wrong: int) -> int:
    """A literal is wrong: the clauses that watch it look for another one. The clause that is violated, or NONE."""
    value, arena = smalls(s.value), words(s.arena)
    lists, watches = watch_lists(s.lists), watchers(s.watches)
    begin = signed(lists[wrong].start)
    end = begin + lists[wrong].length
    at = to = begin  # the watchers that stay move together
    violated = NONE
    while at < end and violated == NONE and not s.crowded:
        other, clause = signed(watches[at].other), signed(watches[at].clause)
        at += 1
        if value[other] <= 0:
            other = signed(arena[clause]) ^ arena[clause + 1] ^ wrong
        if value[other] <= 0:
            found = NONE
            for k in range(clause + 2, clause + arena[clause - SIZE]):
                if value[arena[k]] >= 0:
                    found = k
                    break
            if found != NONE:
                if watch(s, signed(arena[found]), other, clause):
                    arena[clause] = other
                    arena[clause + 1] = arena[found]
                    arena[found] = wrong
                    continue
            elif value[other] < 0:
                violated = clause
            else:
                assign(s, other, clause)
        watches[to].other = other
        watches[to].clause = clause
        to += 1
    while at < end:
        watches[to] = watches[at]
        at += 1
        to += 1
    lists[wrong].length = to - begin
    return violated


@part
def propagate(s: ClauseState) -> int:
    """Draw all conclusions. The clause that is violated, or NONE; also NONE if it gets too crowded before the end."""
    while s.head < s.held:
        literal = signed(words(s.trail)[s.head])
        s.head += 1
        violated = NONE
        if literal & 1 == 0:
            s.placed += 1
            violated = _strike_others(s, literal)
        if violated == NONE:
            violated = _visit(s, literal ^ 1)
        if violated != NONE:
            return violated
        if s.crowded:
            s.head = 0
            break
    return NONE
