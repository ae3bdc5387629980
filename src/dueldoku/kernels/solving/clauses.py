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

All of this belongs to one record, ``STATE``, of counters and of the addresses of tables: so a compiled function takes
one pointer. With two dozen arrays to pass on they are slower, and take three times as long to compile.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dueldoku.kernels.base.jit import part
from dueldoku.kernels.base.memory import array_at
from dueldoku.kernels.solving.wide import KINDS, Shape

WORD, SMALL, REAL = np.uint32, np.int8, np.float64
TABLES = {
    "groups": WORD,  # KINDS * variable + kind -> group
    "first": WORD,  # group -> where its members begin
    "members": WORD,
    "value": SMALL,  # literal -> 1 if it holds, -1 if its opposite does, 0 if that is open
    "level": WORD,
    "reason": WORD,  # a clause, NONE, or OTHER + the literal that holds instead
    "trail": WORD,
    "marks": WORD,  # the length of the trail before each choice
    "activity": REAL,
    "heap": WORD,  # from place 1 on the open variables, and some others; the most active first
    "place": WORD,  # variable -> its place in the heap, NONE if it is not there
    "phase": SMALL,  # variable -> the last bit of its literal that held last
    "target": SMALL,  # variable -> the same in the longest sound trail, or UNSET
    "seen": SMALL,
    "noted": WORD,  # the variables that are seen
    "learnt": WORD,  # the clause that is being made
    "stack": WORD,
    "stamps": WORD,  # level -> when it was last met
    "tally": WORD,  # glue -> number of clauses
    "lists": WORD,  # LIST * literal + START, LENGTH and ROOM of its watchers
    "watches": WORD,
    "arena": WORD,
}
COUNTERS = (
    *("variables", "arena_room", "watches_room"),  # how many; words
    *("held", "head", "depth", "heaped", "arena_end", "watches_end", "crowded", "stamp"),
    *("conflicts", "choices", "placed"),
    *("since", "restart_at", "turn", "pause", "forget_at", "forgotten"),  # from here on for ``learn.py``
    *("stable", "mode_at", "mode_length", "longest", "phase_at", "phased"),
)
REALS = ("fast", "slow", "bump")
STATE = np.dtype([(name, np.int64) for name in (*TABLES, *COUNTERS)] + [(name, REAL) for name in REALS])
LIST, START, LENGTH, ROOM = 4, 0, 1, 2
HEADER = 2  # words before a clause's literals:
SIZE, MARK = 2, 1  # so far before the first one are the number of literals, and glue and uses
NONE = np.int64(0)  # typed: a bare 0 would compile functions once more that are called with it
PAIR = np.int64(HEADER)  # the first clause is written anew whenever "not two of a group" is needed as a clause
CLAUSES = PAIR + 2 + HEADER  # the first real clause
OTHER = np.int64(1 << 31)
USES = 3  # the bits of a clause's second word that say how many times it may yet be overlooked; above them its glue
MOST_GLUE = 255
UNSET = 2


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
        words = int(CLAUSES) + len(groups) + HEADER * number
        lengths = {"value": 2 * size, "lists": 2 * LIST * size, "tally": MOST_GLUE + 1, "groups": len(groups)}
        lengths |= {"first": number + 1, "members": len(groups), "arena": words + spare, "watches": 2 * words + spare}
        self.tables = {name: np.zeros(lengths.get(name, size + 1), kind) for name, kind in TABLES.items()}
        self.state = np.zeros(1, STATE).view(np.recarray)[0]
        self.state.variables = self.state.heaped = size
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
            self.state[name] = table.ctypes.data
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
def rise(s: Any, at: Any) -> None:
    """Move the variable at a place of the heap up to where its activity puts it."""
    heap, place, activity = array_at(s.heap, WORD), array_at(s.place, WORD), array_at(s.activity, REAL)
    variable = heap[at]
    while at > 1 and activity[heap[at >> 1]] < activity[variable]:
        heap[at] = heap[at >> 1]
        place[heap[at]] = at
        at >>= 1
    heap[at] = variable
    place[variable] = at


@part
def most_active(s: Any) -> Any:
    """Take the first variable out of the heap."""
    heap, place, activity = array_at(s.heap, WORD), array_at(s.place, WORD), array_at(s.activity, REAL)
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
def assign(s: Any, literal: Any, reason: Any) -> None:
    """Let a literal hold."""
    value = array_at(s.value, SMALL)
    value[literal] = 1
    value[literal ^ 1] = -1
    array_at(s.level, WORD)[literal >> 1] = s.depth
    array_at(s.reason, WORD)[literal >> 1] = reason
    array_at(s.trail, WORD)[s.held] = literal
    s.held += 1


