"""Digging with a search that remembers: what it makes has one solution, and nothing in it is spare."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from dueldoku import Geometry
from dueldoku.errors import GenerateError
from dueldoku.kernels.base.chance import shuffle
from dueldoku.puzzles.dig import groups_of, is_minimal
from dueldoku.puzzles.fill import full_values, grid_of, random_states
from dueldoku.solvers import digger
from dueldoku.solvers.api import is_unique
from dueldoku.solvers.compiled import Boards
from dueldoku.solvers.teaching.backtrack import solutions


def dug(geometry: Geometry, clues: int, seed: int, symmetry: str = "none") -> tuple[digger.Digger, Boards]:
    state = random_states(Random(seed), 1)[0]
    full = full_values(geometry, state)
    groups = groups_of(geometry, symmetry)
    order = np.arange(len(groups))
    shuffle(state, order)
    digging = digger.Digger(geometry, full.copy(), [group[group >= 0] for group in groups[order]], clues)
    digging.dig()
    return digging, full


@pytest.mark.parametrize("symmetry", ["none", "rotational"])
@pytest.mark.parametrize(("m", "n"), [(2, 2), (2, 3), (3, 2), (3, 3)])
@pytest.mark.parametrize("share", [0, 0.6])
def test_a_plain_solver_agrees(m: int, n: int, share: float, symmetry: str) -> None:
    geometry = Geometry.of(m, n)
    wanted = int(share * geometry.size)
    for seed in range(3):
        digging, full = dug(geometry, wanted, seed, symmetry)
        puzzle = grid_of(geometry, digging.board)
        assert list(solutions(puzzle)) == [grid_of(geometry, full)]
        if share:
            assert wanted <= np.count_nonzero(digging.board) <= wanted + 2
        elif symmetry == "none":
            assert is_minimal(puzzle)
        else:
            for group in groups_of(geometry, symmetry):
                fewer = digging.board.copy()
                fewer[group[group >= 0]] = 0
                assert (fewer == digging.board).all() or not is_unique(grid_of(geometry, fewer))


def test_large_boards() -> None:
    digging, full = dug(Geometry.of(6, 6), 648, seed=1)
    assert np.count_nonzero(digging.board) == 648
    kept = digging.board > 0
    assert (digging.board[kept] == full[kept]).all()
    assert is_unique(grid_of(Geometry.of(6, 6), digging.board))


def test_a_minimal_puzzle_that_takes_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(digger, "_MOST", 5_000)
    with pytest.raises(GenerateError, match=r"found no minimal 4x4 puzzle .* [0-9]+ clues are proven to be needed"):
        dug(Geometry.of(4, 4), 0, seed=1)
