"""Boards for the game: exactly so many empty cells and solutions, and owners that the rules allow."""

from __future__ import annotations

from itertools import islice

import pytest

from dueldoku import Geometry
from dueldoku.errors import DueldokuError
from dueldoku.puzzles.api import generate as board
from dueldoku.puzzles.dig import owners
from dueldoku.solvers.teaching.backtrack import solutions


@pytest.mark.parametrize(
    ("shape", "empty", "wanted"),
    [
        ("2x2", 4, 1),
        ("2x2", 16, 288),
        ("2x2", 10, 5),
        ("2x3", 18, 4),
        ("3x2", 20, 2),
        ("3x3", 41, 5),
        ("3x3", 60, 223),
        ("3x3", 58, 1),
        ("3x4", 72, 3),
        ("4x4", 110, 2),
    ],
)
def test_the_numbers_are_exact(shape: str, empty: int, wanted: int) -> None:
    grid = board(Geometry.parse(shape), empty=empty, solutions=wanted, seed=1)
    assert len(grid.holes) == empty
    assert len(list(islice(solutions(grid), wanted + 1))) == wanted
    assert grid == board(Geometry.parse(shape), empty=empty, solutions=wanted, seed=1)


@pytest.mark.parametrize(("shape", "empty"), [("2x2", 0), ("2x2", 16), ("3x3", 50), ("4x4", 100)])
def test_any_number_of_solutions(shape: str, empty: int) -> None:
    grid = board(Geometry.parse(shape), empty=empty, seed=2)
    assert len(grid.holes) == empty
    assert any(True for _ in solutions(grid))


@pytest.mark.parametrize(
    ("empty", "wanted", "words"),
    [(17, None, "expected 0 to 16 empty cells"), (3, 0, "at least one solution"), (3, 2, "at least 4 empty cells")],
)
def test_what_cannot_be_is_refused(empty: int, wanted: int | None, words: str) -> None:
    with pytest.raises(DueldokuError, match=words):
        board(Geometry.of(2, 2), empty=empty, solutions=wanted, seed=1)


def test_what_is_not_found_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dueldoku.puzzles.dig._ATTEMPTS", 1)
    with pytest.raises(DueldokuError, match="found no 2x2 board with 4 empty cells and 9 solutions in 1 attempts"):
        board(Geometry.of(2, 2), empty=4, solutions=9, seed=1)


def test_every_clue_has_an_owner_and_no_hole_has() -> None:
    grid = board(Geometry.of(3, 3), empty=50, seed=3)
    marks = owners(grid, seed=3)
    assert all((owner in (1, 2)) == bool(value) for owner, value in zip(marks, grid, strict=True))
    assert set(marks[:9]) <= {0, 1, 2}
    assert marks == owners(grid, seed=3)
