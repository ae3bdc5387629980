"""Boards with pencil marks: who keeps to them, and who says that they do not."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dueldoku
from dueldoku import DueldokuError, Geometry, Grid, Verdict
from dueldoku.solvers.human import next_step

SMALL = Geometry.of(2, 2)


@given(st.lists(st.integers(1, 15), min_size=16, max_size=16))
@settings(max_examples=60)
def test_solving_keeps_to_pencil_marks(masks: list[int]) -> None:
    grid = Grid.pencilled([2 * mask for mask in masks], SMALL)
    allowed = [
        full
        for full in dueldoku.solutions("." * 16)
        if all(masks[at] >> value - 1 & 1 for at, value in enumerate(full))
    ]
    assert set(dueldoku.solutions(grid)) == set(allowed)
    assert dueldoku.count(grid) == len(allowed)
    assert dueldoku.solve(grid).verdict == (Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE)[min(2, len(allowed))]
    if dueldoku.grade(grid).difficulty < 5:
        assert len(allowed) == 1


def test_marks_alone_make_a_puzzle() -> None:
    full = Grid.pattern(Geometry.of(3, 3))
    masks = [1 << value | 1 << value % 9 + 1 for value in full]  # two digits each, no clue at all
    grid = Grid.pencilled(masks)
    assert not any(grid)
    assert set(islice(dueldoku.solutions(grid), 5)) == {full, Grid(full.geometry, tuple(v % 9 + 1 for v in full))}
    only = Grid.pencilled([1 << full[0], *masks[1:]])
    assert dueldoku.solve(only).solutions == (full,)
    assert "naked single" in str(next_step(only))
    assert only.with_value(0, full[0] % 9 + 1).marks == only.marks


def test_others_say_that_they_do_not() -> None:
    grid = Grid.pencilled([6, *[30] * 15], SMALL)
    for method in ("wide", "csp", "exact-cover", "brute-force", "guess-and-fill"):
        with pytest.raises(DueldokuError, match="expected the method plain or human for a board with pencil marks"):
            dueldoku.solve(grid, method)
    with pytest.raises(DueldokuError, match="got some in puzzle 2: solve takes them"):
        dueldoku.solve_many([Grid.empty(SMALL), grid])
    assert str(grid) == "." * 16


@pytest.mark.parametrize("masks", [[0, *[30] * 15], [-2, *[30] * 15], [64, *[30] * 15]])
def test_wrong_marks_are_refused(masks: list[int]) -> None:
    with pytest.raises(DueldokuError, match="expected"):
        Grid.pencilled(masks, SMALL)
