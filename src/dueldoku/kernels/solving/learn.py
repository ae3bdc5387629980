"""Clause learning for boards of any shape: what led to a contradiction is written down, and not tried again.

Depth-first search (``wide.py``) makes the same mistake again and again in the corners of a large and hard board. Here
every contradiction is traced back to the few things that brought it about. That they cannot hold together is a new
clause, and clauses draw conclusions as the rules do (``clauses.py``). This is conflict-driven clause learning as SAT
solvers do it (MiniSat, Glucose, CaDiCaL), cut down to Sudoku.

A choice takes the open variable that contradictions have touched most of late, and decides it as it was last. Now and
then the search starts over, with all that it has learnt. It does so in two *modes* by turns: restless, starting over as
soon as the clauses get worse; and stable, seldom starting over, and after the longest trail without a contradiction.
A learnt clause is the better the fewer levels its literals come from: its *glue*. The worst are forgotten
(``clauses.py``). All of this depends on nothing but the board.

For readers of MiniSat, Glucose or CaDiCaL, in this file and ``clauses.py``:

    here                          in the literature
    ``propagate``, ``_visit``     unit propagation with two watched literals; "the other literal" is the blocker
    ``_strike_others``            the binary at-most-one clauses, which are never written out
    ``trail``, ``level``          trail, decision level (``marks``: trail_lim)
    ``assign``, ``reason``        enqueue, reason or antecedent clause
    ``_choose``, choice           decision
    ``_learn``, contradiction     conflict analysis, conflict
    ``_resolve``                  resolution up to the first unique implication point (1UIP)
    ``_implied``, ``_shorten``    recursive clause minimisation (``stamps``: abstract levels)
    ``go_back``, ``_conclude``    cancelUntil; backjump to the asserting level, then assert the learnt literal
    ``activity``, ``bump``        VSIDS with exponential decay
    ``rise``, ``most_active``     percolate up, removeMin: the order heap
    ``glue``, ``_glue``           LBD, literal block distance
    ``fast``, ``slow``            exponential moving averages of the glue, which force restarts (Glucose)
    ``_start_over``, ``pause``    restart; Luby's series in the stable mode
    restless, stable              focused mode, stable mode
    ``phase``, ``target``         phase saving, target phases
    ``_change_phases``            rephasing: best, original, best, inverted
    ``forget``, spare, uses       reduceDB; candidates; the ``used`` counter of a clause's tier
    arena, ``crowded``            clause arena; watch lists have to be rebuilt (garbage collection)
    ``_exclude``, ``refuted``     blocking clauses
    ``assume``, blamed            assumptions, and the core of those that failed
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from dueldoku.kernels.base.bits import signed
from dueldoku.kernels.base.jit import kernel, part
from dueldoku.kernels.solving.clause_state import (
    HEADER,
    MARK,
    MOST_GLUE,
    NONE,
    SIZE,
    UNSET,
    USES,
    Clauses,
    ClauseState,
    reals,
    smalls,
    words,
)
from dueldoku.kernels.solving.clauses import (
    FORGET_FIRST,
    assign,
    assume,
    begin_anew,
    forget,
    go_back,
    most_active,
    propagate,
    reason_of,
    rise,
    watch,
    watch_all,
)
from dueldoku.kernels.solving.wide import Shape

SOLVED, OVER, PAUSED, FULL = range(4)  # what ``proceed`` says

# Measured on 25x25 and 36x36 boards.
DECAY = 0.95  # of the activity
FAST_SPAN, SLOW_SPAN = 32, 4096  # contradictions over which the glue is averaged
WORSE, PATIENCE = 1.1, 2  # restless: start over when the averages are in this ratio, after so many contradictions
CALM = 1024  # stable: start over after so many contradictions times 1, 1, 2, 1, 1, 2, 4, ...
FIRST_MODE, MODE_GROWTH = 1000, 1.5
PHASE_STEP = 1000


class Learner(Clauses):
    """A search for the solutions that ``masks`` leave, without those that have all options of one of ``refuted``."""

    def __init__(
        self, shape: Shape, masks: NDArray[np.uint64], refuted: Iterable[Sequence[int]] = (), spare: int = 1 << 18
    ) -> None:
        super().__init__(shape, masks, spare)
        for chosen in refuted:
            self.exclude(chosen)
        state = self.state
        state.bump = state.turn = state.pause = 1
        state.restart_at, state.forget_at, state.phase_at = CALM, FORGET_FIRST, PHASE_STEP
        state.mode_at = state.mode_length = FIRST_MODE

    def aim(self, right: NDArray[np.int64]) -> None:
        """Start over and go for the solution with these options, in the stable mode and undisturbed."""
        state, target = self.state, self.tables["target"]
        target[:] = 1
        target[np.searchsorted(self.options, right)] = 0
        state.longest = state.variables
        state.stable, state.restart_at = 1, 0
        state.mode_at = state.phase_at = state.conflicts + FIRST_MODE

    def proceed(self, most_conflicts: int) -> int:
        """Go on with the search.

        SOLVED   a solution: the options that are ``right``. The next call goes on to another one.
        OVER     there is no further one
        PAUSED   after ``most_conflicts`` contradictions
        """
        end = self.state.conflicts + most_conflicts
        while (outcome := proceed(self.state, end)) == FULL:
            self.grow()
        return int(outcome)


@part
def _resolve(s: ClauseState, clause: int) -> tuple[int, int]:
    """Trace a contradiction back until one literal of the current level explains it together with earlier ones.

    They go to ``learnt``, that one first. How many they are, and how many variables are noted.
    """
    arena, level, learnt = words(s.arena), words(s.level), words(s.learnt)
    trail, place, noted = words(s.trail), words(s.place), words(s.noted)
    seen, activity = smalls(s.seen), reals(s.activity)
    size, notes, unexplained, at = 1, 0, 0, s.held
    while True:
        if arena[clause - MARK] > USES:
            arena[clause - MARK] |= np.uint32(USES)
        for k in range(clause, clause + signed(arena[clause - SIZE])):
            variable = arena[k] >> 1
            if seen[variable] or level[variable] == 0:
                continue
            seen[variable] = 1
            noted[notes] = variable
            notes += 1
            activity[variable] += s.bump
            if place[variable] != NONE:
                rise(s, signed(place[variable]))
            if level[variable] == s.depth:
                unexplained += 1
            else:
                learnt[size] = arena[k]
                size += 1
        at -= 1
        while not seen[trail[at] >> 1]:
            at -= 1
        unexplained -= 1
        if unexplained == 0:
            learnt[0] = trail[at] ^ 1
            return size, notes
        clause = reason_of(s, signed(trail[at]))


@part
def _implied(s: ClauseState, literal: int, notes: int) -> int:
    """Whether a literal of ``learnt`` follows from the others: then how many variables are noted by now, else NONE."""
    arena, level, reason = words(s.arena), words(s.level), words(s.reason)
    stack, noted, stamps = words(s.stack), words(s.noted), words(s.stamps)
    seen = smalls(s.seen)
    before = notes
    stack[0] = literal
    height = 1
    while height:
        height -= 1
        clause = reason_of(s, signed(stack[height]) ^ 1)
        for k in range(clause, clause + signed(arena[clause - SIZE])):
            variable = arena[k] >> 1
            if seen[variable] or level[variable] == 0:
                continue
            if reason[variable] == NONE or stamps[level[variable]] != s.stamp:  # a choice; or nothing of its level
                for at in range(before, notes):
                    seen[noted[at]] = 0
                return NONE
            seen[variable] = 1
            noted[notes] = variable
            notes += 1
            stack[height] = arena[k]
            height += 1
    return notes


@part
def _shorten(s: ClauseState, size: int, notes: int) -> int:
    """Leave out of ``learnt`` what follows from the rest, and forget what was noted. The size that remains."""
    learnt, noted, level = words(s.learnt), words(s.noted), words(s.level)
    reason, stamps, seen = words(s.reason), words(s.stamps), smalls(s.seen)
    s.stamp += 1
    for k in range(1, size):
        stamps[level[learnt[k] >> 1]] = s.stamp
    kept = 1
    for k in range(1, size):
        more = NONE
        if reason[learnt[k] >> 1] != NONE:
            more = _implied(s, learnt[k], notes)
        if more == NONE:
            learnt[kept] = learnt[k]
            kept += 1
        else:
            notes = more
    for at in range(notes):
        seen[noted[at]] = 0
    return kept


@part
def _glue(s: ClauseState, size: int) -> int:
    """From how many levels the literals of ``learnt`` come. One of the highest level but the current goes second."""
    learnt, level, stamps = words(s.learnt), words(s.level), words(s.stamps)
    s.stamp += 1
    glue, second = 0, 1
    for k in range(size):
        mine = level[learnt[k] >> 1]
        if stamps[mine] != s.stamp:
            stamps[mine] = s.stamp
            glue += 1
        if k and mine > level[learnt[second] >> 1]:
            second = k
    if size > 1:
        learnt[1], learnt[second] = learnt[second], learnt[1]
    return min(glue, MOST_GLUE)


@part
def _conclude(s: ClauseState, size: int, glue: int) -> None:
    """Keep ``learnt``, go back to where all but its first literal are wrong, and let that one hold."""
    learnt, arena = words(s.learnt), words(s.arena)
    clause = NONE
    if size > 1:
        go_back(s, signed(words(s.level)[learnt[1] >> 1]))
        clause = s.arena_end + HEADER
        s.arena_end = clause + size
        arena[clause - SIZE] = size
        arena[clause - MARK] = glue * (USES + 1)
        for k in range(size):
            arena[clause + k] = learnt[k]
        for k in range(2):
            watch(s, signed(learnt[k]), signed(learnt[1 - k]), clause)
    else:
        go_back(s, NONE)
    assign(s, signed(learnt[0]), clause)


@part
def _remember(s: ClauseState) -> None:
    """Aim at the trail without the last choice if no longer one was without a contradiction."""
    trail, target = words(s.trail), smalls(s.target)
    sound = signed(words(s.marks)[s.depth - 1])
    if sound > s.longest:
        s.longest = sound
        for variable in range(s.variables):
            target[variable] = UNSET
        for at in range(sound):
            target[trail[at] >> 1] = trail[at] & 1


@part
def _learn(s: ClauseState, violated: int) -> None:
    """Learn from a contradiction."""
    s.conflicts += 1
    s.since += 1
    if s.stable:
        _remember(s)
    size, notes = _resolve(s, violated)
    size = _shorten(s, size, notes)
    glue = _glue(s, size)
    _conclude(s, size, glue)
    s.fast += (glue - s.fast) / FAST_SPAN
    s.slow += (glue - s.slow) / min(s.conflicts, SLOW_SPAN)
    s.bump /= DECAY
    if s.bump > 1e100:
        s.bump *= 1e-100
        activity = reals(s.activity)
        for variable in range(s.variables):
            activity[variable] *= 1e-100


@part
def _exclude(s: ClauseState) -> bool:
    """Go on from a solution: it follows from its choices, so never again all of them. False if there are none."""
    learnt, trail, marks = words(s.learnt), words(s.trail), words(s.marks)
    size = s.depth
    for k in range(size):
        learnt[k] = trail[marks[size - 1 - k]] ^ 1
    if size:
        _conclude(s, size, NONE)
    return size > 0


@part
def _start_over(s: ClauseState) -> None:
    """Set the time for the next start, in the stable mode: Luby's series, as Knuth computes it."""
    s.since = 0
    if s.turn & -s.turn == s.pause:
        s.turn += 1
        s.pause = 1
    else:
        s.pause *= 2
    s.restart_at = CALM * s.pause


