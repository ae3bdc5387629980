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

Learnt clauses with much glue (``learn.py``) that were not used of late are forgotten. A clause that takes part in a
contradiction is marked as used, and each time that something is forgotten the mark fades. Three quarters of those that
are spare go, the ones with the most glue.
"""

from __future__ import annotations

from dueldoku.kernels.base.bits import signed
from dueldoku.kernels.base.jit import part
from dueldoku.kernels.solving.clause_state import (
    CLAUSES,
    HEADER,
    MARK,
    MOST_GLUE,
    NONE,
    OTHER,
    PAIR,
    SIZE,
    USES,
    ClauseState,
    reals,
    smalls,
    watch_lists,
    watchers,
    words,
)
from dueldoku.kernels.solving.wide import KINDS

# Measured on 25x25 and 36x36 boards.
FORGET_FIRST, FORGET_STEP = 2000, 300  # contradictions up to the first time; how many more it takes from time to time
FORGET_SHARE = 0.75
GOOD_GLUE, FAIR_GLUE = 2, 6  # never spare; spare when the mark has faded; those with more as soon as it fades


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
def reason_of(s: ClauseState, literal: int) -> int:
    """The clause that made a literal hold."""
    reason = signed(words(s.reason)[literal >> 1])
    return pair(s, literal, (reason - OTHER) ^ 1) if reason >= OTHER else reason


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


@part
def begin_anew(s: ClauseState) -> bool:
    """Take back all choices and let the facts hold that are assumed; False if one of them is wrong."""
    value, assumed = smalls(s.value), words(s.assumed)
    s.anew = s.blamed = 0
    go_back(s, NONE)
    for at in range(s.facts):
        literal = signed(assumed[at])
        if value[literal] < 0:
            return False
        if value[literal] == 0:
            assign(s, literal, NONE)
    return True


@part
def assume(s: ClauseState) -> bool:
    """Make the next assumption the next choice; False if it is wrong, which others are to blame for."""
    literal = signed(words(s.assumed)[s.facts + s.depth])
    value = smalls(s.value)[literal]
    if value < 0:
        _blame(s, literal)
        return False
    words(s.marks)[s.depth] = s.held
    s.depth += 1
    if value == 0:  # else its level stays empty
        assign(s, literal, NONE)
    return True


@part
def _blame(s: ClauseState, literal: int) -> None:
    """Trace a wrong assumption back to others. All of them go to the stack."""
    arena, level, reason = words(s.arena), words(s.level), words(s.reason)
    trail, stack, seen = words(s.trail), words(s.stack), smalls(s.seen)
    stack[0] = literal
    s.blamed = 1
    begin = signed(words(s.marks)[0]) if s.depth else s.held
    seen[literal >> 1] = level[literal >> 1] > 0
    for back in range(s.held - begin):
        mine = signed(trail[s.held - 1 - back])
        if not seen[mine >> 1]:
            continue
        if reason[mine >> 1] == NONE:
            stack[s.blamed] = mine
            s.blamed += 1
        else:
            clause = reason_of(s, mine)
            for k in range(clause, clause + signed(arena[clause - SIZE])):
                seen[arena[k] >> 1] = level[arena[k] >> 1] > 0
        seen[mine >> 1] = 0


@part
def _is_spare(header: int) -> bool:
    """Whether a clause may be forgotten."""
    glue, uses = header >> 2, header & USES
    return glue > GOOD_GLUE and (uses == 0 or (glue > FAIR_GLUE and uses < USES))


@part
def _worst(s: ClauseState) -> tuple[int, int]:
    """What to forget of the spare clauses: those of more than this glue, and so many of this glue."""
    arena, tally = words(s.arena), words(s.tally)
    for glue in range(MOST_GLUE + 1):
        tally[glue] = 0
    number = 0
    clause = CLAUSES
    while clause < s.arena_end:
        if _is_spare(arena[clause - MARK]):
            tally[arena[clause - MARK] >> 2] += 1
            number += 1
        clause += signed(arena[clause - SIZE]) + HEADER
    left = signed(FORGET_SHARE * number)
    glue = MOST_GLUE
    while glue and left > tally[glue]:
        left -= signed(tally[glue])
        glue -= 1
    return glue, left


@part
def _keep(s: ClauseState, clause: int, to: int) -> int:
    """Copy a clause without literals that are certainly wrong, or not at all if it certainly holds; where it ends."""
    arena, value = words(s.arena), smalls(s.value)
    header, end = arena[clause - MARK], to + HEADER
    for k in range(clause, clause + signed(arena[clause - SIZE])):
        literal = arena[k]
        if value[literal] > 0:
            return to
        if value[literal] == 0:
            arena[end] = literal
            end += 1
    arena[to] = end - to - HEADER
    arena[to + 1] = header - 1 if header & USES else header
    return end


@part
def forget(s: ClauseState) -> None:
    """Forget the worst of the spare clauses. There is no choice on the trail, and all conclusions were drawn."""
    arena, trail, reason = words(s.arena), words(s.trail), words(s.reason)
    worst, left = _worst(s)
    clause, to = CLAUSES, CLAUSES - HEADER
    while clause < s.arena_end:
        following = clause + signed(arena[clause - SIZE]) + HEADER
        glue = signed(arena[clause - MARK] >> 2)
        gone = _is_spare(arena[clause - MARK]) and glue >= worst
        if gone and glue == worst:  # of equally bad ones the oldest go
            gone = left > 0
            left -= 1
        if not gone:
            to = _keep(s, clause, to)
        clause = following
    s.arena_end = to
    s.crowded = 1
    for at in range(s.held):
        reason[trail[at] >> 1] = NONE
    s.forgotten += 1
    s.forget_at = s.conflicts + FORGET_FIRST + FORGET_STEP * s.forgotten
