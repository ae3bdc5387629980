"""Which learnt clauses are forgotten: those with much glue (``learn.py``) that were not used of late.

A clause that takes part in a contradiction is marked as used, and each time that something is forgotten the mark fades.
Three quarters of those that are spare go, the ones with the most glue.
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
    SIZE,
    USES,
    ClauseState,
    smalls,
    words,
)

# Measured on 25x25 and 36x36 boards.
FORGET_FIRST, FORGET_STEP = 2000, 300  # contradictions up to the first time; how many more it takes from time to time
FORGET_SHARE = 0.75
GOOD_GLUE, FAIR_GLUE = 2, 6  # never spare; spare when the mark has faded; those with more as soon as it fades


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