@part
def go_back(s: Any, depth: Any) -> None:
    """Take back all choices but the first ``depth``."""
    value, phase = array_at(s.value, SMALL), array_at(s.phase, SMALL)
    trail, heap, place = array_at(s.trail, WORD), array_at(s.heap, WORD), array_at(s.place, WORD)
    if s.depth <= depth:
        return
    s.depth = depth
    s.head = array_at(s.marks, WORD)[depth]
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
def watch(s: Any, literal: Any, other: Any, clause: Any) -> Any:
    """Let a clause watch a literal; False if there is no room, and then all watchers have to be found anew."""
    lists, watches = array_at(s.lists, WORD), array_at(s.watches, WORD)
    mine = LIST * literal
    length = np.int64(lists[mine + LENGTH])
    if length == lists[mine + ROOM]:
        start, room = np.int64(lists[mine + START]), 2 * length + 4
        if s.watches_end + 2 * room > s.watches_room:
            s.crowded = 1
            return False
        for k in range(2 * length):
            watches[s.watches_end + k] = watches[start + k]
        lists[mine + START] = s.watches_end
        lists[mine + ROOM] = room
        s.watches_end += 2 * room
    at = lists[mine + START] + 2 * length
    watches[at] = other
    watches[at + 1] = clause
    lists[mine + LENGTH] = length + 1
    return True


@part
def watch_all(s: Any) -> Any:
    """Find all watchers anew and lay them out with room to grow; False if there is not twice the room for that."""
    arena, lists = array_at(s.arena, WORD), array_at(s.lists, WORD)
    for at in range(2 * LIST * s.variables):
        lists[at] = 0
    clause = CLAUSES
    while clause < s.arena_end:
        for k in range(2):
            lists[LIST * np.int64(arena[clause + k]) + ROOM] += 1
        clause += np.int64(arena[clause - SIZE]) + HEADER
    s.watches_end = 0
    for mine in range(0, 2 * LIST * s.variables, LIST):
        lists[mine + START] = s.watches_end
        lists[mine + ROOM] += 4 + (lists[mine + ROOM] >> 1)
        s.watches_end += 2 * np.int64(lists[mine + ROOM])
    if 2 * s.watches_end > s.watches_room:
        return False
    clause = CLAUSES
    while clause < s.arena_end:
        for k in range(2):
            watch(s, np.int64(arena[clause + k]), np.int64(arena[clause + 1 - k]), clause)
        clause += np.int64(arena[clause - SIZE]) + HEADER
    s.crowded = 0
    return True


@part
def pair(s: Any, literal: Any, other: Any) -> Any:
    """The clause of two literals that say: not two of a group."""
    arena = array_at(s.arena, WORD)
    arena[PAIR] = literal
    arena[PAIR + 1] = other
    return PAIR


@part
def _strike_others(s: Any, literal: Any) -> Any:
    """An option is right, so no other of its groups is. The clause that is violated, or NONE."""
    groups, first, members = array_at(s.groups, WORD), array_at(s.first, WORD), array_at(s.members, WORD)
    value = array_at(s.value, SMALL)
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
def _visit(s: Any, wrong: Any) -> Any:
    """A literal is wrong: the clauses that watch it look for another one. The clause that is violated, or NONE."""
    value, arena = array_at(s.value, SMALL), array_at(s.arena, WORD)
    lists, watches = array_at(s.lists, WORD), array_at(s.watches, WORD)
    begin = np.int64(lists[LIST * wrong + START])
    end = begin + 2 * lists[LIST * wrong + LENGTH]
    at = to = begin  # the watchers that stay move together
    violated = NONE
    while at < end and violated == NONE and not s.crowded:
        other, clause = np.int64(watches[at]), np.int64(watches[at + 1])
        at += 2
        if value[other] <= 0:
            other = np.int64(arena[clause]) ^ arena[clause + 1] ^ wrong
        if value[other] <= 0:
            found: Any = NONE
            for k in range(clause + 2, clause + arena[clause - SIZE]):
                if value[arena[k]] >= 0:
                    found = k
                    break
            if found != NONE:
                if watch(s, np.int64(arena[found]), other, clause):
                    arena[clause] = other
                    arena[clause + 1] = arena[found]
                    arena[found] = wrong
                    continue
            elif value[other] < 0:
                violated = clause
            else:
                assign(s, other, clause)
        watches[to] = other
        watches[to + 1] = clause
        to += 2
    while at < end:
        watches[to] = watches[at]
        watches[to + 1] = watches[at + 1]
        at += 2
        to += 2
    lists[LIST * wrong + LENGTH] = (to - begin) >> 1
    return violated


@part
def propagate(s: Any) -> Any:
    """Draw all conclusions. The clause that is violated, or NONE; also NONE if it gets too crowded before the end."""
    while s.head < s.held:
        literal = np.int64(array_at(s.trail, WORD)[s.head])
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