@part
def _change_mode(s: ClauseState) -> None:
    s.stable = 1 - s.stable
    s.mode_length = signed(s.mode_length * MODE_GROWTH)
    s.mode_at = s.conflicts + s.mode_length
    s.restart_at = CALM
    s.since = s.longest = 0


@part
def _change_phases(s: ClauseState) -> None:
    """Try something else: by turns the longest trail, everything right, the longest trail, the opposite of all."""
    phase, target = smalls(s.phase), smalls(s.target)
    s.phased += 1
    s.phase_at = s.conflicts + PHASE_STEP * s.phased
    s.longest = 0
    for variable in range(s.variables):
        if s.phased % 4 == 2:
            phase[variable] = 0
        elif s.phased % 4 == 0:
            phase[variable] ^= 1
        elif target[variable] != UNSET:
            phase[variable] = target[variable]
        target[variable] = UNSET


@part
def _take_stock(s: ClauseState) -> None:
    """Start over, change the mode and the phases, forget: each when it is time."""
    anew = s.since >= s.restart_at if s.stable else s.since >= PATIENCE and s.fast > WORSE * s.slow
    mode, phases, full = s.conflicts >= s.mode_at, s.stable and s.conflicts >= s.phase_at, s.conflicts >= s.forget_at
    if anew or mode or phases or full:
        go_back(s, NONE if full else s.assumptions)
    if anew:
        _start_over(s)
    if mode:
        _change_mode(s)
    if phases:
        _change_phases(s)
    if full:
        forget(s)


