"""Forgetting keeps what is certain, and the search right."""

from __future__ import annotations

import random

import numpy as np

from dueldoku import Geometry
from dueldoku.kernels.solving import learn, wide
from dueldoku.kernels.solving.clause_state import CLAUSES, HEADER, USES
from dueldoku.kernels.solving.clauses import FORGET_FIRST, FORGET_STEP
from dueldoku.puzzles.fill import full_board

GEOMETRY = Geometry.of(5, 5)


def learner(seed: int, holes: float) -> learn.Learner:
    """A hard board: a full one with this share of its cells emptied."""
    rng = random.Random(seed)
    values = np.array(full_board(GEOMETRY, rng).values, np.uint8)
    values[rng.sample(range(GEOMETRY.size), round(holes * GEOMETRY.size))] = 0
    shape, state = wide.shape_of(5, 5), wide.new_state(25)
    assert wide.start(shape, state, values)
    wide.proceed(shape, state, np.empty((1, GEOMETRY.size), np.uint8), 1, 1)
    return learn.Learner(shape, wide.first_masks(shape, state))


def headers(search: learn.Learner) -> list[int]:
    """The second word of each clause that was learnt: glue and uses."""
    arena, found, clause = search.tables["arena"], [], int(CLAUSES)
    while clause < search.state.arena_end:
        found.append(int(arena[clause - 1]))
        clause += int(arena[clause - HEADER]) + HEADER
    return [header for header in found if header > USES]


def forgetful(conflicts: int) -> tuple[learn.Learner, list[int]]:
    """A search that forgets after so many contradictions, and its clauses before."""
    search = learner(3, 0.62)
    while search.state.conflicts < conflicts:
        search.proceed(10)
    before = headers(search)
    search.state.forget_at = 0
    while not search.state.forgotten:
        search.proceed(1)
    return search, before


def test_the_worst_clauses_go_and_the_good_ones_stay() -> None:
    search, before = forgetful(600)
    after = headers(search)
    assert search.state.forgotten == 1
    assert search.state.forget_at >= FORGET_FIRST + FORGET_STEP
    assert 0 < len(after) < 0.7 * len(before)
    assert sum(after) / len(after) < sum(before) / len(before)  # less glue


def test_solutions_are_right_after_forgetting() -> None:
    search, _ = forgetful(300)
    found: list[bytes] = []
    for _ in range(40):
        if search.proceed(100) == learn.SOLVED:
            right = search.tables["value"][::2] > 0
            assert all(right[group].sum() == 1 for group in search.groups())
            found.append(right.tobytes())
    assert len(set(found)) == len(found) > 3
