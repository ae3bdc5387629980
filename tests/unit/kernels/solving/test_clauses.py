"""What the clauses of a board are, before anything is learnt."""

from __future__ import annotations

import numpy as np

from dueldoku.kernels.solving import wide
from dueldoku.kernels.solving.clause_state import Clauses

SHAPE = wide.shape_of(2, 2)


def clauses(first: int = 0, spare: int = 0) -> Clauses:
    """The clauses of a 4x4 board that is empty but for its first cell."""
    state, values = wide.new_state(4), np.zeros(16, np.uint8)
    values[0] = first
    assert wide.start(SHAPE, state, values)
    wide.proceed(SHAPE, state, np.empty((1, 16), np.uint8), 1, 1)
    return Clauses(SHAPE, wide.first_masks(SHAPE, state), spare)


def test_one_member_of_each_group_is_right() -> None:
    empty = clauses()
    assert len(empty.options) == 64
    groups = sorted(sorted(SHAPE.members[group].tolist()) for group in range(64))
    assert sorted(map(sorted, empty.groups())) == groups
    assert [[literal // 2 for literal in clause] for clause in empty.lasting()] == empty.groups()


def test_what_is_settled_is_no_variable() -> None:
    options = set(clauses(first=1).options.tolist())
    assert len(options) == 64 - 4 - 7  # without the digits of the cell, and without the 1 in its peers
    assert not {0, 1, 2, 3, 4, 8, 12} & options


def test_excluded_options_become_clauses_and_facts_however_many() -> None:
    board = clauses()
    before, room = board.lasting(), board.state.arena_room
    for last in range(1, 20):
        board.exclude([0, last])
    board.exclude([63])
    assert board.lasting() == [[127], *before, *([1, 2 * last + 1] for last in range(1, 20))]
    assert board.state.arena_room > room
    assert 63 not in board.right