@part
def _choose(s: ClauseState) -> None:
    """Choose the most active open variable, as it was last or as in the longest trail."""
    value, target = smalls(s.value), smalls(s.target)
    variable = signed(most_active(s))
    while value[2 * variable]:
        variable = signed(most_active(s))
    phase = smalls(s.phase)[variable]
    if s.stable and target[variable] != UNSET:
        phase = target[variable]
    words(s.marks)[s.depth] = s.held
    s.depth += 1
    s.choices += 1
    assign(s, 2 * variable + phase, NONE)


@kernel
def proceed(s: ClauseState, end: int) -> int:
    """The search itself, up to conflict number ``end``; see ``Learner.proceed``. FULL: there has to be more room."""
    if s.anew and not begin_anew(s):
        return OVER
    while True:
        if s.arena_end + s.variables + HEADER > s.arena_room:  # the next clause may be as long as that
            return FULL
        if s.head == s.variables and not s.assumptions and not _exclude(s):
            return OVER
        if s.crowded and not watch_all(s):
            return FULL
        violated = propagate(s)
        if s.crowded:
            continue
        if violated != NONE:
            if s.depth == 0:
                return OVER
            _learn(s, violated)
        elif s.held == s.variables and s.depth >= s.assumptions:
            return SOLVED
        elif s.conflicts >= end:
            return PAUSED
        else:
            _take_stock(s)
            if s.depth >= s.assumptions:
                _choose(s)
            elif not assume(s):
                return OVER
